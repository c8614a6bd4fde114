"""git's readers. Data: command -> (operands, flags, options with a value, options with an optional value).

Missing on purpose: `--output`, `--ext-diff`, `--textconv`, `-O`, `--no-index`, `--stdin`, `--contents`,
`--show-signature`, `-X` and other files of patterns, `--untracked` of grep, and every form that creates or deletes.
"""

from __future__ import annotations

from harness_runtime.boundary.shell.options import Row

REVISIONS = "revisions and paths"
LISTED = "patterns after --list"
NOTHING = "nothing"
SEARCH = "pattern, revisions and paths"
KEY = "one harmless key"
ONE_NAME = "one name"  # a second one would be written

_DIFF = (
    "puswbazRW --patch --no-patch --stat --numstat --shortstat --name-only --name-status --cached --staged --summary"
    " --raw --no-color --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines"
    " --no-renames --no-ext-diff --no-textconv --exit-code --quiet --check --minimal --patience --histogram"
    " --function-context --no-prefix --merge-base --text --full-index --binary --compact-summary --patch-with-stat"
    " --pickaxe-all --pickaxe-regex --no-relative --cc --combined-all-paths --indent-heuristic --no-indent-heuristic"
    " --ignore-cr-at-eol --irreversible-delete --find-copies-harder --no-abbrev"
)
_DIFF_VALUES = (
    "U:n S:* G:* l:n --unified:n --diff-filter:w --inter-hunk-context:n --word-diff-regex:* --diff-algorithm:w"
    " --src-prefix:* --dst-prefix:* --line-prefix:* --stat-width:n --color-moved-ws:w"
)
_DIFF_OPTIONAL = (
    "--color --color-moved --word-diff --color-words --find-renames --find-copies --abbrev --dirstat --relative"
    " --stat --ignore-submodules --submodule"
)

_LOG = (
    "giEFPcmt --oneline --all --graph --no-decorate --abbrev-commit --no-abbrev-commit --reverse --merges --no-merges"
    " --first-parent --follow --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --topo-order"
    " --date-order --author-date-order --full-history --simplify-merges --walk-reflogs --no-walk --source --boundary"
    " --no-notes --parents --children --root --relative-date --all-match --invert-grep --regexp-ignore-case"
    " --extended-regexp --fixed-strings --not --dense --sparse --ancestry-path --count --no-patch --reflog"
    " --no-diff-merges --perl-regexp --basic-regexp --use-mailmap --no-mailmap --log-size"
)
_LOG_VALUES = (
    "n:n L:* --max-count:n --skip:n --since:* --until:* --after:* --before:* --author:* --committer:* --grep:*"
    " --date:* --format:* --min-parents:n --max-parents:n --grep-reflog:* --encoding:w"
)
_LOG_OPTIONAL = "--pretty --decorate --branches --tags --remotes --decorate-refs --exclude --glob --notes"
_FULL: Row = (
    REVISIONS,
    f"{_DIFF} {_LOG}",
    f"{_DIFF_VALUES} {_LOG_VALUES}",
    f"{_DIFF_OPTIONAL} {_LOG_OPTIONAL}",
)

