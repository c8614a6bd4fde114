"""goal: a person's standing goal from the terminal, and what inspect shows of it."""

import json

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import schema
from harness_runtime.events.context import Context
from harness_runtime.events.goal.verbs import set_goal
from harness_runtime.events.run.ending import turn_off
from harness_runtime.loop.goals import Happening, advanced
from harness_runtime.session.goals import read_goal, write_goal
from harness_runtime.session.guarded import read_guarded, reasons
from harness_runtime.wire.events import hook_event

GOAL = "every page builds without a warning"


@pytest.fixture(autouse=True)
def here(workspace, monkeypatch):
    monkeypatch.chdir(workspace)


def test_it_is_set_shown_paused_resumed_and_cleared(new_run, harness_state, answer):
    run = new_run().approved()
    done = harness_state("goal", "set", "every page", "builds without a warning")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "Session session-1")
    assert "the agent hears of it with the next prompt" in done.stdout
    guarded = read_guarded(run.store.data, "session-1", aside=True)
    assert guarded is not None and reasons(guarded) == ["goal"]
    given, code = answer("goal", "status", "--session", "session-1")
    jsonschema.validate(given, schema("goal"))
    assert (given, code) == (
        {
            "schema_version": 1,
            "session_id": "session-1",
            "goal": GOAL,
            "state": "active",
            "paused_by": None,
            "reason": "",
            "iterations": 0,
            "max_iterations": 10,
            "last_verdict": None,
            "next_step": "",
        },
        0,
    )
    assert "State: active. Iterations: 0 of 10." in harness_state("goal", "status").stdout
    assert harness_state("goal").stdout == harness_state("goal", "status").stdout
    assert answer("goal", "pause")[0]["paused_by"] == "person"
    assert answer("goal", "resume")[0]["state"] == "active"
    assert answer("goal", "clear")[0]["state"] == "cleared"
    assert read_guarded(run.store.data, "session-1", aside=True) is None


def test_without_a_goal_there_is_nothing_to_show_or_change(new_run, harness_state, answer):
    new_run().approved()
    given, code = answer("goal", "status")
    assert (given["goal"], given["state"], code) == (None, None, 0)
    for verb in ("pause", "resume", "clear"):
        done = harness_state("goal", verb)
        assert (done.exit_code, "no goal" in done.stderr) == (2, True)


def test_a_goal_in_the_wrong_state_is_one_line(new_run, harness_state):
    new_run().approved()
    harness_state("goal", "set", GOAL)
    done = harness_state("goal", "resume")
    assert (done.exit_code, done.stderr) == (2, "harness-state: The goal is not paused: active.\n")


@pytest.mark.parametrize(("text", "told"), [("", "is empty"), ("\u200b", "is empty"), ("x" * 2001, "too long")])
def test_what_is_no_goal_is_refused(new_run, harness_state, text, told):
    new_run().approved()
    done = harness_state("goal", "set", text)
    assert (done.exit_code, told in done.stderr) == (2, True)


@pytest.mark.parametrize("verb", [("set", GOAL), ("pause",), ("resume",), ("clear",)])
def test_an_agent_does_not_speak_as_its_person(new_run, harness_state, monkeypatch, verb):
    new_run().approved()
    monkeypatch.setenv("CODEX_THREAD_ID", "session-1")
    assert harness_state("goal", *verb).exit_code == 2
    assert harness_state("goal", "status").exit_code == 0


def test_inspect_shows_it(new_run, harness_state, answer):
    run = new_run().approved()
    assert answer("inspect")[0]["goal"] is None
    harness_state("goal", "set", GOAL)
    goal = read_goal(run.store.data, "session-1")
    sent_on = advanced(goal, Happening.NOT_MET, now="2026-01-02T03:04:05Z", step="run it")
    write_goal(run.store.data, sent_on)
    given, _ = answer("inspect")
    jsonschema.validate(given, schema("inspect"))
    assert (given["goal"]["state"], given["goal"]["iterations"], given["goal"]["next_step"]) == (
        "active",
        1,
        "run it",
    )
    assert f"active (1 of 10): {GOAL}" in " ".join(harness_state("inspect").stdout.split())


def test_a_file_that_cannot_be_used_is_shown_as_such(new_run, harness_state, answer):
    run = new_run().approved()
    (run.store.folder / "goal.json").write_text(json.dumps({"schema_version": 2}))
    assert answer("inspect")[0]["goal"]["state"] == "unreadable"
    assert "cannot be used" in harness_state("inspect").stdout
    assert "cannot be used" in harness_state("goal", "status").stdout
    assert harness_state("goal", "clear").exit_code == 0
    assert not (run.store.folder / "goal.json").exists()


def test_off_says_that_the_goal_rests(new_run, harness_state, monkeypatch):
    new_run().approved()
    harness_state("goal", "set", GOAL)
    monkeypatch.setattr("harness_runtime.cli.verbs.off.require_person", lambda: None)
    done = harness_state("off", "session-1")
    assert "the goal is paused, because Harness was turned off" in done.stdout, done.stderr


def test_after_off_it_is_picked_up_again_also_where_no_run_was(data, workspace, harness_state):
    raw = {"session_id": "session-2", "hook_event_name": "UserPromptSubmit", "cwd": str(workspace)}
    context = Context(hook_event(raw, {"PLUGIN_ROOT": "/p"}), {}, str(data))
    set_goal(context, GOAL)
    turn_off(context.store)
    assert not context.store.is_armed()
    done = harness_state("goal", "resume")
    assert f"The goal is picked up again: {GOAL}" in done.stdout, done.stderr
    guarded = read_guarded(str(data), "session-2")
    assert guarded is not None and (guarded["host"], guarded["workspace_root"]) == ("codex", str(workspace))
