"""PostToolUse: what ran is what was judged, or authority ends and it is said. What hosts add is no difference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.hooks.conftest import Bench, Stages
from tests.support.piped import ROOT, Reply

PAYLOADS = ROOT / "tests/fixtures/payloads"


@pytest.fixture
def running(host_stages: Stages) -> Bench:
    """A run in `implement`, where src/app.py may be written."""
    return host_stages.at("implement")


def edit(host: Bench, path: str = "src/app.py") -> tuple[str, dict[str, Any]]:
    return "Edit", {
        "file_path": f"{host.workspace}/{path}",
        "old_string": "a",
        "new_string": "b",
        "replace_all": False,
    }


def is_revoked(host: Bench, reply: Reply, record: str) -> bool:
    """Stored, and told to the model and to the person."""
    told = (record in reply.reason, record in reply.message, reply.answer.get("decision") == "block")
    assert set(told) in ({True}, {False})
    state = host.state
    gone = (state["phase"], state["policy_sha256"]) == ("repair_planning", None)
    assert gone == (host.ledger[-1]["event"] == record) == all(told)
    return gone


def test_an_ordinary_call_is_passed_over_in_silence(running: Bench) -> None:
    for call in (lambda: running.write("src/app.py"), lambda: running.shell("cat src/app.py")):
        call()
        assert running.finished("done").silent
    assert running.state["phase"] == "implement"


@pytest.mark.parametrize("code", [0, 3])
def test_another_input_than_the_judged_one_costs_authority(running: Bench, code: int) -> None:
    running.shell("cat src/app.py")
    reply = running.finished("x", code=code, tool_input={"command": "cat src/app.py; rm -rf src"})
    assert is_revoked(running, reply, "input_changed")
    assert "rm -rf src" in reply.reason
    assert running.ledger[-1]["judged"] == "cat src/app.py"
    assert "repair-plan.md" in reply.reason
    assert "no_authority" in running.write("src/app.py").reason


def test_one_changed_letter_of_a_file_tool_is_another_input(running: Bench) -> None:
    running.tool(*edit(running))
    changed = {**edit(running)[1], "new_string": "c"}
    assert is_revoked(running, running.finished("", tool_input=changed), "input_changed")


def test_a_child_s_changed_call_costs_authority_too(running: Bench) -> None:
    running.shell("cat src/app.py", agent_id="kid", agent_type="worker")
    assert is_revoked(running, running.finished("", tool_input={"command": "id"}), "input_changed")


@pytest.mark.parametrize("stage", ["planning", "pending", "held", "completed"])
def test_without_authority_it_is_recorded_and_said(host_stages: Stages, stage: str) -> None:
    host = host_stages.at(stage)
    phase = host.state["phase"]
    host.shell("cat src/app.py")
    reply = host.finished("", tool_input={"command": "id"})
    assert "input_changed" in reply.reason and "input_changed" in reply.message
    assert (host.ledger[-1]["event"], host.state["phase"]) == ("input_changed", phase)


def test_a_gate_that_was_open_still_takes_its_answer(host_stages: Stages) -> None:
    host = host_stages.at("pending")
    host.shell("cat src/app.py")
    host.finished("", tool_input={"command": "id"})
    host.prompt("y")
    assert host.state["phase"] == "implement"


def test_a_denied_call_that_ran_after_all_costs_authority(running: Bench) -> None:
    assert running.write("src/other.py").denied
    assert is_revoked(running, running.finished(""), "denial_lost")


def test_authority_comes_back_by_a_repair_plan_only(running: Bench) -> None:
    running.shell("cat src/app.py")
    running.finished("", tool_input={"command": "id"})
    running.prompt("y")
    assert running.state["phase"] == "repair_planning"


# What is no difference


def test_the_order_of_keys_and_the_spelling_of_numbers(running: Bench) -> None:
    command = {"command": "cat src/app.py", "timeout": 5000, "description": "x"}
    running.tool("Bash", command)
    other = {"description": "x", "timeout": 5000.0, "command": "cat src/app.py"}
    assert running.finished("", tool_input=other).silent


def test_a_call_that_nobody_judged(running: Bench) -> None:
    running.shell("cat src/app.py")
    assert running.finished("", tool_use_id="call_before_activation", tool_input={"command": "rm -rf /"}).silent
    assert running.finished("", tool_use_id="", tool_input={"command": "rm -rf /"}).silent
    assert running.state["phase"] == "implement"


def test_a_question_into_a_terminal_is_not_the_call_that_opened_it(stages: Stages) -> None:
    """Its refusal may carry the id of the call that runs there."""
    host = stages.at("implement")
    host.shell("cat src/app.py")
    request = {
        "tool_name": "write_stdin",
        "tool_input": {"chars": "x"},
        "tool_use_id": host.called.fields["tool_use_id"],
    }
    assert host.fire("PermissionRequest", **request).code == 2
    assert host.finished("x").silent


ANSWERED = {
    "the person's answers": ("AskUserQuestion", {"questions": []}, {"answers": {"q": "a"}, "annotations": {}}, {}),
    "an edit by sed as the host worked it out": (
        "Bash", {"command": "sed -i s/a/b/ src/app.py"},
        {"_simulatedSedEdit": {"filePath": "ROOT/src/app.py", "newContent": "b"}}, {}),
    "an edit that the person changed": (
        "Edit", {"file_path": "ROOT/src/app.py", "old_string": "a", "new_string": "b"},
        {"new_string": "mine"}, {"userModified": True}),
}  # fmt: skip
NOT_ANSWERED = {
    "an answer to another tool": ("Bash", {"command": "cat src/app.py"}, {"answers": {}}, {}),
    "an edit by sed of another file": (
        "Bash", {"command": "sed -i s/a/b/ src/app.py"},
        {"_simulatedSedEdit": {"filePath": "ROOT/src/other.py", "newContent": "b"}}, {}),
    "an edit by sed of nothing": (
        "Bash", {"command": "sed -i s/a/b/ src/app.py"}, {"_simulatedSedEdit": "x"}, {}),
    "an edit that the person turned to another file": (
        "Edit", {"file_path": "ROOT/src/app.py", "old_string": "a", "new_string": "b"},
        {"file_path": "ROOT/src/other.py"}, {"userModified": True}),
    "a command that the person is said to have changed": (
        "Bash", {"command": "cat src/app.py"}, {"command": "rm src/app.py"}, {"userModified": True}),
    "an edit that nobody says the person changed": (
        "Edit", {"file_path": "ROOT/src/app.py", "old_string": "a", "new_string": "b"},
        {"new_string": "mine"}, {"userModified": False}),
}  # fmt: skip


def ran(host: Bench, tool: str, judged: dict[str, Any], added: dict[str, Any], response: dict[str, Any]) -> Reply:
    def placed(value: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(value).replace("ROOT", str(host.workspace)))
        return found

    host.tool(tool, placed(judged))
    return host.finished(tool_input=placed({**judged, **added}), tool_response=response)


@pytest.mark.parametrize("row", ANSWERED.values(), ids=ANSWERED.keys())
def test_what_claude_code_adds_by_itself(claude_stages: Stages, row: tuple[Any, ...]) -> None:
    host = claude_stages.at("implement")
    assert ran(host, *row).silent
    assert host.state["phase"] == "implement"


@pytest.mark.parametrize("row", NOT_ANSWERED.values(), ids=NOT_ANSWERED.keys())
def test_what_only_looks_like_it(claude_stages: Stages, row: tuple[Any, ...]) -> None:
    host = claude_stages.at("implement")
    assert is_revoked(host, ran(host, *row), "input_changed")


@pytest.mark.parametrize("name", ["codex", "claude"])
def test_no_call_that_a_real_host_reported_is_taken_for_another(
    name: str, stages: Stages, claude_stages: Stages
) -> None:
    """The recorded pairs of events, in a session that is guarded."""
    host = {"codex": stages, "claude": claude_stages}[name].at("planning")
    seen = 0
    for line in (PAYLOADS / f"{name}.jsonl").read_text("utf-8").splitlines():
        event = json.loads(line)
        event["session_id"] = host.session_id
        if event["hook_event_name"] == "PreToolUse":
            denied = host.pipe("PreToolUse", json.dumps(event).encode()).denied
        elif event["hook_event_name"].startswith("PostToolUse") and not denied_before(host, event):
            assert host.pipe(event["hook_event_name"], json.dumps(event).encode()).silent, event
            seen += 1
    assert seen >= 3, denied


def denied_before(host: Bench, event: dict[str, Any]) -> bool:
    """The recorder's hooks denied nothing; ours may."""
    turns = "".join(path.read_text("ascii") for path in Path(host.folder / "turns").iterdir())
    records = [json.loads(line) for line in turns.splitlines() if event["tool_use_id"] in line]
    return bool(records) and records[-1]["verdict"] == "deny"


