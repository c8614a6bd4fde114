"""An artifact as a document: which sections it has, in which order, and what no artifact may hold.

markdown-it-py reads the text; headings inside code, quotes and lists are not sections.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from harness_runtime.artifacts.canonical import MAX_BYTES, hidden_characters
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import Kind
from harness_runtime.session.libraries import as_installed

if TYPE_CHECKING:
    from markdown_it.token import Token

METADATA = "Artifact Metadata"


@dataclass(frozen=True)
class Fence:
    """A fenced code block at top level: its info string and its content."""

    info: str
    content: str


@dataclass(frozen=True)
class Table:
    """Header cells and body rows, as plain text."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """An H2 and what follows it, up to the next one. `body` is the source text."""

    name: str
    body: str
    fences: tuple[Fence, ...]
    tables: tuple[Table, ...]

    def first_line(self) -> str:
        """The first line with text, without Markdown emphasis and code marks."""
        line = next((line for line in self.body.splitlines() if line.strip()), "")
        return line.strip().strip("*_`").strip()


@dataclass(frozen=True)
class Document:
    """`languages`: the first word of each fenced block's info string, wherever the block stands, case folded."""

    sections: tuple[Section, ...]
    languages: tuple[str, ...]

    def section(self, name: str) -> Section | None:
        folded = name.casefold()
        return next((s for s in self.sections if s.name.casefold() == folded), None)


def read_document(canonical: bytes) -> tuple[Document | None, list[Fault]]:
    """Split the canonical bytes into sections, with the faults that any kind of artifact may have.

    None when the bytes are not read at all; then the fault that says why is the only one.
    """
    if len(canonical) > MAX_BYTES:
        return None, [Fault("", "too_large", str(len(canonical)))]
    try:
        text = canonical.decode("utf-8")
    except UnicodeDecodeError:
        return None, [Fault("", "encoding")]
    faults: list[Fault] = []
    environment: dict[str, object] = {}
    with as_installed():  # dear, and most events read no artifact
        from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(text, environment)
    hidden = hidden_characters(f"{text}\n{_drawn(tokens)}")
    if hidden:
        faults.append(Fault("", "hidden_characters", ", ".join(hidden[:8])))
    html = _first_html(tokens)
    if html:
        faults.append(Fault("", "html", html))
    if environment.get("references"):
        faults.append(Fault("", "link_references"))
    titles = sum(token.type == "heading_open" and token.tag == "h1" for token in tokens)
    if titles != 1:
        faults.append(Fault("", "one_title", str(titles)))
    languages = (token.info.casefold().split()[:1] for token in tokens if token.type == "fence")
    return Document(tuple(_sections(tokens, text.split("\n"))), tuple(chain.from_iterable(languages))), faults


def check_sections(document: Document, kind: Kind, required: tuple[str, ...]) -> list[Fault]:
    """The required sections are there once, in order, with text; others come after them (and before the gate)."""
    faults: list[Fault] = []
    names = [section.name.casefold() for section in document.sections]
    for name in required:
        count = names.count(name.casefold())
        if count != 1:
            faults.append(Fault(name, "section_missing" if count == 0 else "section_repeated"))
        elif not document.sections[names.index(name.casefold())].body.strip():
            faults.append(Fault(name, "section_empty"))
    if not faults:
        faults.extend(_check_order(names, kind, required))
    return faults


def _check_order(names: list[str], kind: Kind, required: tuple[str, ...]) -> list[Fault]:
    leading = names[1:] if names[:1] == [METADATA.casefold()] else names
    gate = kind.gate.casefold()
    fixed = [name.casefold() for name in required if name.casefold() != gate]
    if leading[: len(fixed)] != fixed:
        wrong = next((n for n, (a, b) in enumerate(zip(leading, fixed, strict=False)) if a != b), 0)
        return [Fault(required[wrong], "section_order")]
    if gate and leading[-1] != gate:
        return [Fault(kind.gate, "gate_not_last")]
    return []


def _drawn(tokens: list[Token]) -> str:
    """The text as a screen that draws Markdown shows it: entities are characters there."""
    return "".join(token.content if token.type == "text" else f"\n{_drawn(token.children or [])}" for token in tokens)


def _first_html(tokens: list[Token]) -> str:
    """The first HTML of the text, its first line; "" when there is none."""
    for token in tokens:
        if token.type in ("html_block", "html_inline"):
            return token.content.strip().split("\n")[0] or "<"
        inner = _first_html(token.children) if token.children else ""
        if inner:
            return inner
    return ""


def _sections(tokens: list[Token], lines: list[str]) -> list[Section]:
    heads = [
        (position, token.map[0], token.map[1])
        for position, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h2" and token.level == 0 and token.map
    ]
    sections = []
    for number, (position, _, body_start) in enumerate(heads):
        following = heads[number + 1] if number + 1 < len(heads) else (len(tokens), len(lines), 0)
        inside = tokens[position + 3 : following[0]]
        sections.append(
            Section(
                name=" ".join(tokens[position + 1].content.split()),
                body="\n".join(lines[body_start : following[1]]),
                fences=tuple(Fence(t.info.strip(), t.content) for t in inside if t.type == "fence" and t.level == 0),
                tables=tuple(_tables(inside)),
            )
        )
    return sections


def _tables(tokens: list[Token]) -> list[Table]:
    tables: list[Table] = []
    rows: list[list[str]] = []
    for position, token in enumerate(tokens):
        match token.type:
            case "table_open":
                rows = []
            case "tr_open":
                rows.append([])
            case "th_open" | "td_open":
                rows[-1].append(_plain(tokens[position + 1]))
            case "table_close":
                tables.append(Table(tuple(rows[0]), tuple(tuple(row) for row in rows[1:])))
    return tables


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or []).strip()
