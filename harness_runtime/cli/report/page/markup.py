"""HTML out of values: whatever is not markup already is text, escaped, with nothing that a screen does not show."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from harness_runtime.cli.plain import plain

VOID = frozenset(("meta", "br", "hr", "circle", "rect", "path"))


class Html(str):
    """Markup that `el` made. A plain str is never taken for it."""

    __slots__ = ()


Part = str | None | Iterable["Part"]
Value = str | int | float | bool | None


def el(tag: str, *parts: Part, cls: str = "", **attributes: Value) -> Html:
    """One element. Attribute names are written with `_` for `-`; True stands alone, False and None are left out."""
    named: dict[str, Value] = {"class": cls or None, **attributes}
    head = "".join(_attribute(name, value) for name, value in named.items() if value not in (None, False))
    return Html(f"<{tag}{head}/>" if tag in VOID else f"<{tag}{head}>{join(parts)}</{tag}>")


def join(parts: Part) -> Html:
    match parts:
        case None:
            return Html("")
        case Html():
            return parts
        case str():
            return Html(safe(parts))
    return Html("".join(map(join, parts)))


def safe(text: str) -> str:
    """As text of an element or value of a quoted attribute."""
    return escape(plain(text), quote=True)


def raw(text: str) -> Html:
    """For what is written in this program: a style sheet, a document type."""
    return Html(text)


def _attribute(name: str, value: Value) -> str:
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{safe(str(value))}"'


def inline(text: str) -> list[Html]:
    """A sentence of ours with its `words to type` set as such."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return [join(text)]
    return [code(piece) if at % 2 else join(piece) for at, piece in enumerate(pieces)]


def code(text: str, cls: str = "") -> Html:
    """A path, a hash, a command: may break anywhere, reads from left to right."""
    return el("code", text, cls=cls, dir="ltr")


def lines(found: Iterable[str]) -> Html:
    """Lines as they stand, long ones broken. HTML takes away the first line break, so there is one to take."""
    return el("pre", raw("\n"), [[line, raw("\n")] for line in found], dir="ltr")


def when(at: str, shown: str) -> Html:
    return el("time", shown, datetime=at) if at else join(shown)
