"""jq reads files, unless its filter shows the environment or imports a module. Hot for the Bash calls that run it.

Missing on purpose: -f, -L, --slurpfile, --rawfile, --args, --jsonargs.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.options import PATTERN_FILES, Model, split

_MODEL = (
    PATTERN_FILES,
    "nrRscCMaSej --null-input --raw-output --raw-input --slurp --compact-output --color-output --monochrome-output"
    " --ascii-output --sort-keys --exit-status --join-output --tab --stream --seq --unbuffered",
    "--indent:n",
    "",
)
_EVALUATED = ("env", "ENV", "import", "include", "modulemeta", "get_search_list", "__prog_args")
_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"


def jq_files(words: list[str]) -> list[str]:
    """The files. Faults: secret for a filter that shows the environment, shell_option."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        if words[at] == "--":
            kept += words[at:]
            break
        if words[at] in ("--arg", "--argjson"):
            at += 3
        else:
            kept.append(words[at])
            at += 1
    found = split(Model("jq", _MODEL), kept)
    if not found.operands:
        if found.has("--version", "--help"):
            return []
        raise Fault("shell_unmodeled", "jq")
    _check_filter(found.operands[0])
    return found.operands[1:]


def _check_filter(text: str) -> None:
    at = 0
    while at < len(text):
        if text[at] not in _NAME:
            at += 1
            continue
        end = at
        while end < len(text) and text[end] in _NAME:
            end += 1
        name = text[at:end]
        if name in _EVALUATED and not _is_field(text, at, end):
            raise Fault("secret" if name.lower() == "env" else "shell_option", f"jq {name}")
        at = end


def _is_field(text: str, at: int, end: int) -> bool:
    """`.env` and `"env"` are keys of the input."""
    before = text[at - 1 : at]
    if before == ".":
        return text[at - 2 : at - 1] != "." or at < 2
    return before == '"' and text[end : end + 1] == '"'
