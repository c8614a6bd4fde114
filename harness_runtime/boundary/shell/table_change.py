"""Programs that change files, with the forms whose every target is known beforehand. Data.

The operands are judged as what is written, moved or removed. Missing on purpose: `cp -r` and `chmod -R`
(what a folder holds by then is neither judged nor kept for undo), backups and `-t` (other targets than the operands),
`cp -d`, `-P` and `-a` (they copy links), hard links, `ln -r` (it makes `..`, which no link's
target may hold: what lies above may be another place by then), `mkdir -m` and setuid modes, `rmdir -p`,
`chmod --reference`, `truncate --io-blocks`.
"""

from __future__ import annotations

from harness_runtime.boundary.shell.options import FILES, TEXT, Row

ROWS: dict[str, Row] = {
    "mkdir": (FILES, "pv --parents --verbose", "", ""),
    "touch": (FILES, "acm --no-create", "d:* t:n r:r --date:* --reference:r", ""),
    "cp": (
        FILES,
        "finpuvTLH --force --no-clobber --update --verbose --no-target-directory --dereference",
        "--preserve:w",
        "",
    ),
    "mv": (FILES, "finuvT --force --no-clobber --update --verbose --no-target-directory", "", ""),
    "rm": (FILES, "fiIvrR --force --verbose --recursive", "", "--interactive"),
    "rmdir": (FILES, "v --ignore-fail-on-non-empty --verbose", "", ""),
    "ln": (FILES, "sfnvT --symbolic --force --no-dereference --verbose", "", ""),
    "tee": (FILES, "aip --append --ignore-interrupts", "", ""),
    "truncate": (FILES, "c --no-create", "s:* r:r --size:* --reference:r", ""),
    "chmod": (TEXT, "cfv --changes --silent --quiet --verbose", "", ""),
}

EXACT: dict[str, Row] = {}
NUMERIC = ()
SEPARATE = ()
