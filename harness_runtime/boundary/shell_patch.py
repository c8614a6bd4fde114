"""`apply_patch <<'X' … X` as a whole shell command. Hot for Bash calls.

Codex takes this form out of the shell and applies it itself; elsewhere a program of that name may read it. Only
the form that both see alike is taken: a quoted delimiter, nothing before, nothing after.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault

_NAMES = ("apply_patch", "applypatch")
_DELIMITER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"


def is_patch_command(command: str) -> bool:
    """Does the command start with the program that applies patches?"""
    return command.strip(" \t\n").split("\n", 1)[0].split(" ", 1)[0].split("\t", 1)[0] in _NAMES


def here_document(command: str) -> str:
    """The body of the here-document. Fault shell_unmodeled for any other form."""
    text = command.strip(" \t\n")
    first, newline, rest = text.partition("\n")
    words = first.split(None, 1)
    if not newline or len(words) != 2 or "\r" in text:
        raise Fault("shell_unmodeled", first, hint="patch_tool")
    delimiter = quoted_delimiter(words[1].strip(" \t"))
    lines = rest.split("\n")
    if not delimiter or lines[-1] != delimiter or delimiter in lines[:-1]:
        raise Fault("shell_unmodeled", words[1], hint="patch_tool")
    return "\n".join(lines[:-1])


def quoted_delimiter(word: str) -> str:
    """The name in `<<'NAME'`, "" for any other word."""
    if not word.startswith("<<"):
        return ""
    quoted = word[2:].lstrip(" ")
    if len(quoted) < 3 or quoted[0] not in "'\"" or quoted[-1] != quoted[0]:
        return ""
    name = quoted[1:-1]
    return name if all(char in _DELIMITER for char in name) else ""
