"""SessionEnd through the hooks: a run outlives its host's process, and only what is over lets go."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from harness_runtime.events import on_prompt, on_session_end
from harness_runtime.events.context import Context
from harness_runtime.session import failpoints, ledger
from harness_runtime.session.state import LedgerHead
from harness_runtime.session.store import Store
from harness_runtime.wire.events import hook_event
from tests.hooks.conftest import Bench, Stages
from tests.session.conftest import fresh_state
from tests.support.artifacts import tiny_completion
from tests.support.processes import in_processes

STAGES = ["planning", "pending", "held", "implement", "completed"]


def end(host: Bench, **fields: object) -> None:
    assert host.fire("SessionEnd", reason="other", **fields).silent


def stored(host: Bench) -> dict[str, bytes]:
    return {
        str(path.relative_to(host.data)): path.read_bytes()
        for path in host.data.rglob("*")
        if path.is_file() and not path.is_relative_to(host.data / "pycache")
    }


def neglect(host: Bench, days: int = 2) -> None:
    """As if nothing had happened in the session for so long."""
    path = host.folder / "state.json"
    state = json.loads(path.read_text("utf-8"))
    state["updated_at"] = f"20{26 - days:02}{state['updated_at'][4:]}"
    path.write_text(json.dumps(state), "utf-8")


def another(host: Bench, session_id: str, phase: str) -> Bench:
    """A session of its own on the same data folder, in the same workspace."""
    store = Store(str(host.data), session_id)
    fields = {"session_id": session_id, "phase": phase, "workspace_root": str(host.workspace)}
    with store.locked():
        store.arm()
        store.commit(fresh_state(**fields), "made")
    return replace(host, session_id=session_id)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("reason", ["other", "clear", "prompt_input_exit"])
def test_a_session_that_ends_stays_as_it_is(host_stages: Stages, stage: str, reason: str) -> None:
    host = host_stages.at(stage)
    before = stored(host)
    assert host.fire("SessionEnd", reason=reason).silent
    assert stored(host) == before


def test_a_run_goes_on_after_it(host_stages: Stages) -> None:
    host = host_stages.at("pending")
    end(host)
    assert host.fire("SessionStart", source="resume").message
    host.prompt("y")
    end(host)
    assert host.write("src/app.py").silent
    assert host.write("src/other.py").denied


@pytest.mark.parametrize("stage", ["planning", "pending", "held", "implement"])
def test_a_run_that_is_open_or_held_waits_for_its_person_however_long(stages: Stages, stage: str) -> None:
    host = stages.at(stage)
    neglect(host, days=20)
    before = stored(host)
    end(host)
    end(host, session_id="another-session")
    assert stored(host) == before
    assert host.armed


def test_a_completed_run_that_nobody_came_back_to_lets_go(host_stages: Stages) -> None:
    host = host_stages.at("completed")
    neglect(host)
    end(host, session_id="another-session")
    assert not host.armed
    assert (host.ledger[-1]["event"], host.ledger[-1]["abandoned"]) == ("released", True)
    assert verified(host)
    assert not (host.data / "armed").exists(), "nothing costs the other sessions time any more"


def test_a_marker_that_a_kill_left_after_the_way_out_goes(stages: Stages) -> None:
    host = stages.at("implement")
    host.extra, host.may_die = {failpoints.VARIABLE: "committed"}, True
    host.prompt("$harness:off")
    host.prompt("$harness:off")  # the first commit is the cancellation, the second the release
    host.extra, host.may_die = {}, False
    assert (host.state["held"], host.armed) == (False, True)
    end(host, session_id="another-session")
    assert not host.armed


def test_a_child_ends_nothing(stages: Stages) -> None:
    host = stages.at("implement")
    before = stored(host)
    end(host, agent_id="kid", agent_type="worker")
    assert stored(host) == before


@pytest.mark.parametrize(
    "place", ["ledger_written", "ledger_synced", "temporary_synced", "renamed", "committed", "marker_removed"]
)
def test_a_kill_on_the_way_opens_nothing_that_is_live(stages: Stages, place: str) -> None:
    over = stages.at("implement")
    live = another(over, "live-session", "planning")
    over.stop(tiny_completion())
    neglect(over)
    over.extra, over.may_die = {failpoints.VARIABLE: place}, True
    over.fire("SessionEnd", reason="other")
    over.extra, over.may_die = {}, False
    assert live.armed
    assert live.write("src/other.py").denied
    assert (over.state["phase"], over.state["policy_sha256"], verified(over)) == ("completed", None, True)
    neglect(over)
    end(over)
    assert (over.armed, live.armed, verified(over)) == (False, True, True)


def test_a_crowd_of_ending_and_beginning_sessions(stages: Stages) -> None:
    """64 hooks at once: every run that was begun anew is guarded in the end, and what is over is not."""
    host = stages.at("completed")
    sessions = [another(host, f"session-{number}", "completed") for number in range(16)]
    for session in sessions:
        neglect(session)
    again = sessions[::2]

    def hook(number: int) -> None:
        prompt = again[number // 8] if number % 8 == 0 else None
        work = on_prompt if prompt else on_session_end
        event = "UserPromptSubmit" if prompt else "SessionEnd"
        payload = (prompt or host).payload(event, prompt="$harness again", reason="other")
        work.handle(Context(hook_event(payload, host.environment()), host.environment(), str(host.data)))

    assert in_processes(64, hook) == [0] * 64
    assert {session.state["phase"] for session in again} == {"planning"}
    assert {session.session_id for session in sessions if session.armed} == {session.session_id for session in again}
    assert all(verified(session) for session in sessions)


def verified(host: Bench) -> bool:
    return ledger.verify(host.folder / "ledger.jsonl", LedgerHead(**host.state["ledger"])).ok


def test_a_session_that_is_at_work_is_not_waited_for(stages: Stages) -> None:
    host = stages.at("completed")
    neglect(host)
    with Store(str(host.data), host.session_id).locked():
        end(host, session_id="another-session")
    assert host.armed
