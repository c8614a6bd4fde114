"""Both real hosts: a chain builds, fails its tests twice, goes back each time, and ends with the review."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing

from harness_runtime.session.chain import StoredChain, read_chain
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.trusted import trust_guard
from tests.support.artifacts import tiny_plan
from tests.support.piped import ROOT

from .claude import LiveConversation as ClaudeLive
from .codex import Codex
from .scripted import Act, Say, Script
from .stage import Stage, live_stage

LOOP = ["implement", {"agent": "test", "on_failure": "implement"}, "review"]
PASS, FAIL = Say("## Brief\n\nAs told.\n\nStage result: pass"), Say("It breaks.\n\nStage result: fail")
STAMP = re.compile(r"\[harness:loop run (\d) stage (\d)/3 (\w+)\] hop (\d+)/")


def defined(stage: Stage, **more: object) -> Stage:
    """The workspace's own chain, trusted."""
    file = stage.talk.workspace / ".harness/guard.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"harness": {"loop": {"chain": LOOP, **more}}}), "utf-8")
    found = read_guard(stage.talk.workspace)
    assert found is not None
    trust_guard(stage.data, stage.talk.workspace, found.sha256)
    return stage


def chain(stage: Stage) -> StoredChain:
    found = read_chain(str(stage.data), str(stage.talk.session))
    assert found is not None
    return found


def stamps(text: str) -> list[tuple[str, ...]]:
    """Run, stage, agent and hop of each stage message, in the order in which the model got them."""
    return STAMP.findall(text)


def test_the_tests_fail_twice_and_the_chain_goes_back_each_time(stage: Stage):
    talk = defined(stage)
    turn = talk.say("$harness:chain loop fix it", PASS, FAIL, PASS, FAIL, PASS, PASS, PASS)
    assert stamps(turn.heard()) == [
        ("1", "1", "implement", "0"),
        ("1", "2", "test", "1"),
        ("1", "1", "implement", "2"),
        ("1", "2", "test", "3"),
        ("1", "1", "implement", "4"),
        ("1", "2", "test", "5"),
        ("1", "3", "review", "6"),
    ]
    assert "| It breaks." in turn.heard()
    assert (chain(stage).state, len(turn.requests)) == ("finished", 7)
    again = stage.say("and now the other one", FAIL)
    assert stamps(again.heard())[-1] == ("2", "1", "implement", "0")
    assert (chain(stage).state, chain(stage).halt) == ("halted", "stage_failed")


def test_a_spent_budget_stands_still_and_the_next_message_resumes(stage: Stage):
    talk = defined(stage, hop_budget=2)
    assert not talk.say("$harness:chain loop").requests
    turn = talk.say("fix it", PASS, FAIL, PASS)
    assert chain(stage).halt == "hop_budget"
    assert "[hop_budget]" in turn.told("Stop")
    turn = talk.say("go on", PASS, PASS, PASS)
    assert stamps(turn.heard())[-3:] == [
        ("1", "1", "implement", "0"),
        ("1", "2", "test", "1"),
        ("1", "3", "review", "2"),
    ]
    assert chain(stage).state == "finished"


def test_a_chain_in_a_run_waits_for_the_gate_and_is_bound_by_its_boundary(stage: Stage):
    defined(stage).say("$harness:chain loop")
    plan = tiny_plan("src/new.py")
    stage.say("$harness do it", stage.hands.read("README.md"), Say(plan))
    assert (stage.phase, chain(stage).state) == ("plan_pending", "running")

    def outside(_: dict) -> list[Act]:
        return [stage.hands.write("elsewhere.py", "x\n")]

    turn = stage.say("y", stage.hands.write("src/new.py", "x\n"), PASS, outside, PASS, PASS)
    assert stage.phase == "implement"
    assert {"src/new.py"} == stage.files & {"src/new.py", "elsewhere.py"}
    assert stamps(turn.heard())[-3:] == [
        ("1", "1", "implement", "0"),
        ("1", "2", "test", "1"),
        ("1", "3", "review", "2"),
    ]
    assert chain(stage).state == "finished"


