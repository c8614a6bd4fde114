"""Standing goals through the hooks, as a host runs them: set, judged at a turn's end, sent on within their caps."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import piped_host
from tests.loop.models import DONE, MET, Scripted, cannot, configure, missing, not_met
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import PipedHost

GOAL = "every page builds without a warning"
RUN_TESTS = "run the test suite"


@pytest.fixture
def judge(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path / "judge", not_met(RUN_TESTS), MET)


def with_goal(host: PipedHost, judge: Scripted, **agent: object) -> PipedHost:
    configure(host, agent=agent, model={"judge": judge.setting})
    told = host.prompt(f"$harness:goal {GOAL}")
    assert "The goal is set" in told.message
    assert f"> {GOAL}" in told.context
    return host


def say(host: PipedHost, text: str) -> str:
    """A command that the hook answers itself."""
    told = host.prompt(text)
    assert told.answer["decision"] == "block"
    assert not told.context
    return told.reason


def goal_of(host: PipedHost) -> dict[str, Any]:
    return json.loads((host.folder / "goal.json").read_text("utf-8"))


def test_not_met_goes_on_with_the_next_step_then_met(host: PipedHost, judge: Scripted) -> None:
    with_goal(host, judge)
    assert host.armed
    host.shell("make test")
    sent = host.stop("I think it is green.")
    assert sent.answer["decision"] == "block"
    assert f"Next step: {RUN_TESTS}" in sent.reason
    assert f"> {GOAL}" in sent.reason
    assert "goes on (1 of 10)" in sent.message
    ended = host.stop("It is green.", stop_hook_active=True)
    assert "decision" not in ended.answer
    assert "the goal is met (iterations: 1)" in ended.message
    assert (goal_of(host)["state"], goal_of(host)["iterations"]) == ("met", 1)
    assert not host.armed
    first = judge.asked[0]
    assert GOAL in first and "I think it is green." in first and "make test" in first


def test_it_stands_beside_every_prompt_and_at_a_sessions_start(host: PipedHost, judge: Scripted) -> None:
    with_goal(host, judge)
    for text in ("go on", "<task-notification>\nover"):
        assert f"> {GOAL}" in host.prompt(text).context
    started = host.fire("SessionStart", source="resume")
    assert f"> {GOAL}" in started.context
    assert f"is being pursued in this session (0 of 10): {GOAL}" in started.message
    host.stop("not yet")
    assert f"The next step, as last judged: {RUN_TESTS}" in host.prompt("go on").context


def test_another_session_has_none(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    codex.session_id = "99999999-2222-4333-8444-555555555555"
    assert codex.prompt("go on").silent
    assert codex.stop("done").silent
    assert "no goal" in say(codex, "$harness:goal status")


@pytest.mark.parametrize("repeated", [False, True])
def test_at_the_cap_it_pauses_and_resume_goes_on_from_there(codex: PipedHost, tmp_path: Path, repeated: bool) -> None:
    judge = Scripted(tmp_path / "judge", *[not_met(f"step {number}") for number in range(9)])
    with_goal(codex, judge, goal_max_iterations=2)
    replies = [codex.stop("done", stop_hook_active=repeated and number > 0) for number in range(4)]
    assert [reply.answer.get("decision") for reply in replies] == ["block", "block", None, None]
    assert "its iterations (2) are used up" in replies[2].message and "Next step: step 2" in replies[2].message
    assert replies[3].silent
    assert codex.prompt("hello").silent
    resumed = codex.prompt("$harness:goal resume")
    assert "picked up again" in resumed.message and "(2 of 4)" in resumed.message
    assert f"> {GOAL}" in resumed.context
    assert [codex.stop("done").answer.get("decision") for _ in range(3)] == ["block", "block", None]


def test_three_times_the_same_step_pauses(codex: PipedHost, tmp_path: Path) -> None:
    judge = Scripted(tmp_path / "judge", not_met("Run it."), not_met("run it"), not_met("RUN it!"))
    with_goal(codex, judge)
    assert [codex.stop("done").answer.get("decision") for _ in range(3)] == ["block", "block", None]
    assert goal_of(codex)["paused_by"] == "repeated"


def test_what_cannot_be_met_pauses_with_the_reason(codex: PipedHost, tmp_path: Path) -> None:
    with_goal(codex, Scripted(tmp_path / "judge", cannot("the server is not there")))
    ended = codex.stop("I cannot reach it.")
    assert "decision" not in ended.answer
    assert "cannot be met, or waits for you: the server is not there" in ended.message
    assert "the server is not there" in say(codex, "$harness:goal status")


FAILURES: dict[str, tuple[object, str]] = {
    "nonsense": ({"command": [sys.executable, "-c", "print('nearly')"]}, "cannot be understood"),
    "no step": ({"command": [sys.executable, "-c", "print('{\"met\": false}')"]}, "cannot be understood"),
    "a word for a truth": ({"command": [sys.executable, "-c", 'print(\'{"met": "true"}\')']}, "cannot be understood"),
    "exit status": ({"command": [sys.executable, "-c", "raise SystemExit(3)"]}, "exit code 3"),
    "no host": ("host", "no program"),
}


@pytest.mark.parametrize(("model", "told"), FAILURES.values(), ids=FAILURES)
def test_without_a_verdict_the_loop_ends_and_the_goal_pauses(codex: PipedHost, model: object, told: str) -> None:
    configure(codex, model={"judge": model})
    codex.prompt(f"$harness:goal {GOAL}")
    ended = codex.stop("done")
    assert "decision" not in ended.answer
    assert "no judge has answered" in ended.message and told in ended.message
    assert goal_of(codex)["paused_by"] == "no_judge"
    assert codex.stop("done").silent


def test_where_the_host_ends_a_turn_nothing_is_judged_any_more(tmp_path: Path) -> None:
    """Claude Code would not obey: the goal keeps its iterations, and the person is told."""
    claude = piped_host(tmp_path, "claude")
    claude.extra["CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"] = "2"
    judge = Scripted(tmp_path / "judge", *[not_met(f"step {number}") for number in range(9)])
    with_goal(claude, judge)
    replies = [claude.stop("done", stop_hook_active=number > 0) for number in range(3)]
    assert [bool(reply.reason) for reply in replies] == [True, True, False]
    assert "was sent on 2 times" in replies[2].message
    assert (goal_of(claude)["state"], goal_of(claude)["iterations"]) == ("active", 2)
    claude.prompt("go on")
    assert claude.stop("done").reason


# What a person does with it


def test_status_pause_resume_and_clear(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    assert "State: active. Iterations: 0 of 10." in say(codex, "$harness:goal")
    assert "is paused" in say(codex, "$harness:goal pause")
    assert codex.prompt("hello").silent
    assert codex.stop("done").silent
    assert judge.asked == []
    assert "State: paused" in say(codex, "$harness:goal status")
    assert "not being pursued: paused" not in say(codex, "$harness:goal pause")
    assert codex.prompt("/goal resume").context
    assert "not paused: active" in say(codex, "$harness:goal resume")
    assert "dropped" in say(codex, "$harness:goal clear")
    assert not codex.armed
    assert "no goal" in say(codex, "$harness:goal clear")
    assert "no goal" in say(codex, "$harness:goal resume")
    assert codex.stop("done").silent


def test_what_the_agent_has_scheduled_commands_nothing(tmp_path: Path, judge: Scripted) -> None:
    claude = piped_host(tmp_path, "claude")
    with_goal(claude, judge)
    say(claude, "$harness:goal pause")
    given = {"cron": "* * * * *", "prompt": "$harness:goal resume"}
    made = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "CronCreate", "input": given}]}
    (claude.home / "transcript.jsonl").write_text(json.dumps({"type": "assistant", "message": made}) + "\n", "utf-8")
    assert "a scheduled prompt commands nothing" in say(claude, "$harness:goal resume")
    assert goal_of(claude)["state"] == "paused"
    assert "picked up again" in claude.prompt("/harness:goal resume").message


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("clear the backlog", "sets a goal that begins with such a word"),
        ("set", "The goal is empty"),
        ("x" * 2001, "too long"),
    ],
)
def test_what_is_no_goal_sets_none(codex: PipedHost, typed: str, told: str) -> None:
    codex.extra["HARNESS_LANG"] = "en"
    assert told in say(codex, f"$harness:goal {typed}")
    assert not codex.armed


def test_set_takes_any_text(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    assert "> clear the backlog" in codex.prompt("$harness:goal set clear the backlog").context
    assert goal_of(codex)["goal"] == "clear the backlog"


def test_neither_a_child_nor_a_machine_sets_one(codex: PipedHost) -> None:
    codex.prompt(f"$harness:goal {GOAL}", agent_id="a", agent_type="worker")
    codex.prompt(f"<task-notification>\n$harness:goal {GOAL}")
    assert not codex.armed
    assert not (codex.folder / "goal.json").exists()


def test_claude_code_takes_the_bare_command_for_ours(tmp_path: Path, judge: Scripted) -> None:
    claude = piped_host(tmp_path, "claude")
    configure(claude, model={"judge": judge.setting})
    assert f"> {GOAL}" in claude.prompt(f"/goal {GOAL}").context
    assert "dropped" in say(claude, "/goal clear")


def test_codex_keeps_the_bare_command_where_nothing_is_armed(codex: PipedHost) -> None:
    assert codex.prompt(f"/goal {GOAL}").silent
    assert not codex.data.exists()


def test_off_leaves_it_paused(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    assert "the goal is paused, because Harness was turned off" in say(codex, "$harness:off")
    assert not codex.armed
    assert codex.stop("done").silent
    assert f"> {GOAL}" in codex.prompt("$harness:goal resume").context
    assert codex.armed


def test_a_file_that_cannot_be_used_is_told_and_is_no_loop(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    (codex.folder / "goal.json").write_text("{", "utf-8")
    for reply in (codex.prompt("go on"), codex.stop("done"), codex.stop("done", stop_hook_active=True)):
        assert "the goal's file cannot be used" in reply.message
        assert "decision" not in reply.answer
    assert "cannot be used" in say(codex, "$harness:goal status")
    assert "dropped" in say(codex, "$harness:goal clear")
    assert not codex.armed


def test_settings_that_cannot_be_used_set_none(codex: PipedHost) -> None:
    configure(codex, agent={"goal_max_iterations": 0})
    assert "goal_max_iterations" in say(codex, f"$harness:goal {GOAL}")
    assert not codex.armed


# Beside a run and its gates


def test_a_pending_gate_wins(host: PipedHost, judge: Scripted) -> None:
    with_goal(host, judge)
    host.prompt("$harness do it")
    assert "decision" not in host.stop(tiny_plan("src/app.py")).answer
    told = host.prompt("what is it?")
    assert f"> {GOAL}" in told.context
    assert "decision" not in host.stop("A plan.\n\nProceed with this Plan? [y/N]").answer
    assert host.state["phase"] == "plan_pending"
    assert judge.asked == []
    host.prompt("y")
    assert host.state["phase"] == "implement"


def test_in_a_run_it_goes_on_once_a_turn_and_only_with_authority(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    codex.prompt("$harness do it")
    assert "decision" not in codex.stop("Which file?").answer
    codex.stop(tiny_plan("src/app.py"), stop_hook_active=False)
    codex.prompt("y")
    sent = codex.stop("begun")
    assert f"Next step: {RUN_TESTS}" in sent.reason
    assert "No artifact is read in this turn" in sent.reason
    assert "decision" not in codex.stop("done", stop_hook_active=True).answer
    assert len(judge.asked) == 1


def test_a_completed_run_ends_its_turn_and_may_meet_the_goal(codex: PipedHost, tmp_path: Path) -> None:
    judge = Scripted(tmp_path / "judge", MET)
    with_goal(codex, judge)
    codex.approve(tiny_plan("src/app.py"))
    ended = codex.stop(tiny_completion())
    assert "decision" not in ended.answer
    assert "the goal is met" in ended.message
    codex.prompt("thanks")
    assert not codex.armed


def test_after_a_completed_run_the_goal_goes_on(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    codex.approve(tiny_plan("src/app.py"))
    ended = codex.stop(tiny_completion())
    assert "decision" not in ended.answer
    assert f"not met yet. Next step: {RUN_TESTS}" in ended.message
    assert (goal_of(codex)["last_verdict"], goal_of(codex)["iterations"]) == ("not_met", 0)
    told = codex.prompt("go on").context
    assert f"> {GOAL}" in told and f"as last judged: {RUN_TESTS}" in told
    assert codex.armed
    assert "the goal is met" in codex.stop("It is green.").message


def test_nothing_goes_on_in_a_held_run(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    codex.prompt("$harness do it")
    codex.prompt("cancel")
    assert "decision" not in codex.stop("It is cancelled.").answer
    assert GOAL not in codex.prompt("and now?").context
    assert judge.asked == []


def test_set_in_a_run_it_waits_for_the_next_prompt(codex: PipedHost, judge: Scripted) -> None:
    configure(codex, model={"judge": judge.setting})
    codex.approve(tiny_plan("src/app.py"))
    assert "with your next prompt" in say(codex, f"$harness:goal {GOAL}")
    assert f"> {GOAL}" in codex.prompt("go on").context


def test_set_in_a_held_session_it_says_what_it_waits_for(codex: PipedHost, judge: Scripted) -> None:
    configure(codex, model={"judge": judge.setting})
    codex.prompt("$harness do it")
    codex.prompt("cancel")
    assert "waits for a new run" in say(codex, f"$harness:goal {GOAL}")


def test_it_outlives_a_run_whose_state_cannot_be_used(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    codex.prompt("$harness do it")
    (codex.folder / "state.json").write_text("{", "utf-8")
    codex.prompt("$harness again")
    assert codex.state["phase"] == "planning"
    assert f"> {GOAL}" in codex.prompt("go on").context
    say(codex, "$harness:goal clear")
    codex.prompt("cancel")
    say(codex, "$harness:off")
    assert not codex.armed


# Beside the other guards


def test_the_critic_comes_first_and_each_has_its_own_budget(codex: PipedHost, tmp_path: Path) -> None:
    critic = Scripted(tmp_path / "critic", *[missing(f"gap {number}") for number in range(9)])
    judge = Scripted(tmp_path / "judge", *[not_met(f"step {number}") for number in range(9)])
    configure(
        codex,
        agent={"verify_replies": True, "verify_max": 1, "goal_max_iterations": 2},
        model={"critic": critic.setting, "judge": judge.setting},
    )
    codex.prompt(f"$harness:goal {GOAL}")
    reasons = [codex.stop("done", stop_hook_active=number > 0).reason for number in range(5)]
    assert reasons[0].startswith("Before finishing: gap 0")
    assert "step 0" in reasons[1] and "step 1" in reasons[2]
    assert reasons[3:] == ["", ""]
    assert GOAL in critic.asked[0]  # a goal that was just set is the request


def test_a_satisfied_critic_leaves_the_goal_to_the_judge(codex: PipedHost, tmp_path: Path, judge: Scripted) -> None:
    critic = Scripted(tmp_path / "critic", DONE)
    configure(codex, agent={"verify_replies": True}, model={"critic": critic.setting, "judge": judge.setting})
    codex.prompt(f"$harness:goal {GOAL}")
    assert f"Next step: {RUN_TESTS}" in codex.stop("done").reason


def test_a_turn_stopped_for_repetition_ends(codex: PipedHost, judge: Scripted) -> None:
    with_goal(codex, judge)
    for _ in range(6):
        codex.shell("cat src/app.py")
    assert "decision" not in codex.stop("I am stuck.").answer
    assert judge.asked == []


def test_past_the_turns_ceiling_nothing_goes_on(codex: PipedHost, judge: Scripted) -> None:
    """No tool could run any more."""
    with_goal(codex, judge, max_turns=2)
    for name in ("a", "b", "c"):
        reply = codex.shell(f"cat {name}")
        codex.finished("x")
    assert reply.denied
    ended = codex.stop("done")
    assert "decision" not in ended.answer
    assert "its ceiling of 2" in ended.message
    assert judge.asked == []


# The host's own goal


def test_it_rests_while_the_host_pursues_a_goal_of_its_own(host: PipedHost, judge: Scripted) -> None:
    with_goal(host, judge)
    transcript = host.home / "transcript.jsonl"
    goal = {"type": "thread_goal_updated", "goal": {"status": "active"}}
    own = {
        "codex": {"type": "event_msg", "payload": goal},
        "claude": {"type": "attachment", "attachment": {"type": "goal_status", "met": False}},
    }
    over = {
        "codex": {"type": "event_msg", "payload": goal | {"goal": {"status": "complete"}}},
        "claude": {"type": "attachment", "attachment": {"type": "goal_status", "met": True}},
    }
    transcript.write_text(json.dumps(own[host.host]) + "\n")
    first, second = host.stop("done"), host.stop("done")
    assert "the host pursues a goal of its own" in first.message
    assert second.silent and "decision" not in first.answer
    assert judge.asked == []
    with transcript.open("a") as file:
        file.write(json.dumps(over[host.host]) + "\n")
    sent = host.stop("done")
    assert "Harness's goal goes on" in sent.message
    assert f"Next step: {RUN_TESTS}" in sent.reason


# Kills


@pytest.mark.parametrize("place", ["temporary_written", "renamed"])
def test_a_killed_hook_never_adds_an_iteration(codex: PipedHost, tmp_path: Path, place: str) -> None:
    judge = Scripted(tmp_path / "judge", *[not_met(f"step {number}") for number in range(9)])
    with_goal(codex, judge, goal_max_iterations=2)
    codex.extra["HARNESS_FAILPOINT"] = place
    assert not codex.stop("done").answer
    del codex.extra["HARNESS_FAILPOINT"]
    counted = goal_of(codex)["iterations"]
    assert counted == (1 if place == "renamed" else 0)
    replies = [codex.stop("done") for _ in range(4)]
    assert [bool(reply.reason) for reply in replies].count(True) == 2 - counted
    assert goal_of(codex)["paused_by"] == "cap"
