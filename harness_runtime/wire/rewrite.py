"""The answer that lets a shell command run in another form: under `harness-confine`. Hot.

Codex takes a new input only together with `allow`, which skips nothing there. On Claude Code `allow` would skip the
person's own permission prompt, so the input stands alone; it replaces the whole input, so every other key is
repeated. Source: harness contract, Hosts.
"""

from __future__ import annotations

from harness_runtime.wire.fastjson import dumps

MAX_LINE = 100_000  # bytes: a single argument of a process may not be longer than 128 KB

_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-")


def confined_line(lead: str, program: str, number: int | str, text: str, words: list[str], trail: str = "") -> str:
    """`LEAD PROGRAM N -- WORDS TRAIL`, or the whole text as one argument where there are no words to show.

    bash, dash and zsh hand PROGRAM exactly these arguments. `lead` and `trail` stay as they are: `cd DIR && `.
    """
    shown = " ".join(map(shell_word, words)) if words else single_quoted(text)
    return f"{lead}{shell_word(program)} {number} -- {shown}{trail}"


def shell_word(text: str) -> str:
    """One word for every shell; zsh would look for a program where a plain word begins with `=`."""
    return text if text and text[0] != "=" and _SAFE.issuperset(text) else single_quoted(text)


def single_quoted(text: str) -> str:
    """A quote inside stands between double quotes, which also holds in a zsh that reads `''` as a quote."""
    return "'" + text.replace("'", "'\"'\"'") + "'"


def joined(words: list[str]) -> str:
    """The words as one text; the same as `shlex.join`."""
    return " ".join(word if word and _SAFE.issuperset(word) else single_quoted(word) for word in words)


def rewritten_input(host: str, tool_input: dict[str, object], command: str) -> dict[str, object]:
    """What the host will run: Codex knows the command alone."""
    return {"command": command} if host == "codex" else {**tool_input, "command": command}


def rewrite_answer(host: str, changed: dict[str, object], advice: str = "", message: str = "") -> bytes:
    """The whole answer, one line of ASCII; `advice` is for the model, `message` for the person. ValueError when the
    input holds a number that JSON has no form for."""
    decision = '"permissionDecision":"allow",' if host == "codex" else ""
    context = f',"additionalContext":{dumps(advice)}' if advice else ""
    shown = f',"systemMessage":{dumps(message)}' if message else ""
    return (
        f'{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{decision}"updatedInput":{dumps(changed)}{context}}}'
        f"{shown}}}\n"
    ).encode("ascii")
