"""A chain in a `$harness` run: the run's gates come first, its boundary holds, and nothing goes on behind its end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness_runtime.confinement.probe import choose
from harness_runtime.events.guides.evidence import evidence_of
from harness_runtime.session.evidence import GATE, read_evidence
from harness_runtime.session.heartbeat import beat
from harness_runtime.session.ledger import verify
from harness_runtime.session.state import State
from harness_runtime.wire.answers import Answer
from tests.chains.talk import Talk
from tests.support.artifacts import summary, tiny_completion, tiny_plan

PASS, FAIL = "Stage result: pass", "Stage result: fail"
CONFINED = choose("none", {"PATH": "/usr/bin:/bin"}) is not None


def state(talk: Talk) -> State:
    found = talk.store.load()
    assert found is not None
    return found


def stop(talk: Talk, message: str, **fields: Any) -> Answer:
    return talk.stop(message, effort={"level": "high"}, **fields)


@pytest.fixture
def planned(claude_talk: Talk) -> Talk:
    """The chain is selected, the run's Plan is shown and waits for its answer."""
    (claude_talk.workspace / "src").mkdir()
    claude_talk.prompt("$harness:chain loop")
    told = claude_talk.prompt("$harness do it")
    assert "[harness:loop run 1 stage 1/3 implement]" in told.context
    beat(str(claude_talk.data), claude_talk.session, 1)
    stop(claude_talk, tiny_plan("src/app.py"))
    assert state(claude_talk).phase == "plan_pending"
    return claude_talk


@pytest.fixture
def approved(planned: Talk) -> Talk:
    told = planned.prompt("y")
    assert state(planned).phase == "implement"
    assert "[harness:loop run 1 stage 1/3 implement]" in told.context
    assert "It stood because the run waits for the person's answer." in told.message
    return planned


def test_while_planning_a_stage_is_not_sent_on(claude_talk: Talk):
    claude_talk.prompt("$harness:chain loop")
    claude_talk.prompt("$harness do it")
    assert stop(claude_talk, "Which parser do you mean?").block == ""
    assert stop(claude_talk, PASS).block == ""
    assert claude_talk.at == (1, "implement", 0)


def test_while_planning_a_stage_is_asked_for_the_plan_and_for_no_result(claude_talk: Talk):
    claude_talk.prompt("$harness:chain loop")
    told = claude_talk.prompt("$harness do it").context
    assert "the question last and no result line" in told
    assert (
        "alone on the last line, `Stage result: pass`" not in told.partition("Instructions")[2].rpartition("\n\n")[2]
    )


def test_no_stage_goes_past_an_open_gate(planned: Talk):
    assert stop(planned, f"{PASS}\n\nProceed with this Plan? [y/N]").block == ""
    assert stop(planned, PASS, stop_hook_active=True).block == ""
    told = planned.prompt("what would it change?")
    assert "[harness:loop" not in told.context
    assert (planned.at, state(planned).phase) == ((1, "implement", 0), "plan_pending")
    assert "run_gate" in planned.prompt("$harness:chain status").block


@pytest.mark.parametrize("words", ["loop", "loop fix it"])
def test_a_chain_is_not_selected_over_an_open_gate(planned: Talk, words: str):
    before = planned.chain.selection
    assert "Answer its question first" in planned.prompt(f"$harness:chain {words}").block
    assert planned.chain.selection == before


def test_with_authority_the_stages_follow_each_other_in_one_turn(approved: Talk):
    first = stop(approved, PASS)
    assert first.block.startswith("[harness:loop run 1 stage 2/3 test] hop 1/12")
    assert "an artifact in a continued turn is not read" in first.block
    assert stop(approved, FAIL).block.startswith("[harness:loop run 1 stage 1/3 implement] hop 2/12")
    stop(approved, PASS)
    stop(approved, PASS)
    assert (stop(approved, PASS).block, approved.stands) == ("", ("finished", ""))
    assert state(approved).phase == "implement"


def test_the_runs_ledger_tells_each_step(approved: Talk):
    stop(approved, PASS)
    stop(approved, "hm")
    stop(approved, FAIL)
    lines = [json.loads(line) for line in approved.store.ledger_path.read_text("utf-8").splitlines()]
    steps = [(line["stage"], line["step"], line["hops"]) for line in lines if line["event"] == "chain_step"]
    assert steps == [
        ("loop run 1 stage 1/3 implement", "running", 0),  # with the request
        ("loop run 1 stage 1/3 implement", "running", 0),  # with the answer
        ("loop run 1 stage 2/3 test", "running", 1),
        ("loop run 1 stage 2/3 test", "running", 1),
        ("loop run 1 stage 1/3 implement", "running", 2),
    ]
    assert verify(approved.store.ledger_path, state(approved).ledger).ok


