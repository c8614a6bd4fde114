"""What the pages hold for a machine: commands to run with what they print, links, commands and options by name.

A fence `console` holds lines that begin with `$ `, which are run, each with what it must print below it: `…` stands
for anything, on a line of its own for any lines. A question that ends in `[y/N]` is answered with what stands behind
it. A command ends with 0, or as a comment behind it says (`# exit 1`). `console host` needs the host programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(path for path in (ROOT / "docs").rglob("*.md") if "contracts" not in path.parts)]
)
NAMES = {path: str(path.relative_to(ROOT)) for path in PAGES}
_EXIT = re.compile(r"#\s*exit (\d+)\s*$")
_ANSWER = re.compile(r"^(.*\[y/N\]) (\S*)$")


@dataclass(frozen=True)
class Command:
    """One command of a page, the exit code it must end with, and the lines it must print."""

    text: str
    exit_code: int
    shown: tuple[str, ...]

    @property
    def answers(self) -> list[tuple[str, str]]:
        return [(found[1], found[2]) for line in self.shown if (found := _ANSWER.match(line.strip()))]

    def matches(self, output: str) -> bool:
        """Whether the output is what stands below the command, blanks at the ends of lines aside."""
        if not self.shown:
            return True
        flat = "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
        return re.fullmatch("".join(map(_pattern, self.shown)), f"{flat}\n") is not None


def commands(page: Path, info: str = "console") -> list[Command]:
    found: list[Command] = []
    for block in fences(page, info):
        for line in block.splitlines():
            if line.startswith("$ "):
                code = _EXIT.search(line)
                found.append(Command(line[2:], int(code[1]) if code else 0, ()))
            else:
                last = found.pop()
                found.append(Command(last.text, last.exit_code, (*last.shown, line.rstrip())))
    return found


def fences(page: Path, info: str) -> Iterator[str]:
    for token in MarkdownIt().parse(page.read_text("utf-8")):
        if token.type == "fence" and token.info.strip() == info:
            yield token.content


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    found = []
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8")):
        for inner in token.children or []:
            target = inner.attrs.get("href") or inner.attrs.get("src")
            if target:
                found.append(str(target))
    return found


def anchors(page: Path) -> set[str]:
    """The anchors of a page's heads, as the usual viewers make them."""
    tokens = MarkdownIt().parse(page.read_text("utf-8"))
    heads = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}


def code(page: Path) -> Iterator[str]:
    """Every piece of code on a page: inline, and the lines of fences for a shell."""
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8")):
        if token.type == "fence" and token.info.split()[:1] in (["console"], ["sh"], []):
            yield from (line.removeprefix("$ ") for line in token.content.splitlines())
        yield from (inner.content for inner in token.children or [] if inner.type == "code_inline")


def _pattern(line: str) -> str:
    if line.strip() == "…":
        return r"(?:.*\n)*?"
    return ".*".join(map(re.escape, line.split("…"))) + r"\n"