# Failures: the call has run, so nothing is decided; one line says that nobody looked


def test_a_fault_of_ours_is_one_line_and_a_report(running: Bench) -> None:
    running.shell("cat src/app.py")
    turn = running.folder / "turns" / running.turn
    turn.rename(running.home / "elsewhere")
    turn.symlink_to(running.home / "elsewhere")
    reply = running.finished("x")
    assert (reply.code, reply.stdout, reply.stderr.count("\n")) == (1, "", 1)
    [report] = (running.data / "reports").iterdir()
    assert str(report) in reply.stderr


def test_without_python_only_an_armed_session_hears_of_it(running: Bench) -> None:
    running.shell("cat src/app.py")
    running.without_python()
    assert running.finished("x").code == 1
    running.session_id = "99999999-2222-4333-8444-555555555555"
    assert running.finished("x").silent


def test_a_state_that_cannot_be_read_is_said(running: Bench) -> None:
    running.shell("cat src/app.py")
    (running.folder / "state.json").write_text("{", "utf-8")
    assert running.finished("x").silent
    assert "state_unreadable" in running.finished("x", tool_input={"command": "id"}).message


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"hook_event_name":"PostToolUse"}'])
def test_an_event_that_cannot_be_read(running: Bench, raw: bytes) -> None:
    reply = running.pipe("PostToolUse", raw)
    assert (reply.code, reply.stdout) == (1, "")
