"""The skill's front matter keeps to the published Agent Skills format, a profile's to what Claude Code reads."""

from __future__ import annotations

import json
import re

import pytest

from tests.skill.texts import PROFILES, SKILL, text_of

KEYS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
MAX_NAME, MAX_DESCRIPTION = 64, 1024
READING_TOOLS = {"Read", "Grep", "Glob", "Bash"}


def front_matter(name: str) -> dict[str, str]:
    """`key: value` lines; a quoted value as JSON reads it, which YAML reads alike."""
    block = re.match(r"---\n(.*?)\n---\n", text_of(name), re.DOTALL)
    assert block
    pairs = [line.split(": ", 1) for line in block[1].split("\n")]
    assert len({key for key, _ in pairs}) == len(pairs)
    return {key: json.loads(value) if value.startswith('"') else value for key, value in pairs}


@pytest.mark.parametrize("name", [SKILL, *PROFILES])
def test_a_plain_value_means_itself_to_every_yaml_reader(name: str) -> None:
    block = text_of(name).split("---\n")[1]
    for line in block.splitlines():
        value = line.split(": ", 1)[1]
        assert value.startswith('"') or re.fullmatch(r"[A-Za-z][A-Za-z0-9, -]*", value)


def test_the_skill_has_only_the_published_keys() -> None:
    assert set(front_matter(SKILL)) <= KEYS


def test_the_skill_s_name_is_well_formed_and_its_folder_s() -> None:
    name = front_matter(SKILL)["name"]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) and len(name) <= MAX_NAME
    assert SKILL.split("/")[-2] == name


def test_the_skill_s_description_is_there_and_not_too_long() -> None:
    assert 0 < len(front_matter(SKILL)["description"].strip()) <= MAX_DESCRIPTION


def test_the_published_validator_finds_nothing() -> None:
    validator = pytest.importorskip("skills_ref.validator", reason="the optional package skills-ref is not installed")
    from tests.skill.texts import ROOT

    assert validator.validate((ROOT / SKILL).parent) == []


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_named_as_its_file_and_may_only_read(name: str) -> None:
    front = front_matter(name)
    assert set(front) == {"name", "description", "tools"}
    assert front["name"] == name.removeprefix("agents/").removesuffix(".md")
    assert set(front["tools"].split(", ")) <= READING_TOOLS


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_for_runs_only(name: str) -> None:
    assert "Only for" in front_matter(name)["description"]
