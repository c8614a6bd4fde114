"""What came out of a guarded conversation, a fork or a cleared one, is told that nothing guards it. No other is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.hooks.conftest import Bench, Stages
from tests.support.piped import Reply

GUARDED = ["planning", "pending", "held", "implement"]
FORK = "22222222-2222-4333-8444-555555555555"


def tells(reply: Reply, origin: Bench) -> bool:
    """Person and model, and both which run it is."""
    texts = (reply.message, reply.context)
    return all(origin.session_id in text and "$harness" in text for text in texts)


def codex_fork(host: Bench, source: str = "fork", origin: str | None = None) -> Reply:
    meta = {"id": FORK, "forked_from_id": origin or host.session_id}
    transcript = host.home / "fork.jsonl"
    transcript.write_text(json.dumps({"type": "session_meta", "payload": meta}) + "\n{}\n", "utf-8")
    return replace(host, session_id=FORK).fire("SessionStart", source=source, transcript_path=str(transcript))


def claude_fork(host: Bench, prompt: str = "go on") -> Reply:
    """Its SessionStart has the origin's id, its prompts have their own."""
    host.fire("SessionStart", source="resume")
    return replace(host, session_id=FORK).prompt(prompt)


def cleared(host: Bench) -> Reply:
    return replace(host, session_id=FORK).fire("SessionStart", source="clear")


def fork(host: Bench) -> Reply:
    return codex_fork(host) if host.host == "codex" else claude_fork(host)


@pytest.mark.parametrize("stage", GUARDED)
@pytest.mark.parametrize("happening", [fork, cleared])
def test_it_is_told(host_stages: Stages, stage: str, happening: Callable[[Bench], Reply]) -> None:
    host = host_stages.at(stage)
    before = host.state
    assert tells(happening(host), host)
    assert (host.state, host.armed) == (before, True)
    assert not (host.data / "runs" / FORK).exists()


@pytest.mark.parametrize("happening", [fork, cleared])
def test_of_a_run_that_is_over_there_is_nothing_to_say(
    host_stages: Stages, happening: Callable[[Bench], Reply]
) -> None:
    assert happening(host_stages.at("completed")).silent


def test_a_state_that_cannot_be_used_is_guarded_all_the_more(host_stages: Stages) -> None:
    host = host_stages.at("pending")
    state = host.folder / "state.json"
    state.write_text(state.read_text("utf-8").replace('"held"', '"hold"'), "utf-8")
    assert tells(fork(host), host)


def test_a_fork_that_is_resumed_is_told_again(host_stages: Stages) -> None:
    host = host_stages.at("pending")
    if host.host == "codex":
        assert tells(codex_fork(host, "resume"), host)
        return
    transcript = host.home / "fork.jsonl"
    attachment = {
        "type": "hook_additional_context",
        "content": [f"Harness active: run {host.state['run_id']}, revision 1"],
    }
    transcript.write_text(json.dumps({"type": "attachment", "attachment": attachment}) + "\n", "utf-8")
    resumed = replace(host, session_id=FORK)
    assert tells(resumed.fire("SessionStart", source="resume", transcript_path=str(transcript)), host)
    transcript.write_text("{}\n", "utf-8")
    assert resumed.fire("SessionStart", source="resume", transcript_path=str(transcript)).silent


@pytest.mark.parametrize("source", ["startup", "compact", "resume"])
def test_a_conversation_without_such_a_past_is_left_alone(host_stages: Stages, source: str) -> None:
    host = replace(host_stages.at("pending"), session_id=FORK)
    assert host.fire("SessionStart", source=source).silent
    assert host.prompt("hello").silent


def test_what_was_cleared_in_another_workspace_is_no_news(host_stages: Stages) -> None:
    host = host_stages.at("pending")
    elsewhere = host.home / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    moved = replace(host, session_id=FORK, workspace=elsewhere)
    assert moved.fire("SessionStart", source="clear").silent


def test_a_fork_of_what_was_never_guarded_is_left_alone(stages: Stages) -> None:
    host = stages.at("pending")
    assert codex_fork(host, origin="33333333-2222-4333-8444-555555555555").silent


