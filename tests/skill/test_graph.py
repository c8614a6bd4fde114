"""Every file of the loading graph is there, can be reached, and stays within its budget of tokens.

The measure: a token is four bytes of UTF-8. For English prose with names and tables that is about what the hosts'
tokenizers count; for Korean, which takes three bytes a letter, it counts too much rather than too little.
"""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from harness_runtime.cli.verbs.loading import verb as loading
from tests.skill.texts import GRAPH, GROUPS, HUMAN, LOADING, PROFILES, ROOT, SKILL, TEMPLATES, TEXTS, text_of

BYTES_A_TOKEN = 4
STARTUP_TOKENS = 6000
GROUP_TOKENS = 4000
PROFILE_TOKENS = 400


def tokens(names: tuple[str, ...]) -> float:
    return sum(len((ROOT / name).read_bytes()) for name in names) / BYTES_A_TOKEN


@pytest.mark.parametrize("name", TEXTS)
def test_the_file_is_there(name: str) -> None:
    assert (ROOT / name).is_file() and not (ROOT / name).is_symlink()


@pytest.mark.parametrize("folder", [TEMPLATES, "skills/harness/references", "docs/contracts", "agents"])
def test_no_text_lies_outside_the_graph(folder: str) -> None:
    assert {f"{folder}/{path.name}" for path in (ROOT / folder).glob("*.md")} <= set(TEXTS)


def test_the_skill_s_folder_holds_nothing_else() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / "skills/harness").rglob("*") if path.is_file()}
    assert found <= set(GRAPH) | set(HUMAN)


@pytest.mark.parametrize("name", HUMAN)
def test_what_is_for_people_is_named_by_the_skill_and_loaded_by_nothing(name: str) -> None:
    assert name.removeprefix("skills/harness/") in text_of(SKILL)
    assert name not in GRAPH


def test_the_startup_core_stays_within_its_tokens() -> None:
    assert tokens(GROUPS["startup"]) <= STARTUP_TOKENS


@pytest.mark.parametrize("group", [name for name in GROUPS if name != "startup"])
def test_a_group_stays_within_its_tokens(group: str) -> None:
    assert tokens(GROUPS[group]) <= GROUP_TOKENS


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_short(name: str) -> None:
    assert tokens((name,)) <= PROFILE_TOKENS


def test_every_trigger_has_one_condition() -> None:
    said = re.findall(r"^- `([a-z_]+)`:", text_of(SKILL), re.MULTILINE)
    assert sorted(said) == sorted(LOADING.triggers)


@pytest.mark.parametrize("phase", LOADING.phases)
@pytest.mark.parametrize("trigger", [None, *LOADING.triggers])
def test_the_terminal_prints_the_same_graph(phase: str, trigger: str | None) -> None:
    """[H-LOAD-1]"""
    asked = ["--phase", phase, "--json", *(["--trigger", trigger] if trigger else [])]
    told = CliRunner().invoke(loading, asked)
    wanted = [*LOADING.startup, *LOADING.phases[phase], *(LOADING.triggers[trigger] if trigger else ())]
    assert json.loads(told.output)["files"] == wanted
