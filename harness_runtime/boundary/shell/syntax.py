"""What the parser makes of a command line: words, commands, pipelines. Hot for Bash calls."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault

REVISION = "~"  # the word holds `~`, `^` or `@{…}` in the middle: only git may take it
STATUS = "$?"  # the word holds the last exit code: only echo may take it


class Word:
    """One literal word. `globs` are the places of unquoted `*`, `?` and `[…]` in it; `odd` see above; `start` and
    `end` are where it stands in the line."""

    __slots__ = ("end", "globs", "odd", "quoted", "start", "text")

    def __init__(
        self, text: str, quoted: bool, globs: tuple[int, ...], odd: str, start: int = 0, end: int = 0
    ) -> None:
        self.text = text
        self.quoted = quoted
        self.globs = globs
        self.odd = odd
        self.start = start
        self.end = end


class Command:
    """A simple command. `redirections` are (operator, target) of files; `documents` the bodies of here-documents;
    `start` and `end` say where it stands in the line."""

    __slots__ = ("both", "documents", "end", "joined", "redirections", "start", "words")

    def __init__(self) -> None:
        self.start = self.end = 0
        self.words: list[Word] = []
        self.redirections: list[tuple[str, Word]] = []
        self.documents: list[str] = []
        self.both = False  # `&>/dev/null`, which dash reads as a background job
        self.joined = False  # `2>&1` and its like

    @property
    def is_empty(self) -> bool:
        return not self.words and not self.redirections and not self.documents


class Step:
    """A pipeline and how it is joined to what stands before it: "", `;`, `&&` or `||`."""

    __slots__ = ("commands", "joiner")

    def __init__(self, joiner: str) -> None:
        self.joiner = joiner
        self.commands: list[Command] = [Command()]


class Script:
    """The steps as far as they were read, and the fault that ended the reading."""

    __slots__ = ("fault", "steps")

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.fault: Fault | None = None
