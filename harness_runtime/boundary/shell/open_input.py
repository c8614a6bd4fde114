"""A command that reads open input may outlive the turn, and what is typed into it later reaches no hook. Hot."""

from __future__ import annotations

from harness_runtime.boundary.paths import resolve_both
from harness_runtime.boundary.shell.ground import Place

# Programs that read their input when no file is named; the second and third need an operand before the files.
STDIN_READERS = (
    " cat tac nl head tail wc sort uniq cut tr rev fold fmt column paste od xxd hexdump strings grep egrep fgrep sed"
    " jq tee md5sum sha1sum sha256sum base64 expand unexpand "
)
ALWAYS_STDIN = ("tr", "tee")
PATTERN_FIRST = ("grep", "egrep", "fgrep", "sed", "jq")


def has_open_input(program: str, rest: list[str], place: Place) -> bool:
    """Nothing feeds this one of `STDIN_READERS`, so what is typed later would. In doubt, yes."""
    if place.has_input or any(operator == "<" for operator, _ in place.command.redirections):
        return False
    if program in ALWAYS_STDIN or "-" in rest:
        return True
    names = [word for word in rest if not word.startswith("-")][program in PATTERN_FIRST :]
    return not any(found.mode for name in names for found in resolve_both(place.ground.cwd, name))
