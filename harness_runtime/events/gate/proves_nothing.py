"""Evidence commands that pass whatever the change is: `true`, `echo ok`, `bash -c 'make test || true'`. Cold.

A warning for the person at the gate, no rule: it names what is known to prove nothing, and is silent on the rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from harness_runtime.artifacts.policy_block import VerificationCommand
from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.literal import literal_words
from harness_runtime.boundary.shell.parser import parse
from harness_runtime.boundary.shell.syntax import Step

# Their exit code says at most that a file is there.
EMPTY = (
    *(
        ":",
        "true",
        "echo",
        "printf",
        "exit",
        "pwd",
        "sleep",
        "cat",
        "ls",
        "tree",
        "head",
        "tail",
        "wc",
        "stat",
        "file",
    ),
    *("basename", "dirname", "realpath", "readlink", "which", "type", "date", "whoami", "id", "uname", "hostname"),
    *("seq", "yes", "printenv", "nproc", "uptime", "du", "df", "touch", "mkdir", "less", "more", "man", "clear"),
)
WRAPPERS = ("timeout", "nice", "time", "command", "env", "nohup", "exec")
SHELLS = ("sh", "bash", "dash", "zsh", "ksh")
# What makes another program only tell of itself, or of what it would do.
ASKS = ("--version", "--help", "--collect-only", "--co", "--dry-run", "--just-print")
CODE_OPTIONS = {"python": "-c", "python3": "-c", "node": "-e", "ruby": "-e", "perl": "-e"}
EMPTY_CODE = ("", "pass", "0", "1", "None", "True", "exit()", "exit(0)", "import sys; sys.exit(0)", "process.exit(0)")
MAX_DEPTH = 8


def empty_evidence(commands: Iterable[VerificationCommand]) -> list[str]:
    """Those of the commands that are to be evidence and prove nothing, as they are written."""
    return [entry.command for entry in commands if entry.evidence and proves_nothing(entry.command)]


def proves_nothing(command: str) -> bool:
    try:
        return _is_empty(literal_words(command), MAX_DEPTH)
    except Fault:
        return False


def _is_empty(words: list[str], depth: int) -> bool:
    if not words:
        return True
    name, rest = words[0].rpartition("/")[2], words[1:]
    if depth and name in WRAPPERS:
        return _is_empty(wrapped_words(rest), depth - 1)
    if depth and name in SHELLS:
        return _shell_is_empty(rest, depth - 1)
    if name in CODE_OPTIONS and rest[:1] == [CODE_OPTIONS[name]] and len(rest) == 2:
        return rest[1].strip().rstrip(";") in EMPTY_CODE or _only_prints(rest[1])
    return name in EMPTY or any(word in ASKS for word in rest)


def _only_prints(code: str) -> bool:
    text = code.strip()
    return (
        text.startswith(("print(", "console.log(")) and text.count("(") == 1 and ";" not in text and "\n" not in text
    )


def wrapped_words(words: list[str]) -> list[str]:
    """What is run behind options, times and variables."""
    at = 0
    while at < len(words) and (words[at].startswith("-") or words[at][:1].isdigit() or "=" in words[at]):
        at += 1
    return words[at:]


def _shell_is_empty(words: list[str], depth: int) -> bool:
    options = []
    while words and words[0].startswith("-"):
        options.append(words[0])
        words = words[2:] if words[0].endswith("o") else words[1:]
    if not words or not any("c" in option for option in options):
        return False
    if not words[0].strip():
        return True
    script = parse(words[0])
    if script.fault is not None:
        return False
    return not _proves(script.steps, "e" in "".join(options), depth)


def _proves(steps: list[Step], ends_at_failure: bool, depth: int) -> bool:
    """Does the exit code of the whole depend on anything that proves something?"""
    proven = False
    for step in steps:
        words = [[word.text for word in command.words] for command in step.commands]
        if words[0][:1] == ["set"]:
            ends_at_failure = ends_at_failure or any("e" in word for word in words[0][1:] if word.startswith("-"))
            continue
        does = not _is_empty(words[-1], depth)
        if step.joiner == "&&" or (step.joiner == ";" and ends_at_failure):
            proven = proven or does
        elif step.joiner == "||":
            proven = proven and does
        else:
            proven = does
    return proven
