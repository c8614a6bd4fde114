"""What the pages tell is true: their commands run and print what stands there, their links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.guides.audit import audit
from harness_runtime.settings.config import Config
from harness_runtime.settings.guard import Guard
from harness_runtime.workflow.commands import HELP, VERBS
from tests.docs.blocks import NAMES, PAGES, ROOT, anchors, code, commands, fences, links
from tests.docs.cli_page import tree
from tests.docs.story import told

RUN = [page for page in PAGES if commands(page)]


@pytest.mark.parametrize("page", RUN, ids=NAMES.get)
def test_the_commands_of_a_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    story = told(tmp_path)
    for command in commands(page):
        done = story.run(command.text, command.answers, "ko" if ".ko." in page.name else "en")
        assert done.exit_code == command.exit_code, f"$ {command.text}\n{done.shown}"
        assert command.matches(done.shown), f"$ {command.text}\n{done.shown}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.fixture(scope="module")
def verbs() -> dict[str, Any]:
    return tree()


def unknown(words: list[str], verbs: dict[str, Any]) -> str:
    """What `harness-state` would not know of these words; "" when it knows them all."""
    told: dict[str, Any] = {"verbs": verbs, "spellings": []}
    for word in words:
        if word in ("|", "&&", ";", ">", "#"):
            break
        if word.startswith("--") and word.partition("=")[0] not in (*told["spellings"], "--help", "--version"):
            return word
        if told["verbs"]:
            if word.rstrip(",.") not in told["verbs"] and not word.startswith("-"):
                return "" if word.isupper() or word == "…" else word
            told = told["verbs"].get(word, told)
    return ""


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_every_command_and_option_that_a_page_names_exists(page: Path, verbs: dict[str, Any]) -> None:
    named = [piece.partition("harness-state ")[2] for piece in code(page) if "harness-state " in piece]
    assert [(words, fault) for words in named if (fault := unknown(_split(words), verbs))] == []


def _split(words: str) -> list[str]:
    try:
        return shlex.split(words)
    except ValueError:  # a quote that ends on another line
        return words.split()


SKILLS = {path.parent.name for path in (ROOT / "skills").glob("*/SKILL.md")}


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_every_word_for_the_conversation_that_a_page_names_exists(page: Path) -> None:
    named = {word for piece in code(page) for word in re.findall(r"[$/]harness:(\w+)", piece)}
    assert named - {*VERBS, *SKILLS, HELP, "off"} == set()


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {found[1] for piece in code(page) if (found := re.match(r"make ([a-z]+)\b", piece))}
    assert named - targets <= {"test"}


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in PAGES and page not in reached:
            reached.add(page)
            ahead += [(page.parent / link.partition("#")[0]).resolve() for link in links(page) if ":" not in link]
    assert sorted(NAMES[page] for page in set(PAGES) - reached) == []


def test_the_files_to_begin_with_are_valid(tmp_path: Path) -> None:
    page = ROOT / "docs/configuration.md"
    config, guard = fences(page, "json")
    [guides] = fences(page, "toml")
    for text, kind in ((config, Config), (guard, Guard)):
        assert kind.model_validate_json(text)
    assert audit(tmp_path, guides.encode(), os.environ["PATH"]) == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_every_extra_that_a_page_names_exists(page: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = {word for piece in code(page) for word in re.findall(r"(?:\.|harness-gates)\[(\w+)\]", piece)}
    assert named - set(extras) == set()
