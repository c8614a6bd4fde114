"""Words that PowerShell reads as the POSIX shells do. Hot for Bash calls.

On Codex the model may name the shell of a call, and the hook does not see which. Where `pwsh` can be found, only
plain words and single-quoted ones without quotes or backslashes inside mean the same to all.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import exists

_PLAIN = " \t\n_./:=+-|"
_QUOTED_OTHERWISE = '"\\`\u2018\u2019\u201a\u201b\u201c\u201d\u201e'
_STREAMS = (" 2>&1", " 2>/dev/null", " >/dev/null")


def powershell_fault(command: str, path: str, mutates: bool) -> Fault | None:
    """Why PowerShell could take the command differently, where it is installed."""
    if not any(folder and exists(f"{folder}/pwsh") for folder in dict.fromkeys(path.split(":"))):
        return None
    if mutates:
        return Fault("shell_unmodeled", "pwsh", hint="patch_tool")
    for stream in _STREAMS:
        command = command.replace(stream, " ")
    parts = command.split("'")
    for at, part in enumerate(parts):
        quoted = at % 2 == 1
        for char in part:
            if char in _QUOTED_OTHERWISE if quoted else not _is_plain(char):
                return Fault("shell_unmodeled", f"pwsh: {char}", hint="single_quotes")
    return None


def _is_plain(char: str) -> bool:
    return char in _PLAIN or (char.isascii() and char.isalnum())