ROWS: dict[str, Row] = {
    "status": (
        REVISIONS,
        "sbvz --short --branch --long --verbose --show-stash --ahead-behind --no-ahead-behind --renames --no-renames"
        " --no-column",
        "",
        "--porcelain --untracked-files --ignored --ignore-submodules --column --find-renames",
    ),
    "diff": (REVISIONS, _DIFF, _DIFF_VALUES, _DIFF_OPTIONAL),
    "diff-tree": (
        REVISIONS,
        f"{_DIFF} rtmcv --no-commit-id --root --always",
        f"{_DIFF_VALUES} --pretty:*",
        _DIFF_OPTIONAL,
    ),
    "diff-index": (REVISIONS, f"{_DIFF} m", _DIFF_VALUES, _DIFF_OPTIONAL),
    "diff-files": (REVISIONS, _DIFF, _DIFF_VALUES, _DIFF_OPTIONAL),
    "log": _FULL,
    "show": _FULL,
    "whatchanged": _FULL,
    "reflog": _FULL,
    "rev-list": (
        REVISIONS,
        f"{_LOG} --objects --no-object-names --disk-usage --header --timestamp --quiet --use-bitmap-index",
        _LOG_VALUES,
        _LOG_OPTIONAL,
    ),
    "shortlog": (
        REVISIONS,
        "nsecw --numbered --summary --email --committer --no-merges --all --merges",
        "--since:* --until:* --author:* --format:* --group:*",
        "",
    ),
    "blame": (
        REVISIONS,
        "bcltfnspewkM --root --show-stats --porcelain --line-porcelain --incremental --show-email --show-name"
        " --show-number --first-parent --color-lines --color-by-age --progress --no-progress",
        "L:* --since:* --date:* --ignore-rev:*",
        "--abbrev",
    ),
    "annotate": (REVISIONS, "bcltfnse", "L:*", ""),
    "grep": (
        SEARCH,
        "EFGPivwxclLnHhoqsaIpW --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case"
        " --invert-match --word-regexp --count --files-with-matches --name-only --files-without-match --line-number"
        " --column --only-matching --quiet --text --cached --heading --break --full-name --show-function"
        " --function-context --no-color --and --or --not --all-match --recurse-submodules --null --no-line-number",
        "e:p A:n B:n C:n m:n --max-count:n --max-depth:n --after-context:n --before-context:n --context:n",
        "--color",
    ),
    "ls-files": (
        REVISIONS,
        "cdmouksztvf --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory"
        " --no-empty-directory --exclude-standard --error-unmatch --full-name --recurse-submodules --eol --debug"
        " --deduplicate -i",
        "x:* --exclude:* --with-tree:* --format:*",
        "--abbrev",
    ),
    "ls-tree": (
        REVISIONS,
        "drtlz --long --name-only --name-status --full-name --full-tree --object-only",
        "--format:*",
        "--abbrev",
    ),
    "cat-file": (REVISIONS, "ptse", "", ""),
    "show-ref": (
        REVISIONS,
        "dsq --head --dereference --tags --heads --branches --verify --quiet",
        "",
        "--hash --abbrev",
    ),
    "for-each-ref": (
        REVISIONS,
        "--ignore-case",
        "--count:n --sort:* --format:* --points-at:* --merged:* --no-merged:*"
        " --contains:* --no-contains:* --exclude:*",
        "--color",
    ),
    "rev-parse": (
        REVISIONS,
        "q --show-toplevel --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir"
        " --is-bare-repository --is-shallow-repository --show-prefix --show-cdup --verify --quiet --all --symbolic"
        " --symbolic-full-name --sq --show-object-format --show-superproject-working-tree --local-env-vars",
        "--git-path:* --since:* --until:* --default:* --resolve-git-dir:r",
        "--short --abbrev-ref --branches --tags --remotes --path-format",
    ),
    "symbolic-ref": (ONE_NAME, "q --quiet --short --recurse --no-recurse", "", ""),
    "merge-base": (REVISIONS, "a --all --octopus --independent --is-ancestor --fork-point", "", ""),
    "name-rev": (
        REVISIONS,
        "--name-only --tags --all --undefined --no-undefined --always",
        "--refs:* --exclude:*",
        "",
    ),
    "describe": (
        REVISIONS,
        "--tags --all --long --always --contains --exact-match --first-parent --debug",
        "--match:* --exclude:*",
        "--abbrev --candidates --dirty --broken",
    ),
    "range-diff": (REVISIONS, _DIFF, f"{_DIFF_VALUES} --creation-factor:n", _DIFF_OPTIONAL),
    "cherry": (REVISIONS, "v", "", "--abbrev"),
    "show-branch": (REVISIONS, "ar --all --remotes --list --sha1-name --current", "--more:n", "--color"),
    "check-ignore": (REVISIONS, "qvn --quiet --verbose --non-matching --no-index", "", ""),
    "check-attr": (REVISIONS, "a --all --cached", "", ""),
    "count-objects": (NOTHING, "vH --verbose --human-readable", "", ""),
    "branch": (
        LISTED,
        "arv --all --remotes --list --show-current --verbose --no-abbrev --ignore-case --no-color --no-column",
        "--contains:* --no-contains:* --merged:* --no-merged:* --points-at:* --sort:* --format:*",
        "--color --column --abbrev",
    ),
    "tag": (
        LISTED,
        "l --list --ignore-case --no-color --no-column",
        "n:n --contains:* --no-contains:* --merged:* --no-merged:* --points-at:* --sort:* --format:*",
        "--color --column",
    ),
    "remote": (NOTHING, "v --verbose", "", ""),
    "config": (
        KEY,
        "z --get --get-all --local --global --system --worktree --show-origin --show-scope --bool --int --path"
        " --name-only --null --includes",
        "--type:w --default:*",
        "",
    ),
    "version": (NOTHING, "--build-options", "", ""),
}

_PLAIN: Row = (REVISIONS, "pvz --porcelain --verbose", "", "")

# Commands of two words.
PAIRS: dict[str, Row] = {
    "stash list": _FULL,
    "stash show": (REVISIONS, _DIFF.replace("pusw", "psw"), _DIFF_VALUES, _DIFF_OPTIONAL),  # -u: untracked files
    "worktree list": (NOTHING, _PLAIN[1], "", ""),
    "reflog show": _FULL,
    "remote get-url": _PLAIN,
    "notes list": _PLAIN,
    "notes show": _PLAIN,
    "bisect log": (NOTHING, "", "", ""),
}

# Of `git config`: the options that change settings, and keys whose values hold no credentials.
CONFIG_WRITES = (
    *("--add", "--replace-all", "--unset", "--unset-all", "--rename-section", "--remove-section"),
    *("--edit", "-e"),
)
KEYS = (
    "user.name user.email core.bare core.filemode core.ignorecase core.autocrlf core.eol core.editor core.pager"
    " core.hookspath core.worktree core.excludesfile core.repositoryformatversion core.sparsecheckout"
    " core.quotepath init.defaultbranch pull.rebase pull.ff push.default merge.tool diff.tool commit.gpgsign"
    " commit.template remote.origin.fetch rerere.enabled fetch.prune color.ui lfs.repositoryformatversion"
)

WRITERS = (
    " add am apply checkout cherry-pick clean clone commit fetch gc init merge mv pull push rebase reset restore"
    " revert rm stash switch submodule worktree bisect notes update-index update-ref write-tree commit-tree"
    " hash-object filter-branch replace prune repack pack-refs maintenance sparse-checkout branch tag reflog remote"
    " config symbolic-ref read-tree checkout-index format-patch archive bundle fast-import lfs "
)

# Options whose value is always glued on.
GLUED = ("-u", "-M", "-C", "-B")
GLUED_IN = " status diff log show whatchanged reflog diff-tree diff-index blame stash "


def is_exclusion(operand: str) -> bool:
    """A pathspec that only takes files away."""
    return operand.startswith((":!", ":^", ":(exclude)"))


def is_remote_url(key: str) -> bool:
    """What `git remote get-url` tells, too."""
    return key.lower().startswith("remote.") and key.lower().endswith(".url")
