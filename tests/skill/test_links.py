"""Every link and every path that a text names leads somewhere, also inside the installed plugin."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.skill.texts import CONTRACT, ROOT, SKILL, TEXTS, text_of, tokens_of

# Paths of the project that the agent works on, and of the data folder.
NOT_OURS = re.compile(r"^(\.harness|\.codex|\.claude|\.agents|\.github|src|tests|docs/usage|packages)\b")


def links(name: str) -> list[str]:
    children = [child for token in tokens_of(text_of(name)) for child in token.children or ()]
    return [str(child.attrs["href"]) for child in children if child.type == "link_open"]


def anchors(path: Path) -> set[str]:
    """The anchors that a web host makes of the headings."""
    tokens = tokens_of(path.read_text("utf-8"))
    heads = [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


LINKS = [(name, link) for name in TEXTS for link in links(name)]


@pytest.mark.parametrize(("name", "link"), [pair for pair in LINKS if "harness:harness" not in pair[1]])
def test_a_link_resolves(name: str, link: str) -> None:
    assert "://" not in link, "a text must be whole without the network"
    target, _, anchor = link.partition("#")
    path = (ROOT / name).parent / target if target else ROOT / name
    assert path.is_file()
    assert path.resolve().is_relative_to(ROOT)
    assert not anchor or anchor in anchors(path)


def test_there_are_links_to_check() -> None:
    assert len(LINKS) > 10


@pytest.mark.parametrize("name", TEXTS)
def test_a_named_text_exists(name: str) -> None:
    named = {
        word
        for token in tokens_of(text_of(name))
        for child in token.children or ()
        if child.type == "code_inline"
        for word in re.findall(r"[\w./-]+/[\w-]+\.md", child.content)
    }
    for path in sorted(named):
        if NOT_OURS.match(path) or "SKILL.md" in path:
            continue
        beside = (ROOT / name).parent / path
        assert (ROOT / path).is_file() or beside.is_file() or (ROOT / "skills/harness" / path).is_file(), path


@pytest.mark.parametrize("name", [name for name in TEXTS if name != SKILL])
def test_a_text_begins_with_its_title(name: str) -> None:
    body = text_of(name).split("---\n")[-1] if text_of(name).startswith("---\n") else text_of(name)
    assert body.startswith("# ") or name.startswith("agents/")


SECTIONS = [
    (name, section)
    for name in TEXTS
    for section in re.findall(r"harness-contract\.md\), section (\d+)", text_of(name))
]


@pytest.mark.parametrize(("name", "section"), SECTIONS)
def test_a_section_that_is_named_by_its_number_is_the_one_meant(name: str, section: str) -> None:
    assert f"## {section}. Handoff" in text_of(CONTRACT)
