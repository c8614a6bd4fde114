"""What is wrong with a harness file or with something it names: a code, a subject, and the line a person reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from harness_runtime.messages.catalog import DEFAULT
from harness_runtime.messages.guides import sentence

MAX_SHOWN = 200


@dataclass(frozen=True)
class Fault:
    """`code` names the sentence; `subject`: `guide "Style"`, `sensors[0].command`, "" for the file as a whole."""

    code: str
    subject: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)

    def message(self, language: str = DEFAULT) -> str:
        return sentence(language, self.code, **{name: shown(text) for name, text in self.fields.items()})

    def line(self, language: str = DEFAULT) -> str:
        told = self.message(language)
        return f"{shown(self.subject)}: {told}" if self.subject else told


class HarnessFault(Exception):
    """The whole harness file is skipped. `path` is the file's, `faults` is never empty."""

    def __init__(self, path: str, faults: Sequence[Fault]) -> None:
        super().__init__(path, faults)
        self.path = path
        self.faults = tuple(faults)

    def line(self, language: str = DEFAULT) -> str:
        return f"{shown(self.path, 1000)}: " + "; ".join(fault.line(language) for fault in self.faults)

    def __str__(self) -> str:
        return self.line("en")


def named(kind: str, name: str) -> str:
    """The subject of a guide, sensor, workflow, completion policy or escalation rule."""
    return f'{kind} "{name}"'


def shown(text: str, most: int = MAX_SHOWN) -> str:
    """One line that a terminal shows as it is: nothing invisible, at most `most` characters."""
    plain = "".join(char if char.isprintable() else "�" for char in text)
    return plain if len(plain) <= most else plain[: most - 1] + "…"
