"""Is one modelled command a read? Hot for Bash calls."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.ground import Ground, check_file, check_late
from harness_runtime.boundary.shell.index import model_of
from harness_runtime.boundary.shell.options import NONE, ONE_FILE, PATTERN_FILES, TEXT, Split, split


def check_reader(program: str, family: str, words: list[str], ground: Ground, has_input: bool) -> None:
    """Fault unless the command only reads, and no secret."""
    model = model_of(program, family)
    found = split(model, words)
    files = files_of(program, model.operands, found)
    for name in files:
        if name != "-":
            check_file(name, ground)
    for name in found.reads:
        check_file(name, ground)
    for name in found.late:
        if model.operands != TEXT and program not in ("rg", "fd", "fdfind"):  # these never stop at an operand
            check_late(name, ground)
    if program == "rg":
        from harness_runtime.boundary.shell.rg import check_rg

        check_rg(found, files, ground, has_input)
    elif program in ("diff", "grep", "egrep", "fgrep"):
        from harness_runtime.boundary.shell.walkers import check_walk

        check_walk(program, found, files, ground)
    elif program in _MORE:
        _check_more(program, found, ground)


_MORE = ("tail", "date", "hostname", "strings", "which", "type", "unzip")


def files_of(program: str, operands: str, found: Split) -> list[str]:
    """The operands that are files."""
    if operands == TEXT:
        return []
    if operands == NONE and found.operands:
        raise Fault("shell_option", f"{program} {found.operands[0]}")
    if operands == ONE_FILE and found.late:  # where options end at the first operand, even an option is a file
        raise Fault("shell_option", f"{program} {found.operands[0]} {found.late[0]}", hint="writes_second")
    if operands == PATTERN_FILES:
        given = found.has("-e", "--regexp") and program not in ("fd", "fdfind")
        if given or (program == "rg" and found.has("--files", "--type-list")) or found.has("--version", "--help"):
            return found.operands
        if not found.operands and program not in ("fd", "fdfind"):
            raise Fault("shell_unmodeled", program)
        return found.operands[1:]
    return found.operands


def _check_more(program: str, found: Split, ground: Ground) -> None:
    """What single programs do with an operand that has a meaning of its own."""
    for word in found.operands:
        if program == "tail" and word.startswith("+"):
            raise Fault("shell_option", f"tail {word}")
        if program == "date" and not word.startswith("+"):  # sets the clock
            raise Fault("shell_option", f"date {word}")
        if program == "strings" and word.startswith("@"):  # a file of further arguments
            raise Fault("shell_option", f"strings {word}")
        if program in ("which", "type"):  # PowerShell's `type` shows a file
            check_late(word, ground)
    if program == "unzip" and not found.has("-l", "-v"):
        raise Fault("shell_option", "unzip", hint="list_only")
