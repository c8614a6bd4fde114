"""Commands that run another command which can be read from their words. Hot for the Bash calls that use them.

Missing on purpose: env, exec, xargs, nohup, sudo, stdbuf, script, watch, parallel, and `time -o` (it writes a file).
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.ground import Ground, check_late

_SIGNALS = ("TERM", "KILL", "INT", "HUP", "SIGTERM", "SIGKILL", "SIGINT", "9", "15", "2")


def inner_words(program: str, words: list[str], ground: Ground) -> list[str]:
    """The words of the command that is run; none for `command -v`, which only looks a name up."""
    if program == "timeout":
        return _required(program, _after_timeout(words))
    if program == "nice":
        if words[:1] == ["-n"] and len(words) > 1 and words[1].lstrip("-").isdigit():
            words = words[2:]
        elif words and words[0].startswith("-") and words[0].lstrip("-n").isdigit():
            words = words[1:]
        return _required(program, words)
    if program == "command":
        if words[:1] in (["-v"], ["-V"]):
            for name in words[1:]:
                check_late(name, ground)
            return []
        return _required(program, words)
    return _required(program, words[1:] if words[:1] == ["-p"] else words)


def _required(program: str, words: list[str]) -> list[str]:
    if not words or words[0].startswith("-"):
        raise Fault("shell_option", " ".join([program, *words[:1]]))
    return words


def _after_timeout(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        if word in ("-k", "-s") and at + 1 < len(words):
            value = words[at + 1]
            if not (_is_duration(value) if word == "-k" else value in _SIGNALS):
                raise Fault("shell_option", f"timeout {word} {value}")
            at += 2
        elif _is_harmless(word):
            at += 1
        else:
            raise Fault("shell_option", f"timeout {word}")
    if at >= len(words) or not _is_duration(words[at]):
        raise Fault("shell_option", "timeout")
    return words[at + 1 :]


def _is_harmless(word: str) -> bool:
    name, _, value = word.partition("=")
    if name == "--kill-after":
        return _is_duration(value)
    if name == "--signal":
        return value in _SIGNALS
    return word in ("--foreground", "--preserve-status", "-v", "--verbose")


def _is_duration(word: str) -> bool:
    return bool(word) and word.isascii() and word.rstrip("smhd").replace(".", "", 1).isdigit()


def shell_script(program: str, words: list[str]) -> str:
    """The text of `bash -lc TEXT`. Fault for a script file, standard input, or further words."""
    at = 0
    has_text = False
    while at < len(words) and words[at].startswith("-") and not has_text:
        word = words[at]
        if word == "-o" and words[at + 1 : at + 2] == ["pipefail"]:
            at += 2
            continue
        letters = word[1:]
        if letters.endswith("o") and words[at + 1 : at + 2] == ["pipefail"]:  # bash -euo pipefail
            letters = letters[:-1]
            at += 1
        if not letters or not all(char in "ceul" for char in letters):
            raise Fault("shell_option", f"{program} {word}", hint="shell_text")
        has_text = "c" in letters
        at += 1
    if not has_text or len(words) != at + 1:
        raise Fault("shell_unmodeled", program, hint="shell_text")
    return words[at]
