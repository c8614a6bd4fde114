"""`$harness:learn`: the prompt is answered by the hook, and what becomes of the person's skills by it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.artifacts import tiny_plan
from tests.support.models import answering, asked, configure, scripted
from tests.support.piped import ROOT, PipedHost

FIXTURES = ROOT / "tests/fixtures/transcripts"
GOOD = {"learned": True, "name": "say-hi", "description": "Says hi.", "body": "# Hi\n\n1. `echo hi`"}


@pytest.fixture
def talk(host: PipedHost) -> PipedHost:
    """Either host, in a session that has a past."""
    host.extra["HARNESS_LANG"] = "en"
    shutil.copy(FIXTURES / f"{host.host}.jsonl", host.home / "transcript.jsonl")
    return host


def learn(host: PipedHost, model: list[str], text: str = "$harness:learn", **fields: Any) -> str:
    configure(host.data, learn=model)
    told = host.prompt(text, **fields)
    assert told.answer["decision"] == "block"
    return told.reason


def model(host: PipedHost, answer: Any) -> list[str]:
    return answering(host.home / "models", "mentor", answer)


def library(host: PipedHost) -> Path:
    return host.home / {"codex": ".codex", "claude": ".claude"}[host.host] / "skills"


def test_a_skill_is_written_into_the_hosts_own_folder(talk: PipedHost) -> None:
    mentor = model(talk, GOOD)
    told = learn(talk, mentor, "$harness:learn how hi is said")
    path = library(talk) / "say-hi/SKILL.md"
    assert told == f"New skill say-hi, from the next session on: {path}. Read it; delete it if it is not right."
    text = path.read_text()
    assert f'host: "{talk.host}"' in text
    question = asked(mentor)
    assert "  how hi is said" in question
    assert "CALL [RAN, exit 0] shell:\n  echo hi" in question
    assert not (talk.data / "runs").exists()  # a session without Harness stays one


def test_what_the_hooks_recorded_is_marked(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    codex.prompt("$harness:guard on")
    codex.prompt("do it")
    codex.shell("echo hi")
    assert codex.called is not None
    meta = {"type": "session_meta", "payload": {"id": codex.session_id, "cwd": str(codex.workspace)}}
    call = {"type": "function_call", "name": "exec_command", "arguments": '{"cmd": "echo hi"}'}
    ran = {"type": "response_item", "payload": {**call, "call_id": codex.called.fields["tool_use_id"]}}
    (codex.home / "transcript.jsonl").write_text("\n".join(map(json.dumps, (meta, ran))))
    mentor = model(codex, GOOD)
    learn(codex, mentor)
    assert "CALL [END NOT SEEN] [recorded by Harness] shell:\n  echo hi" in asked(mentor)


def test_a_run_notes_what_was_learned_in_it(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    shutil.copy(FIXTURES / "codex.jsonl", codex.home / "transcript.jsonl")
    codex.prompt("$harness do it")
    codex.tool("Read", {"file_path": f"{codex.workspace}/src/app.py"})
    codex.stop(tiny_plan("src/app.py"))
    learn(codex, model(codex, GOOD))
    *_, last = map(json.loads, (codex.folder / "ledger.jsonl").read_text().splitlines())
    assert (last["event"], last["path"]) == ("learned", str(library(codex) / "say-hi/SKILL.md"))
    assert codex.state["phase"] == "plan_pending"
    codex.prompt("y")
    assert codex.state["phase"] == "implement"


def test_a_skill_that_is_there_is_shown_its_change_and_stays(talk: PipedHost) -> None:
    path = library(talk) / "say-hi/SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text("---\nname: say-hi\ndescription: Says hi.\nlicense: MIT\n---\n\n# Old\n")
    before = path.read_bytes()
    told = learn(talk, model(talk, GOOD))
    assert path.read_bytes() == before
    lines = told.split("\n")
    assert lines[0] == "Nearest existing skills: say-hi"
    assert {"-# Old", "+# Hi", "+1. `echo hi`"} <= set(lines)
    assert "Its front matter would lose: license." in lines
    assert lines[-1] == "`harness-state learn --update say-hi` in a terminal takes this change."
    assert (talk.data / "skill-offer.json").stat().st_mode & 0o077 == 0


def test_nothing_general_writes_nothing(talk: PipedHost) -> None:
    told = learn(talk, model(talk, {"learned": False, "why": "Only a greeting."}))
    assert told == "Nothing was written: this session taught nothing general. Only a greeting."
    assert not library(talk).exists()


FAILURES = {
    "exit": ("raise SystemExit(3)", "mentor: ended with exit code 3."),
    "nonsense": ("print('I would rather talk about deploying.')", "does not have the form that was asked for."),
    "empty": ("", "mentor: the answer is empty or cannot be understood."),
    "too long": ("print('x' * 200_000)", "mentor: the answer is too long."),
    "timeout": ("import signal; signal.pause()", "no answer within 3 seconds"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_model_that_fails_is_told_and_nothing_is_written(codex: PipedHost, name: str) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    shutil.copy(FIXTURES / "codex.jsonl", codex.home / "transcript.jsonl")
    lines, why = FAILURES[name]
    configure(codex.data, learn=scripted(codex.home / "models", "mentor", lines), timeout_seconds=1)
    told = codex.prompt("$harness:learn").reason
    assert told.startswith("Nothing was written. ")
    assert why in told
    assert not library(codex).exists()
    assert ("harness-state learn --session" in told) == (name == "timeout")


@pytest.mark.parametrize(
    ("transcript", "why"),
    [
        (None, "has no transcript"),
        ("/nowhere", "cannot be read"),
        ("/dev/null", "cannot be read"),
        ("", "has no transcript"),
    ],
)
def test_without_a_transcript_nobody_is_asked(codex: PipedHost, transcript: str | None, why: str) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    mentor = model(codex, GOOD)
    assert why in learn(codex, mentor, transcript_path=transcript)
    assert asked(mentor) == ""


def test_options_are_for_the_terminal(codex: PipedHost) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    mentor = model(codex, GOOD)
    assert "are for `harness-state learn` in a terminal" in learn(codex, mentor, "$harness:learn --update say-hi")
    assert asked(mentor) == ""


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("$harness:learn", {"agent_id": "a-1"}),
        ("<task-notification>\n$harness:learn", {}),
        ("> $harness:learn", {}),
        ("please $harness:learn", {}),
    ],
)
def test_only_a_person_has_it_learn(codex: PipedHost, text: str, fields: dict[str, Any]) -> None:
    shutil.copy(FIXTURES / "codex.jsonl", codex.home / "transcript.jsonl")
    mentor = model(codex, GOOD)
    configure(codex.data, learn=mentor)
    assert "decision" not in codex.prompt(text, **fields).answer
    assert asked(mentor) == ""
    assert not library(codex).exists()