def test_a_turn_that_ended_for_a_reason_of_the_runs_was_not_interrupted(approved: Talk):
    refused = summary().replace("## Scope Compliance", "## Scope")
    assert stop(approved, refused, stop_hook_active=False).block
    assert approved.prompt("again").message.endswith("goes on.")


def test_an_artifact_is_no_stages_end(approved: Talk):
    assert stop(approved, f"{summary()}\n{PASS}", stop_hook_active=False).block == ""
    assert (state(approved).phase, approved.at) == ("review", (1, "implement", 0))
    told = approved.prompt("go on")
    assert "[harness:loop" not in told.context


def test_a_refused_plan_holds_the_chain_too(planned: Talk):
    planned.prompt("n")
    assert planned.stands == ("halted", "run_held")
    assert stop(planned, PASS).block == ""
    records = planned.store.ledger_path.read_text("utf-8").count("run_held")
    told = planned.prompt("go on")
    assert "[harness:loop" not in told.context
    assert "`$harness:off`" in told.message
    assert planned.store.ledger_path.read_text("utf-8").count("run_held") == records == 1
    assert "`$harness:off`" in planned.prompt("$harness:chain loop fix it").block


def test_a_chain_outlives_a_state_that_cannot_be_used(approved: Talk):
    stop(approved, PASS)
    (approved.store.folder / "state.json").write_text("{", "utf-8")
    told = approved.prompt("$harness do it again")
    assert told.context.startswith("[harness:loop run 1 stage 2/3 test] hop 0/12 nudge 0")
    assert (state(approved).phase, approved.at) == ("planning", (2, "test", 0))


def test_a_new_run_takes_the_chain_up_again(planned: Talk):
    planned.prompt("n")
    told = planned.prompt("$harness once more")
    assert "[harness:loop run 1 stage 1/3 implement] hop 0/12" in told.context
    assert planned.stands == ("running", "")


def test_after_a_completed_run_the_chain_goes_on_without_one(approved: Talk):
    stop(approved, tiny_completion(), stop_hook_active=False)
    assert state(approved).phase == "completed"
    told = approved.prompt("go on")
    assert "[harness:loop run 1 stage 1/3 implement]" in told.context
    assert stop(approved, PASS).block.startswith("[harness:loop run 1 stage 2/3 test]")


def test_a_chain_can_be_selected_with_its_task_in_a_run(approved: Talk):
    told = approved.prompt("$harness:chain loop fix it")
    assert told.context.startswith("[harness:loop run 1 stage 1/3 implement]")
    assert (state(approved).turn.id, state(approved).turn.person) == (approved.turn, True)
    assert stop(approved, PASS).block


def test_a_chain_with_its_task_gives_no_authority_back(approved: Talk):
    stop(approved, "# Completion report\n\nall is done")
    assert state(approved).suspended
    told = approved.prompt("$harness:chain loop fix it")
    assert state(approved).suspended
    assert "Completion Report" in told.context


def test_as_the_first_prompt_after_a_completed_run_it_begins_without_one(approved: Talk):
    stop(approved, tiny_completion(), stop_hook_active=False)
    told = approved.prompt("$harness:chain loop fix it")
    assert "[harness:loop run 1 stage 1/3 implement]" in told.context
    assert not state(approved).held and (approved.store.folder / "guarded.json").exists()
    assert stop(approved, PASS).block


def test_off_ends_run_and_chain(approved: Talk):
    approved.prompt("$harness:off")
    assert not approved.store.is_armed()
    assert approved.prompt("go on").context == ""


@pytest.mark.skipif(not CONFINED, reason="no engine confines commands here")
@pytest.mark.parametrize(("name", "went"), [("src/app.py", "review"), ("src/other.py", "implement")])
def test_a_gate_in_a_run_can_write_what_its_plan_lists_and_nothing_else(claude_talk: Talk, name: str, went: str):
    test = {"agent": "test", "on_failure": "implement", "gate": [f"echo x > {name}"]}
    claude_talk.defines(loop={"chain": ["implement", test, "review"]})
    (claude_talk.workspace / "src").mkdir()
    (claude_talk.workspace / "src/app.py").write_text("", "utf-8")
    claude_talk.prompt("$harness:chain loop")
    claude_talk.prompt("$harness do it")
    beat(str(claude_talk.data), claude_talk.session, 1)
    stop(claude_talk, tiny_plan("src/app.py"))
    claude_talk.prompt("y")
    stop(claude_talk, PASS)
    stop(claude_talk, PASS)
    assert claude_talk.at[1] == went
    run = state(claude_talk)
    kept = [record for record in read_evidence(claude_talk.store.folder, run.run_id) if record["kind"] == GATE]
    assert [(record["stage"], record["passed"]) for record in kept] == [("test", went == "review")]
    shown = evidence_of(claude_talk.store, run, (), 0, None, b"# Completion Report\n")
    assert shown.gates_passed is (went == "review")
