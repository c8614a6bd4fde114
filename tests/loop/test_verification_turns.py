"""Verification through the hooks, as a host runs them: a gap sends back, so often and no more; nothing else does."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.loop.models import DONE, Scripted, configure, missing
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import PipedHost

NEVER_WRITTEN = "the second file was never written"


@pytest.fixture
def critic(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path / "critic", missing(NEVER_WRITTEN), DONE)


def verified(host: PipedHost, critic: Scripted, **agent: int) -> PipedHost:
    """A session that is watched, with verification on."""
    configure(host, agent={"verify_replies": True, **agent}, model={"critic": critic.setting})
    host.prompt("$harness:guard on")
    return host


def test_a_gap_sends_the_agent_back_once(host: PipedHost, critic: Scripted) -> None:
    verified(host, critic)
    host.prompt("write two files")
    host.write("one.txt")
    host.finished("done")
    sent = host.stop("Both files are written.")
    assert sent.answer["decision"] == "block"
    assert sent.reason.startswith(f"Before finishing: {NEVER_WRITTEN}\n")
    assert "sent the agent back (1 of 2)" in sent.message
    ended = host.stop("Now they are.", stop_hook_active=True)
    assert ended.silent
    first, second = critic.asked
    assert "write two files" in first and "Both files are written." in first and "one.txt" in first
    assert "Now they are." in second


def test_a_critic_that_is_never_satisfied_is_left_alone(codex: PipedHost, tmp_path: Path) -> None:
    critic = Scripted(tmp_path / "critic", missing("a"), missing("b"), missing("c"))
    verified(codex, critic, verify_max=2)
    codex.prompt("write two files")
    replies = [codex.stop("done", stop_hook_active=number > 0) for number in range(4)]
    assert [reply.answer.get("decision") for reply in replies] == ["block", "block", None, None]
    assert "sent back 2 times already" in replies[2].message
    assert len(critic.asked) == 2
    codex.prompt("and a third")
    assert codex.stop("done").answer["decision"] == "block"


def test_it_is_off_by_default(codex: PipedHost, critic: Scripted) -> None:
    configure(codex, model={"critic": critic.setting})
    codex.prompt("$harness:guard on")
    codex.prompt("write two files")
    assert codex.stop("done").silent
    assert critic.asked == []
    assert not (codex.folder / "asked.json").exists()


def test_only_an_armed_session_is_verified(codex: PipedHost, critic: Scripted) -> None:
    configure(codex, agent={"verify_replies": True}, model={"critic": critic.setting})
    codex.prompt("write two files")
    assert codex.stop("done").silent
    assert critic.asked == []


def test_a_sub_agent_is_not_verified(codex: PipedHost, critic: Scripted) -> None:
    verified(codex, critic)
    codex.prompt("write two files")
    child = {"agent_id": "kid", "agent_type": "worker"}
    assert codex.stop("done", **child).silent
    assert codex.fire("SubagentStop", last_assistant_message="done", stop_hook_active=False, **child).silent
    assert critic.asked == []


def test_a_turn_that_no_person_opened_is_not_verified(codex: PipedHost, critic: Scripted) -> None:
    verified(codex, critic)
    codex.prompt("<task-notification>\nit is over")
    assert codex.stop("done").silent
    assert critic.asked == []


def test_failed_calls_are_told_as_such(codex: PipedHost, critic: Scripted) -> None:
    verified(codex, critic)
    codex.prompt("run the tests")
    codex.shell("make test")
    output = {"type": "function_call_output", "call_id": "call_1", "output": "Process exited with code 2\nOutput:\nx"}
    (codex.home / "transcript.jsonl").write_text(json.dumps({"type": "response_item", "payload": output}) + "\n")
    codex.shell("ls")
    codex.stop("The tests pass.")
    assert "2 calls, 0 of them denied" in critic.asked[0]
    assert "- Bash [failed: exit 2] make test\n- Bash [ran; outcome not known] ls" in critic.asked[0]


def test_a_turn_stopped_for_repetition_ends(codex: PipedHost, critic: Scripted) -> None:
    verified(codex, critic)
    codex.prompt("run the tests")
    for _ in range(6):
        codex.shell("cat src/app.py")
    assert "decision" not in codex.stop("I am stuck.").answer
    assert critic.asked == []


def test_what_the_person_sent_meanwhile_belongs_to_the_request(codex: PipedHost, critic: Scripted) -> None:
    verified(codex, critic)
    codex.prompt("write two files")
    codex.shell("ls")
    codex.prompt("$harness:steer only one file after all")
    codex.turn = "turn-2"
    assert "> only one file" in codex.finished("x").context
    codex.stop("done")
    assert "only one file after all" in critic.asked[0]
    codex.prompt("$harness:steer and no tests")
    codex.prompt("write a third file")
    codex.stop("done")
    assert "and no tests" in critic.asked[1]
    assert "only one file after all" not in critic.asked[1]


FAILURES: dict[str, tuple[dict[str, Any], str]] = {
    "nonsense": ({"critic": {"command": [sys.executable, "-c", "print('I think so')"]}}, "cannot be understood"),
    "another shape": (
        {"critic": {"command": [sys.executable, "-c", "print('{\"done\": 1}')"]}},
        "cannot be understood",
    ),
    "a gap without a name": (
        {"critic": {"command": [sys.executable, "-c", 'print(\'{"done": false, "missing": ""}\')']}},
        "cannot be understood",
    ),
    "empty": ({"critic": {"command": [sys.executable, "-c", ""]}}, "cannot be understood"),
    "huge": ({"critic": {"command": [sys.executable, "-c", "print('x' * (1 << 21))"]}}, "too long"),
    "exit status": ({"critic": {"command": [sys.executable, "-c", "raise SystemExit(3)"]}}, "exit code 3"),
    "no program": ({"critic": {"command": ["/nowhere/model"]}}, "no program `/nowhere/model`"),
    "timeout": (
        {"critic": {"command": [sys.executable, "-c", "import time; time.sleep(30)"]}, "timeout_seconds": 1},
        "no answer within 1",
    ),
    "missing key": (
        {"critic": "some/model", "base_url": "http://127.0.0.1:9/v1", "api_key_env": "NOT_SET_HERE"},
        "NOT_SET_HERE",
    ),
    "refused": ({"critic": "some/model", "base_url": "http://127.0.0.1:9/v1"}, "127.0.0.1:9"),
    "no address": ({"critic": "some/model"}, "nothing says where to ask"),
    "no host": ({"critic": "host"}, "no program"),
}


@pytest.mark.parametrize(("model", "told"), FAILURES.values(), ids=FAILURES)
def test_a_critic_that_does_not_answer_lets_the_turn_end_and_says_so(
    codex: PipedHost, model: dict[str, Any], told: str
) -> None:
    configure(codex, agent={"verify_replies": True}, model=model)
    codex.prompt("$harness:guard on")
    codex.prompt("write two files")
    ended = codex.stop("done")
    assert "decision" not in ended.answer
    assert "was not verified" in ended.message
    assert told in ended.message


def test_the_model_calls_of_a_turn_are_capped(codex: PipedHost, critic: Scripted) -> None:
    configure(codex, agent={"verify_replies": True}, model={"critic": critic.setting, "max_calls_per_turn": 1})
    codex.prompt("$harness:guard on")
    codex.prompt("write two files")
    assert codex.stop("done").reason
    ended = codex.stop("done", stop_hook_active=True)
    assert "questions to models of this turn are used up" in ended.message
    assert not ended.reason


# In a run


def test_a_pending_gate_wins(host: PipedHost, critic: Scripted) -> None:
    configure(host, agent={"verify_replies": True}, model={"critic": critic.setting})
    host.prompt("$harness write two files")
    opened = host.stop(tiny_plan("src/app.py"))
    assert "decision" not in opened.answer
    host.prompt("what is this?")
    asked_again = host.stop("It is a plan.\n\nProceed with this Plan? [y/N]")
    assert "decision" not in asked_again.answer
    assert critic.asked == []
    assert host.state["phase"] == "plan_pending"


def test_with_authority_a_gap_sends_back_once_a_turn(codex: PipedHost, critic: Scripted) -> None:
    configure(codex, agent={"verify_replies": True}, model={"critic": critic.setting})
    codex.approve(tiny_plan("src/app.py"))
    sent = codex.stop("I have begun.")
    assert sent.reason.startswith(f"Before finishing: {NEVER_WRITTEN}")
    assert "No artifact is read in this turn" in sent.reason
    assert "# Plan" in critic.asked[0]  # what the `y` asked for
    assert "decision" not in codex.stop("done", stop_hook_active=True).answer
    assert codex.state["phase"] == "implement"
    assert len(critic.asked) == 1


def test_nothing_is_sent_back_from_a_held_run(codex: PipedHost, critic: Scripted) -> None:
    configure(codex, agent={"verify_replies": True}, model={"critic": critic.setting})
    codex.prompt("$harness write two files")
    codex.prompt("cancel")
    assert "decision" not in codex.stop("It is cancelled.").answer
    assert critic.asked == []


def test_after_an_artifact_a_gap_is_told_and_goes_on_record(codex: PipedHost, critic: Scripted) -> None:
    """Such a Stop is never blocked."""
    configure(codex, agent={"verify_replies": True}, model={"critic": critic.setting})
    codex.approve(tiny_plan("src/app.py"))
    ended = codex.stop(tiny_completion())
    assert "decision" not in ended.answer
    assert f"a part of the request did not happen: {NEVER_WRITTEN}" in ended.message
    assert codex.state["phase"] == "completed"
    assert [record["missing"] for record in codex.ledger if record["event"] == "reply_gap"] == [NEVER_WRITTEN]
