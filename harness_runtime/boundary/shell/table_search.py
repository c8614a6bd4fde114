"""Programs that search. Data; what walks folders is judged by what it would come upon as well.

In Claude Code's shell `grep` is ugrep, which reads the files of a folder without `-r`: a folder counts as read on
every host, and `/`, `!` and `^` in `--include` and `--exclude` are refused. `rg` is judged by what it shows by
itself, by the globs and types of the call and the ignore files on the way. Both look at 12,000 entries at most:
beyond them grep has to leave the secrets out, and rg goes by the secrets that git tracks.

Missing on purpose: `grep -R`, `-d` and `-f`; of rg what follows links, starts programs (`--pre`, `-z`,
`--hostname-bin`), reads patterns or globs from files, or turns off its filters without saying which files are
meant; `fd -x`, `-X` and `-l` (it starts ls).
"""

from __future__ import annotations

from harness_runtime.boundary.shell.options import PATTERN_FILES, Row

_GREP: Row = (
    PATTERN_FILES,
    "EFGPivwxclLnHhoqsabUTrIZy --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case"
    " --no-ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches"
    " --files-without-match --line-number --with-filename --no-filename --only-matching --quiet --silent"
    " --no-messages --text --byte-offset --initial-tab --recursive --null --line-buffered --binary",
    "e:p m:n A:n B:n C:n --regexp:p --max-count:n --after-context:n --before-context:n --context:n --include:*"
    " --exclude:* --exclude-dir:* --binary-files:w --label:*",
    "--color --colour",
)

ROWS: dict[str, Row] = {
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "rg": (
        PATTERN_FILES,
        "isSwxvnNcloqUPFHIap0h. --ignore-case --case-sensitive --smart-case --word-regexp --line-regexp"
        " --invert-match --line-number --no-line-number --count --count-matches --files-with-matches"
        " --files-without-match --only-matching --quiet --multiline --multiline-dotall --pcre2 --fixed-strings"
        " --with-filename --no-filename --text --pretty --null --files --type-list --json --vimgrep --heading"
        " --no-heading --column --no-column --stats --trim --passthru --no-messages --crlf --one-file-system"
        " --no-config --byte-offset --block-buffered --line-buffered --no-unicode --null-data --no-hidden"
        " --no-follow --no-search-zip --no-pre --ignore --include-zero --max-columns-preview --hidden",
        "e:p m:n A:n B:n C:n r:* t:w T:w g:* j:n d:n M:n --regexp:p --max-count:n --after-context:n"
        " --before-context:n --context:n --replace:* --type:w --type-not:w --glob:* --iglob:* --threads:n"
        " --max-depth:n --max-columns:n --max-filesize:w --sort:w --sortr:w --color:w --colors:* --engine:w"
        " --context-separator:* --field-match-separator:* --field-context-separator:* --encoding:w"
        " --path-separator:*",
        "",
    ),
    "fd": (
        PATTERN_FILES,
        "HIusigapL0F1q --hidden --no-ignore --case-sensitive --ignore-case --glob --regex --fixed-strings"
        " --absolute-path --full-path --follow --print0 --quiet",
        "t:w e:w d:n E:* S:* --type:w --extension:w --max-depth:n --min-depth:n --exclude:* --size:* --max-results:n"
        " --color:w",
        "",
    ),
}
ROWS["fdfind"] = ROWS["fd"]

EXACT: dict[str, Row] = {}
NUMERIC = ("grep", "egrep", "fgrep")
SEPARATE = ()
