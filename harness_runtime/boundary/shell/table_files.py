"""Programs that tell of files, of the machine, or of words. Data.

Missing on purpose: `tree -o`, `-R` (writes 00Tree.html), `--fromfile`; `file -f`, `-m`, `-C`, `-z`; `du -X`;
`date -s` and `-f`; `hostname NAME`; `unzip` without `-l`. `diff -X`, `-l` (starts pr), `--from-file`.
"""

from __future__ import annotations

from harness_runtime.boundary.shell.options import FILES, NAMES, NONE, TEXT, Row

ROWS: dict[str, Row] = {
    "ls": (
        NAMES,
        "AaBbCcdFGgHhiklLmnNopqQrRsStuUvxXZ1 --all --almost-all --author --escape --directory --dereference"
        " --file-type --full-time --group-directories-first --no-group --human-readable --si --inode --kibibytes"
        " --literal --numeric-uid-gid --hide-control-chars --show-control-chars --quote-name --reverse --recursive"
        " --size",
        "--sort:w --time:w --time-style:* --width:n --ignore:* --hide:* --format:w --indicator-style:w"
        " --quoting-style:w --block-size:w I:* w:n",
        "--color --classify --hyperlink",
    ),
    "dir": (NAMES, "aAlhR1", "", "--color"),
    "stat": (NAMES, "LftxZ --dereference --file-system --terse", "c:* --format:* --printf:*", ""),
    "file": (
        NAMES,
        "bhikLNn --brief --mime --mime-type --mime-encoding --no-dereference --dereference --no-buffer",
        "F:* --separator:*",
        "",
    ),
    "tree": (
        NAMES,
        "adfilnpsughDQNqrtcUvCAFx --dirsfirst --noreport --prune --du --si --ignore-case --matchdirs --inodes"
        " --device --gitignore --metafirst",
        "L:n I:* P:* --filelimit:n --sort:w --charset:w --timefmt:*",
        "",
    ),
    "du": (
        NAMES,
        "0abcDHhklLmPsSx --all --apparent-size --bytes --total --human-readable --summarize --one-file-system"
        " --separate-dirs --si --null",
        "d:n --max-depth:n t:n --threshold:n --exclude:* B:w --block-size:w",
        "--time",
    ),
    "df": (NAMES, "ahHiklPT --all --human-readable --inodes --local --portability --print-type", "t:w x:w B:w", ""),
    "readlink": (
        NAMES,
        "fenqmsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline",
        "",
        "",
    ),
    "realpath": (
        NAMES,
        "eLmPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks",
        "--relative-to:r --relative-base:r",
        "",
    ),
    "cmp": (FILES, "bls --print-bytes --verbose --quiet --silent", "i:* n:n --ignore-initial:* --bytes:n", ""),
    "diff": (
        FILES,
        "abBcdeEiNnpqrstTuwy --brief --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines"
        " --ignore-trailing-space --ignore-tab-expansion --minimal --new-file --recursive --report-identical-files"
        " --side-by-side --suppress-common-lines --strip-trailing-cr --text --speed-large-files --no-dereference"
        " --show-c-function --left-column --normal --expand-tabs",
        "U:n C:n W:n I:* x:* F:* L:* --width:n --ignore-matching-lines:* --exclude:* --label:*",
        "--unified --context --color",
    ),
    "basename": (TEXT, "az --multiple --zero", "s:* --suffix:*", ""),
    "dirname": (TEXT, "z --zero", "", ""),
    "date": (TEXT, "uRIj --utc --universal --rfc-email", "d:* r:r --date:* --reference:r", "--iso-8601 --rfc-3339"),
    "seq": (TEXT, "w --equal-width", "f:* s:* --format:* --separator:*", ""),
    "whoami": (NONE, "", "", ""),
    "id": (TEXT, "gGnru --group --groups --name --real --user", "", ""),
    "groups": (TEXT, "", "", ""),
    "uname": (
        NONE,
        "amnrsvpio --all --machine --nodename --kernel-release --kernel-name --kernel-version --operating-system",
        "",
        "",
    ),
    "arch": (NONE, "", "", ""),
    "nproc": (NONE, "--all", "--ignore:n", ""),
    "uptime": (NONE, "ps --pretty --since", "", ""),
    "hostname": (NONE, "sf --short --fqdn", "", ""),
    "free": (NONE, "bkmghtw --human --total --wide --mega --giga", "", ""),
    "lscpu": (NONE, "", "", ""),
    "tty": (NONE, "s", "", ""),
    "which": (TEXT, "as", "", ""),
    "type": (TEXT, "aftpP", "", ""),
    "unzip": (FILES, "lv", "", ""),
    "sw_vers": (NONE, "", "", ""),
}

EXACT: dict[str, Row] = {}
NUMERIC = ("diff",)

# tree reads values from the next words and goes on with the letters: `tree -Ifo x` writes x.
SEPARATE = ("tree",)