@pytest.mark.parametrize("content", ["", "{", "[]", '{"payload":7}', '{"payload":{"forked_from_id":7}}'])
def test_a_fork_that_does_not_tell_its_origin_is_told_of_the_run_beside_it(stages: Stages, content: str) -> None:
    host = stages.at("pending")
    transcript = host.home / "fork.jsonl"
    transcript.write_text(content, "utf-8")
    forked = replace(host, session_id=FORK)
    assert tells(forked.fire("SessionStart", source="fork", transcript_path=str(transcript)), host)
    assert tells(forked.fire("SessionStart", source="fork", transcript_path=None), host)


class TestClaudeFork:
    """Only the first prompt of the process that resumed tells."""

    @pytest.fixture
    def host(self, claude_stages: Stages) -> Bench:
        return claude_stages.at("pending")

    def test_it_is_told_once(self, host: Bench) -> None:
        assert tells(claude_fork(host), host)
        assert replace(host, session_id=FORK).prompt("and now?").silent

    def test_its_y_answers_no_gate(self, host: Bench) -> None:
        before = host.state
        assert tells(claude_fork(host, "y"), host)
        assert host.state == before

    def test_a_conversation_that_goes_on_is_none(self, host: Bench) -> None:
        host.fire("SessionStart", source="resume")
        host.prompt("why?")
        assert replace(host, session_id=FORK).prompt("hello").silent

    def test_neither_a_child_nor_a_machine_uses_it_up(self, host: Bench) -> None:
        host.fire("SessionStart", source="resume")
        forked = replace(host, session_id=FORK)
        assert forked.prompt("y", agent_id="kid", agent_type="worker").silent
        assert forked.prompt("<task-notification>\ny").silent
        assert tells(forked.prompt("go on"), host)

    def test_the_end_of_the_process_forgets_it(self, host: Bench) -> None:
        host.fire("SessionStart", source="resume")
        host.fire("SessionEnd", reason="other")
        assert not (host.data / "resumed").exists()
        assert replace(host, session_id=FORK).prompt("hello").silent

    def test_a_run_of_its_own_is_guarded_like_any(self, host: Bench) -> None:
        reply = claude_fork(host, "$harness again")
        assert reply.context.startswith("Harness active")
        assert replace(host, session_id=FORK).write("src/app.py").denied

    def test_notes_of_processes_that_are_gone_are_swept(self, host: Bench) -> None:
        folder = host.data / "resumed"
        folder.mkdir()
        (folder / "999999999").write_text(host.session_id)
        (folder / "note").write_text("a stranger's")
        host.fire("SessionEnd", reason="other")
        assert [path.name for path in folder.iterdir()] == ["note"]

    @pytest.mark.parametrize("make", [lambda path: path.touch(), lambda path: path.symlink_to("/nowhere")])
    def test_without_room_for_a_note_nothing_breaks(self, host: Bench, make: Callable[..., object]) -> None:
        make(host.data / "resumed")
        assert host.fire("SessionStart", source="resume").message
        assert replace(host, session_id=FORK).prompt("hello").silent


def test_while_the_tool_hook_has_not_run_the_resumed_session_is_told_so(stages: Stages) -> None:
    host = stages.at("planning")
    assert "PreToolUse" in host.fire("SessionStart", source="resume").message
    host.shell("cat src/app.py")
    assert "PreToolUse" not in host.fire("SessionStart", source="resume").message


@pytest.mark.parametrize("happening", [fork, cleared])
def test_where_every_session_is_armed_it_is_told_all_the_same(
    host_stages: Stages, happening: Callable[[Bench], Reply]
) -> None:
    """Armed without a run: the loop guards watch it, and no gate or boundary does."""
    host = host_stages.at("pending")
    (host.data / "config.json").write_text('{"always_armed": true}', "utf-8")
    assert tells(happening(host), host)
    assert replace(host, session_id=FORK).write("src/other.py").silent


@pytest.mark.parametrize("happening", [fork, cleared])
def test_a_session_that_is_armed_without_a_run_has_none_to_lose(
    host_stages: Stages, happening: Callable[[Bench], Reply]
) -> None:
    host = host_stages.at("pending")
    host.prompt("$harness:off")
    host.prompt("$harness:guard on")
    assert host.armed
    assert happening(host).silent
