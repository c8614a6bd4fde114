"""What a host gets: every text of the graph, and in Claude Code the agent profiles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness_runtime.cli.installation.staging import stage_plugin
from harness_runtime.workflow.commands import VERBS
from tests.hosts.claude import Claude
from tests.hosts.codex import CHILDREN_V1, CODE_MODE, Codex
from tests.hosts.conftest import claude, codex, marketplace, name  # noqa: F401
from tests.hosts.scripted import CHILD, Call, Say
from tests.skill.texts import PROFILES, TEXTS, text_of


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stage_plugin(tmp_path_factory.mktemp("staged") / "plugin")


@pytest.mark.parametrize("text", TEXTS)
def test_the_staged_plugin_holds_the_text(staged: Path, text: str) -> None:
    assert (staged / text).read_text("utf-8") == text_of(text)


def description(profile: str) -> str:
    line = text_of(profile).split("\n")[2]
    return str(json.loads(line.removeprefix("description: ")))


@pytest.fixture(scope="module")
def asked(claude: Claude) -> Iterator[list[tuple[str, str]]]:  # noqa: F811
    """Speaker and whole request of a turn in which the root starts the reviewer."""
    talk = claude.new_conversation("profiles")
    start = Call("Agent", {"description": "x", "prompt": "CHILD: hello", "subagent_type": "harness:reviewer"})
    turn = talk.say("hello", start, Say("ok"), child=[Say("done")])
    yield [(request.speaker, json.dumps(request.body, ensure_ascii=False)) for request in turn.requests]


@pytest.mark.host
@pytest.mark.parametrize("profile", PROFILES)
def test_claude_code_offers_the_profile(asked: list[tuple[str, str]], profile: str) -> None:
    role = profile.removeprefix("agents/").removesuffix(".md")
    offered = json.dumps(f"harness:{role}: {description(profile)}", ensure_ascii=False)[1:-1]
    assert all(offered in body for speaker, body in asked if speaker != CHILD)


@pytest.mark.host
def test_claude_code_starts_the_reviewer_with_its_profile_and_reading_tools(asked: list[tuple[str, str]]) -> None:
    body = next(json.loads(body) for speaker, body in asked if speaker == CHILD)
    assert "You are the clean-context reviewer of a Harness run." in json.dumps(body["system"])
    assert {tool["name"] for tool in body["tools"]} <= {"Read", "Grep", "Glob", "Bash"}


@pytest.mark.host
def test_claude_code_offers_the_skill_of_every_command(asked: list[tuple[str, str]]) -> None:
    body = next(body for speaker, body in asked if speaker != CHILD)
    assert [verb for verb in VERBS if f"harness:{verb}" not in body] == []


@pytest.mark.host
@pytest.mark.parametrize("model", [CHILDREN_V1, CODE_MODE])
def test_codex_takes_no_profile_from_a_plugin(codex: Codex, name: str, model: str) -> None:  # noqa: F811
    """So its brief is the profile; when this changes, profiles can be written for it too."""
    turn = codex.new_conversation(name, model).say("hello", Say("ok"))
    body = json.dumps(turn.requests[0].body)
    assert not [profile for profile in PROFILES if description(profile) in body]
    assert [verb for verb in VERBS if f"harness:{verb}" not in body] == []
