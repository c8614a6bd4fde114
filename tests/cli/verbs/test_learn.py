"""learn: a skill from a session's transcript, an existing one changed only when the person says so."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import schema
from tests.cli.pseudo_terminal import talk
from tests.support.models import answering, asked, configure, scripted

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/transcripts"
SESSION = "00000000-0000-4000-8000-000000000001"
GOOD = {"learned": True, "name": "say-hi", "description": "Says hi.", "body": "# Hi\n\n1. `echo hi`"}
OLD = "---\nname: say-hi\ndescription: Says hi.\nlicense: MIT\n---\n\n# Old\n"


@pytest.fixture
def session(data: Path) -> str:
    """A Codex session that Harness was never on in; its id is known from its file's name."""
    folder = data.parents[2] / "sessions/2026/01/02"
    folder.mkdir(parents=True)
    shutil.copy(FIXTURES / "codex.jsonl", folder / f"rollout-2026-01-02T03-04-05-{SESSION}.jsonl")
    return SESSION


@pytest.fixture
def skill(data: Path) -> Path:
    return data.parents[2] / "skills/say-hi/SKILL.md"


@pytest.fixture
def model(data: Path, tmp_path: Path):
    def chosen(answer: Any) -> list[str]:
        words = answering(tmp_path / "models", "mentor", answer)
        configure(data, learn=words)
        return words

    return chosen


def test_a_new_skill(session: str, skill: Path, model, answer) -> None:
    words = model(GOOD)
    given, code = answer("learn", "how", "hi is said", "--session", session[:8])
    assert code == 0
    assert (given["written"], given["offered"], given["outcome"]) == (str(skill), None, "skill_written")
    assert (given["name"], given["host"], given["nearest"]) == ("say-hi", "codex", [])
    assert f"New skill say-hi, from the next session on: {skill}." in given["reason"]
    assert skill.read_text().startswith("---\nname: say-hi\n")
    assert "  how hi is said" in asked(words)
    jsonschema.validate(given, schema("learn"))


def test_in_words(session: str, skill: Path, model, harness_state) -> None:
    model(GOOD)
    done = harness_state("learn", "--session", session)
    assert (done.exit_code, skill.exists()) == (0, True)
    assert (
        done.stdout
        == f"New skill say-hi, from the next session on: {skill}. Read it; delete it if it is not right.\n"
    )
    assert done.stderr.startswith("mentor: asked\nmentor: answered (")


def test_a_change_is_offered_and_taken_as_it_was_shown(session: str, skill: Path, model, answer) -> None:
    skill.parent.mkdir(parents=True)
    skill.write_text(OLD)
    (skill.parent / "notes.md").write_text("mine")
    words = model(GOOD)
    given, code = answer("learn", "--session", session)
    assert (code, given["written"], given["offered"]) == (0, None, str(skill))
    assert (given["outcome"], given["loses"], [near["name"] for near in given["nearest"]]) == (
        "update_offered",
        ["license"],
        ["say-hi"],
    )
    assert "-# Old\n+# Hi\n" in given["diff"]
    assert skill.read_text() == OLD
    questions = asked(words)
    taken, code = answer("learn", "--update", "say-hi")
    assert (code, taken["written"], taken["outcome"]) == (0, str(skill), "update_written")
    assert taken["diff"] == given["diff"]
    assert "# Hi" in skill.read_text() and (skill.parent / "notes.md").read_text() == "mine"
    assert asked(words) == questions
    jsonschema.validate(taken, schema("learn"))


def test_an_offer_is_not_taken_twice_nor_after_a_change(session: str, skill: Path, model, harness_state) -> None:
    skill.parent.mkdir(parents=True)
    skill.write_text(OLD)
    model(GOOD)
    harness_state("learn", "--session", session)
    skill.write_text("mine")
    assert "is not what it was when the change was shown" in harness_state("learn", "--update", "say-hi").stderr
    assert skill.read_text() == "mine"
    refused = harness_state("learn", "--update", "other")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "harness-state: No change of the skill other is on offer. `learn` first.\n",
    )


def test_yes_takes_the_change_at_once(session: str, skill: Path, model, answer) -> None:
    skill.parent.mkdir(parents=True)
    skill.write_text(OLD)
    model(GOOD)
    given, code = answer("learn", "--session", session, "--yes")
    assert (code, given["written"], given["offered"], given["outcome"]) == (0, str(skill), None, "update_written")
    assert "# Hi" in skill.read_text()


@pytest.mark.parametrize(("typed", "is_taken"), [("y", True), ("", False), ("yes", False)])
def test_on_a_terminal_the_person_is_asked(
    session: str, skill: Path, model, person: Path, typed: str, is_taken: bool
) -> None:
    skill.parent.mkdir(parents=True)
    skill.write_text(OLD)
    model(GOOD)
    environ = {**os.environ, "HOME": str(person)}
    said = talk(
        "learn", "--session", session, environ=environ, answers=[("Write this change? [y/N]", typed)], folder=person
    )
    assert said.exit_code == 0, said.shown
    assert ("# Hi" in skill.read_text()) == is_taken
    assert ("`harness-state learn --update say-hi`" in said.flat) != is_taken


FAILURES = {
    "exit_status": ("raise SystemExit(3)", 1, "mentor: ended with exit code 3."),
    "nonsense": ("", 1, "the answer is empty"),
    "too_long": ("print('x' * 200_000)", 1, "the answer is too long"),
    "answer_shape": ("print('{\"learned\": 1}')", 1, "does not have the form"),
    "bad_name": (f"print({json.dumps({**GOOD, 'name': '../x'})!r})", 1, "no skill may have"),
    "nothing_learned": (
        'print(\'{"learned": false, "why": "Small talk."}\')',
        0,
        "taught nothing general. Small talk.",
    ),
}


@pytest.mark.parametrize("outcome", FAILURES)
def test_what_is_not_written_says_why(
    session: str, skill: Path, data: Path, tmp_path: Path, answer, outcome: str
) -> None:
    lines, expected, why = FAILURES[outcome]
    configure(data, learn=scripted(tmp_path / "models", "mentor", lines))
    given, code = answer("learn", "--session", session)
    assert (code, given["outcome"], given["written"]) == (expected, outcome, None)
    assert given["reason"].startswith("Nothing was written")
    assert why in given["reason"]
    assert not skill.parent.parent.exists()


def test_a_model_that_cannot_be_asked_is_named(session: str, data: Path, answer) -> None:
    configure(data, learn="some/model", base_url="http://127.0.0.1:9/v1", api_key_env="NO_SUCH_KEY")
    given, code = answer("learn", "--session", session)
    assert (code, given["written"]) == (1, None)
    assert given["outcome"] == "missing_key"
    assert "the environment variable NO_SUCH_KEY holds no key" in given["reason"]


@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_an_agent_does_not_learn(session: str, skill: Path, model, harness_state, monkeypatch, variable: str) -> None:
    words = model(GOOD)
    monkeypatch.setenv(variable, "x")
    assert harness_state("learn", "--session", session).exit_code == 2
    assert asked(words) == ""
    assert not skill.exists()


def test_a_run_notes_it(new_run, session: str, skill: Path, model, answer) -> None:
    run = new_run(session).approved()
    model(GOOD)
    answer("learn", "--session", session)
    last = json.loads((run.folder / "ledger.jsonl").read_text().splitlines()[-1])
    assert (last["event"], last["path"], last["phase"]) == ("learned", str(skill), "implement")


def test_without_a_data_folder_it_says_so(harness_state) -> None:
    done = harness_state("learn")
    assert (done.exit_code, "There is no data folder" in done.stderr) == (2, True)
