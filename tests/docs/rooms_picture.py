"""The import picture of docs/architecture.md, made from the table that the import test holds."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.test_imports import GROUND, PACKAGE, ROOMS

BEGIN, END = "<!-- rooms: made by `make docs` -->", "<!-- rooms end -->"


def picture() -> str:
    """What a room may import, by arrows: the ground, which every room sees, and what follows from others left out."""
    lines = ["```mermaid", "flowchart TD"]
    lines += [f"    {room} --> {other}" for room in ROOMS for other in sorted(_arrows(room))]
    lines += [f"    subgraph ground [every room sees these]\n        {' ~~~ '.join(sorted(GROUND))}\n    end"]
    lines += [f"    {room} --> ground" for room in ROOMS if room not in GROUND and not _arrows(room)]
    return "\n".join([*lines, "```"])


def subjects() -> str:
    """A line for each room: its name, and what its package says of itself."""
    rows = [f"| `{room}/` | {_subject(PACKAGE / room / '__init__.py')} |" for room in ROOMS]
    return "\n".join(["| room | |", "|---|---|", *rows])


def folders() -> str:
    """The same for the folders in the rooms that have some."""
    packages = sorted(path.parent for room in ROOMS for path in (PACKAGE / room).glob("*/__init__.py"))
    rows = [f"| `{path.relative_to(PACKAGE)}/` | {_subject(path / '__init__.py')} |" for path in packages]
    return "\n".join(["| folder | |", "|---|---|", *rows])


def page(present: str) -> str:
    """The page with its picture and table made anew."""
    before, rest = present.split(BEGIN)
    parts = (picture(), subjects(), "The large rooms have folders, a subject each:", folders())
    return "\n\n".join([f"{before}{BEGIN}", *parts, f"{END}{rest.split(END)[1]}"])


def _arrows(room: str) -> set[str]:
    """The rooms above the ground that it imports, without those that one of them imports for it."""
    seen = {other for other in ROOMS[room] - GROUND if other != room}
    return {other for other in seen if not any(other in ROOMS[between] - {between} for between in seen)}


def _subject(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return re.split(r"\.\s|\.$| \(contract: ", text.partition("\n")[0])[0]
