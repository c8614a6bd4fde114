"""What a transcript is taken to say, whichever host wrote it: words, and calls with what became of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal["ran", "failed", "refused", "unknown"]
PATCH_HEADS = re.compile(r"^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$", re.MULTILINE)
CONFINED = re.compile(r"^\S*/harness-confine \d+ -- ")
NAMING = ("command", "cmd", "file_path", "notebook_path", "path", "pattern", "url", "query", "skill")


@dataclass(frozen=True)
class Said:
    who: Literal["person", "agent"]
    text: str


@dataclass
class Call:
    """`code` is an exit code where one is known; `told` what the tool said when it did not do its part."""

    id: str
    tool: str
    what: str
    outcome: Outcome = "unknown"
    code: int | None = None
    told: str = ""
    judged: Literal["", "allow", "deny"] = ""  # Harness's own record of the call

    def ended(self, code: int, told: str) -> None:
        self.outcome, self.code, self.told = ("failed", code, told) if code else ("ran", 0, "")


Step = Said | Call


def what_of(arguments: Any) -> str:
    """What a call was about, from its arguments: a command, the paths of a patch, a file, else all of them."""
    if isinstance(arguments, str):
        heads = PATCH_HEADS.findall(arguments) if "*** Begin Patch" in arguments else []
        return ", ".join(f"{verb} {path.strip()}" for verb, path in heads) or arguments
    if not isinstance(arguments, dict):
        return ""
    for name in NAMING:
        value = arguments.get(name)
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            value = " ".join(value)
        if isinstance(value, str) and value:
            return unwrapped(what_of(value))
    return ", ".join(f"{key}={value}" for key, value in arguments.items() if isinstance(value, str | int | bool))


def unwrapped(command: str) -> str:
    """Without what Harness puts before a command that it confines."""
    return CONFINED.sub("", command)


def texts(content: Any) -> str:
    """The text of a message's or a result's content: a string, or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    found = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in found if isinstance(text, str))
