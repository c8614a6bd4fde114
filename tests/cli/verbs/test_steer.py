"""steer: a note from the terminal, queued and told whether a turn runs."""

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import schema
from harness_runtime.loop.steering import claim_notes
from harness_runtime.session.notes import waiting
from harness_runtime.session.state import LastStop, Turn


def told(run):
    return claim_notes(run.store.data, run.store.session_id, "en")[1]


def test_a_note_is_queued_for_the_turn_that_runs(new_run, harness_state):
    run = new_run().approved()
    done = harness_state("steer", "session-1", "the", "bug is in", "the parser")
    assert (done.exit_code, done.stdout) == (
        0,
        "The note is queued. The agent gets it after its current tool call.\n",
    )
    assert "> the bug is in the parser" in told(run)


@pytest.mark.parametrize("ended", [False, True])
def test_the_answer_says_whether_a_turn_runs(new_run, answer, ended):
    run = new_run().approved()
    run.commit(
        "prompt", turn=Turn(id="t9", person=True), last_stop=LastStop(turn="t9" if ended else "t8", gate=False)
    )
    given, code = answer("steer", "session-1", "x")
    assert (given, code) == (
        {"schema_version": 1, "session_id": "session-1", "queued": True, "running": not ended},
        0,
    )
    jsonschema.validate(given, schema("steer"))


def test_with_nothing_running_it_says_so_and_keeps_the_note(new_run, harness_state):
    run = new_run().approved()
    run.commit("stopped", last_stop=LastStop(turn="t1", gate=False))
    assert (
        harness_state("steer", "session-1", "x").stdout == "Nothing is running. The note is kept for the next turn.\n"
    )
    assert waiting(run.store.data, "session-1") == 1


def test_one_of_several_sessions_is_named_by_the_beginning_of_its_id(new_run, harness_state):
    first, second = new_run("aa-1").approved(), new_run("ab-2").approved()
    assert harness_state("steer", "ab", "for the second").exit_code == 0
    assert told(first) == ""
    assert "for the second" in told(second)
    assert harness_state("steer", "a", "x").exit_code == 2
    assert harness_state("steer", "zz", "x").exit_code == 2


@pytest.mark.parametrize(
    ("text", "why"), [(" ", "There is nothing to send"), ("x" * 5000, "The note is too long (at most 4000 bytes)")]
)
def test_what_is_no_note_is_told_in_one_line(new_run, harness_state, text, why):
    run = new_run().approved()
    done = harness_state("steer", "session-1", text)
    assert done.exit_code == 2
    assert why in done.stderr
    assert waiting(run.store.data, "session-1") == 0


def test_a_session_that_is_not_armed_would_never_hear_it(new_run, harness_state):
    run = new_run().approved()
    run.store.release()
    done = harness_state("steer", "session-1", "x")
    assert done.exit_code == 2
    assert "Harness is not on in this session" in done.stderr


@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_an_agent_does_not_steer(new_run, harness_state, monkeypatch, variable):
    run = new_run().approved()
    monkeypatch.setenv(variable, "session-1")
    assert harness_state("steer", "session-1", "x").exit_code == 2
    assert waiting(run.store.data, "session-1") == 0