def interrupted(stage: Stage, over: threading.Event) -> Callable[[dict], list[Act]]:
    """The person stops the turn while the model thinks; it has thought when all is over."""

    def think(_: dict) -> list[Act]:
        if isinstance(stage.talk, ClaudeLive):
            stop = {"type": "control_request", "request_id": "stop", "request": {"subtype": "interrupt"}}
            stage.talk._process.stdin.write(json.dumps(stop) + "\n")
            stage.talk._process.stdin.flush()
        else:
            asked = {"threadId": stage.talk.session, "turnId": chain(stage).turn}
            stage.talk._server._send({"id": 10_000, "method": "turn/interrupt", "params": asked})
        over.wait(60)
        return [PASS]

    return think


def test_a_turn_that_the_person_stops_in_a_stage_is_resumed_there(stage: Stage):
    defined(stage).say("$harness:chain loop")
    over = threading.Event()
    stage.say("fix it", PASS, interrupted(stage, over))
    over.set()
    assert chain(stage).state == "running"
    turn = stage.say("mind line 3", PASS, PASS)
    assert stamps(turn.heard())[-2:] == [("1", "2", "test", "0"), ("1", "3", "review", "1")]
    assert "interrupted" in turn.told("UserPromptSubmit") or "멈췄" in turn.told("UserPromptSubmit")
    assert chain(stage).state == "finished"


def compacted(stage: Stage) -> None:
    """The conversation, by the person's command."""
    if isinstance(stage.talk, ClaudeLive):
        stage.say("/compact", Say("a summary"))
        return
    stage.host.model.play(Script([Say("a summary")]))
    stage.talk._server.ask("thread/compact/start", {"threadId": stage.talk.session})
    next(told for told in stage.talk._server.notifications() if told.get("method") == "turn/completed")


def test_a_compaction_leaves_the_chain_where_it_stands(stage: Stage):
    defined(stage).say("$harness:chain loop fix it", PASS, PASS, FAIL)
    compacted(stage)
    turn = stage.say("go on", PASS)
    assert stamps(turn.heard())[-1] == ("1", "3", "review", "0")
    assert chain(stage).state == "finished"


def test_who_goes_back_in_codex_goes_back_in_the_chain(codex: Codex, name: str):
    stage = defined(live_stage(codex, name))
    with closing(stage.talk):
        stage.say("$harness:chain loop fix it", FAIL)
        stage.say("go on", PASS, PASS, FAIL)
        assert chain(stage).halt == "stage_failed"
        stage.talk._server.ask("thread/revert", {"threadId": stage.talk.session, "beforeTurnId": chain(stage).turn})
        turn = stage.say("otherwise", FAIL)
        assert stamps(turn.heard()) == [("1", "1", "implement", "0"), ("1", "1", "implement", "0")]


def test_without_a_chain_the_hooks_are_silent(stage: Stage):
    turn = defined(stage).say("fix it", PASS)
    assert {(hook.told, hook.added) for hook in turn.hooks} == {("", "")}
    assert len(turn.requests) == 1


def test_the_built_in_chain_runs_from_its_planner_to_its_review(stage: Stage):
    word = "/harness:chain" if isinstance(stage.talk, ClaudeLive) else "$harness:chain"
    turn = stage.say(f"{word} react-js a counter", PASS, PASS, PASS, PASS)
    agents = re.findall(r"\[harness:react-js run 1 stage \d/4 (\w+)\]", turn.heard())
    assert agents == ["planner", "implement", "test", "review"]
    assert chain(stage).state == "finished"


def test_a_chain_that_was_selected_in_a_terminal_begins_with_the_next_message(stage: Stage):
    defined(stage).say("$harness:guard on")
    words = ["chain", "select", "loop", "--session", str(stage.talk.session), "--data", str(stage.data)]
    environ = {"PATH": os.environ["PATH"], "HOME": str(stage.host.root), "HARNESS_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", *words],
        cwd=ROOT, env=environ, text=True, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, "`loop`" in done.stdout) == (0, True), done.stderr
    turn = stage.say("fix it", FAIL)
    assert stamps(turn.heard()) == [("1", "1", "implement", "0")]


def test_in_the_hosts_plan_mode_it_stands(stage: Stage):
    """Codex takes the mode with a turn, Claude Code with its process."""
    talk, codex = defined(stage), isinstance(stage.host, Codex)
    talk.talk.planning, talk.talk.options = codex, () if codex else ("--permission-mode", "plan")
    planned = talk.say("$harness:chain loop fix it", PASS)
    assert "plan mode" in planned.heard().lower()
    assert "[plan_mode]" in planned.told("Stop")
