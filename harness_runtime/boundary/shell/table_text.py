"""Programs that show or reshape text. Data.

Missing on purpose: `tail -f` and `--pid`; `--files0-from`; `sort -o`, `-T`, `--compress-program` and
`--random-source`; the output operand of uniq and xxd; `-c` of the checksums (it reads files that a list names);
`hexdump -f`; `base64 -i` and `-o` (on BSD they name files); `column -n` (a flag here, a value there).
"""

from __future__ import annotations

from harness_runtime.boundary.shell.options import FILES, ONE_FILE, TEXT, Row

_SUM = (FILES, "btz --tag --binary --text --zero", "", "")

ROWS: dict[str, Row] = {
    "cat": (
        FILES,
        "AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
        "",
        "",
    ),
    "tac": (FILES, "br --before --regex", "s:* --separator:*", ""),
    "head": (FILES, "qvz --quiet --silent --verbose --zero-terminated", "n:n c:n --lines:n --bytes:n", ""),
    "tail": (FILES, "qvz --quiet --silent --verbose --zero-terminated", "n:n c:n --lines:n --bytes:n", ""),
    "wc": (FILES, "clLmw --bytes --chars --lines --max-line-length --words", "--total:w", ""),
    "sort": (
        FILES,
        "bdfghiMnRrsucCVmz --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort"
        " --human-numeric-sort --month-sort --numeric-sort --random-sort --reverse --stable --unique --version-sort"
        " --merge --zero-terminated --debug",
        "k:* t:* --key:* --field-separator:* --parallel:n --sort:w --buffer-size:n S:n",
        "--check",
    ),
    "uniq": (
        ONE_FILE,
        "cdDiuz --count --repeated --ignore-case --unique --zero-terminated",
        "f:n s:n w:n --skip-fields:n --skip-chars:n --check-chars:n",
        "--all-repeated --group",
    ),
    "cut": (
        FILES,
        "nsz --complement --only-delimited --zero-terminated",
        "b:* c:* d:* f:* --bytes:* --characters:* --delimiter:* --fields:* --output-delimiter:*",
        "",
    ),
    "nl": (FILES, "p", "b:* d:* f:* h:* i:n l:n n:w s:* v:n w:n --body-numbering:*", ""),
    "tr": (TEXT, "cCdst --complement --delete --squeeze-repeats --truncate-set1", "", ""),
    "rev": (FILES, "", "", ""),
    "paste": (FILES, "sz --serial --zero-terminated", "d:* --delimiters:*", ""),
    "join": (
        FILES,
        "iz --ignore-case --header --check-order --nocheck-order",
        "1:n 2:n j:n t:* o:* e:* a:n v:n",
        "",
    ),
    "comm": (FILES, "123z --check-order --nocheck-order --total --zero-terminated", "--output-delimiter:*", ""),
    "fold": (FILES, "bs --bytes --spaces", "w:n --width:n", ""),
    "fmt": (FILES, "cstu --split-only --uniform-spacing", "w:n --width:n", ""),
    "expand": (FILES, "i --initial", "t:* --tabs:*", ""),
    "unexpand": (FILES, "a --all --first-only", "t:* --tabs:*", ""),
    "column": (FILES, "tx --table", "s:* c:n o:* N:* --separator:* --output-separator:* --table-columns:*", ""),
    "md5sum": _SUM,
    "sha1sum": _SUM,
    "sha224sum": _SUM,
    "sha256sum": _SUM,
    "sha384sum": _SUM,
    "sha512sum": _SUM,
    "b2sum": (FILES, "btz --tag --binary --text", "l:n --length:n", ""),
    "cksum": (FILES, "", "a:w", ""),
    "shasum": (FILES, "bt --binary --text", "a:n --algorithm:n", ""),
    "md5": (FILES, "qr", "", ""),
    "base64": (FILES, "d --decode", "w:n --wrap:n", ""),
    "base32": (FILES, "d --decode", "w:n --wrap:n", ""),
    "hexdump": (FILES, "bcCdovx --canonical --no-squeezing", "e:* n:n s:n --length:n --skip:n", ""),
    "hd": (FILES, "v", "n:n s:n", ""),
    "od": (FILES, "abcdfiloxsv", "A:w t:* N:n j:n", ""),
    "strings": (FILES, "af --all --print-file-name", "n:n t:w e:w --bytes:n --radix:w --encoding:w", ""),
    "zcat": (FILES, "f", "", ""),
}

# One dash, whole words: `xxd -ps` is not -p and -s.
EXACT: dict[str, Row] = {
    "xxd": (
        ONE_FILE,
        "-a -b -e -E -i -p -ps -plain -r -u -C",
        "-c:n -cols:n -g:n -groupsize:n -l:n -len:n -s:n -seek:n -n:w",
        "",
    ),
}

NUMERIC = ("head", "tail")
SEPARATE = ()
