"""git as a reader of this workspace's own repository. Hot for Bash calls, data first.

Missing on purpose: every global option but --no-pager (`-c`, `-C`, `--git-dir`, `--work-tree`, `--exec-path` …),
--output, --ext-diff, --textconv, -O, --no-index, -L, --show-signature, and `%G` in formats (it runs gpg).
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.globs import is_narrow, reaches_secret
from harness_runtime.boundary.paths import below, exists
from harness_runtime.boundary.shell_options import Model, Split, names, split

_DIFF_FLAGS = (
    "puswbazRW --patch --no-patch --stat --numstat --shortstat --name-only --name-status --cached --staged --summary"
    " --raw --no-color --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines"
    " --no-renames --no-ext-diff --no-textconv --exit-code --quiet --check --minimal --patience --histogram"
    " --function-context --no-prefix --merge-base --text --full-index --binary --compact-summary --patch-with-stat"
    " --pickaxe-all --pickaxe-regex --no-relative --cc --combined-all-paths"
)
_DIFF_VALUES = "U:n S:* G:* --unified:n --diff-filter:w --inter-hunk-context:n --word-diff-regex:* --diff-algorithm:w"
_DIFF_OPTIONAL = "--color --word-diff --color-words --find-renames --find-copies --abbrev --dirstat --relative"

_LOG_FLAGS = (
    "giEFPcmt --oneline --all --graph --no-decorate --abbrev-commit --no-abbrev-commit --reverse --merges --no-merges"
    " --first-parent --follow --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --topo-order"
    " --date-order --author-date-order --full-history --simplify-merges --walk-reflogs --no-walk --source --boundary"
    " --no-notes --parents --children --root --relative-date --all-match --invert-grep --regexp-ignore-case"
    " --extended-regexp --fixed-strings --not --dense --sparse --ancestry-path"
)
_LOG_VALUES = (
    "n:n --max-count:n --skip:n --since:* --until:* --after:* --before:* --author:* --committer:* --grep:* --date:*"
    " --format:* --min-parents:n --max-parents:n"
)
_LOG_OPTIONAL = "--pretty --decorate --branches --tags --remotes --abbrev --decorate-refs --exclude --glob"

_STATUS_FLAGS = (
    "sbvz --short --branch --long --verbose --show-stash --ahead-behind --no-ahead-behind --renames --no-renames"
)
_STATUS_OPTIONAL = "--porcelain --untracked-files --ignored --ignore-submodules --column --no-column --find-renames"

_MODELS: dict[str, tuple[str, str, str, bool]] = {
    "status": (_STATUS_FLAGS, "", _STATUS_OPTIONAL, False),
    "diff": (_DIFF_FLAGS, _DIFF_VALUES, _DIFF_OPTIONAL, False),
    "log": (
        f"{_DIFF_FLAGS} {_LOG_FLAGS}",
        f"{_DIFF_VALUES} {_LOG_VALUES}",
        f"{_DIFF_OPTIONAL} {_LOG_OPTIONAL}",
        True,
    ),
    "show": (
        f"{_DIFF_FLAGS} {_LOG_FLAGS}",
        f"{_DIFF_VALUES} {_LOG_VALUES}",
        f"{_DIFF_OPTIONAL} {_LOG_OPTIONAL}",
        True,
    ),
}

# `-u`, `-M` and `-C` take a value only when it is glued on.
_GLUED = {"status": ("-u", "-M"), "diff": ("-M", "-C"), "log": ("-M", "-C"), "show": ("-M", "-C")}

_WRITERS = names(
    "add am apply checkout cherry-pick clean clone commit fetch gc init merge mv pull push rebase reset restore"
    " revert rm stash switch"
)


def git_operands(words: list[str]) -> list[str]:
    """Revisions and paths of an understood git command, `git` taken off. Faults name what is not understood."""
    at = 0
    while at < len(words) and words[at] in ("--no-pager", "--no-optional-locks"):
        at += 1
    if at == len(words):
        raise Fault("shell_unmodeled", "git")
    name = words[at]
    if name == "--version":
        return []
    if name.startswith("-"):
        raise Fault("shell_option", f"git {name}")
    if name not in _MODELS:
        if name in _WRITERS:
            raise Fault("shell_mutation", f"git {name}", hint="commit_later")
        raise Fault("shell_unmodeled", f"git {name}")
    model = Model(f"git {name}", *_MODELS[name])
    found = split(model, [word for word in words[at + 1 :] if not _is_glued(name, word)])
    _refuse_signatures(found)
    return found.operands


def _is_glued(name: str, word: str) -> bool:
    """`-uno`, `-M90%`, `-C`: the value cannot be another option."""
    if word[:2] not in _GLUED[name]:
        return False
    value = word[2:].rstrip("%")
    return value.isascii() and (value == "" or value.isdigit() or value in ("no", "all", "normal"))


def _refuse_signatures(found: Split) -> None:
    for value in found.values("--format", "--pretty"):
        if "%G" in value or not all(char.isprintable() for char in value):
            raise Fault("shell_option", f"git --format={value}")


def check_operand(operand: str) -> None:
    """Fault when a revision, `REV:path` or pathspec names a secret, or a pattern that could."""
    if operand.startswith((":!", ":^", ":(exclude)")):
        return
    for part in operand.replace(":", "/").split("/"):
        if part and reaches_secret(part):
            raise Fault("secret", operand)
    if operand.startswith(":("):
        raise Fault("shell_unmodeled", operand)
    if any(char in operand for char in "*?[") and not is_narrow(operand.lstrip(":")):
        raise Fault("shell_unmodeled", operand, hint="narrow_rg")


def is_path_like(operand: str) -> bool:
    """Could git take this operand for a file outside the repository, and compare folders there?"""
    return operand.startswith("/") or ".." in operand.split("/")


def refuse_elsewhere(cwd: str, root: str) -> None:
    """Fault git_elsewhere unless discovery from `cwd` upward meets the root's own `.git` first. Both resolved."""
    relative = below(root, cwd)
    if relative is None:
        raise Fault("git_elsewhere", cwd)
    folder = cwd
    while folder != root:
        if exists(f"{folder}/.git"):
            raise Fault("git_elsewhere", f"{folder}/.git")
        if all(exists(f"{folder}/{name}") for name in ("HEAD", "objects", "refs")):
            raise Fault("git_elsewhere", folder)
        folder = folder.rsplit("/", 1)[0] or "/"
    if not exists(f"{root}/.git"):
        raise Fault("git_elsewhere", f"{root}/.git")
