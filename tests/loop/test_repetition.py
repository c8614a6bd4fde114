"""Repetition and the limits of a turn: what is told, when it stops, what never counts, at what price."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.loop.repetition import (
    REPEATED,
    SPENT,
    STOPPED,
    TURN_STOPPED,
    WRAP_UP,
    Caller,
    Finding,
    Limits,
    count_call,
    is_stopped,
    limits_of,
    note_end,
)
from harness_runtime.session.counters import RECORD_BYTES, WINDOW, TurnFile
from harness_runtime.session.layout import run_folder
from tests.loop.kills import killed_everywhere
from tests.support.processes import in_processes

SESSION = "11111111-2222-4333-8444-555555555555"
WIDE = Limits(repeat_limit=3, max_turns=10_000, max_tool_calls_per_turn=10_000)


class Turn:
    """One turn of a session; time stands still unless a step says otherwise."""

    def __init__(self, data: Path, turn: str = "turn-1", agent: str = "", limits: Limits = WIDE) -> None:
        Path(run_folder(str(data), SESSION)).mkdir(parents=True, exist_ok=True)
        self.caller = Caller(str(data), SESSION, turn, agent)
        self.limits = limits
        self.now = 1_700_000_000

    def call(self, name: str, *, denied: bool = False, tool: str = "Read", tool_input: object = None) -> Finding:
        digest = sha256(name.encode()).hexdigest()
        return count_call(self.caller, tool, tool_input or {}, digest, self.limits, self.now, denied=denied)

    def end(self, name: str, *, changed: bool = False) -> None:
        note_end(self.caller, sha256(name.encode()).hexdigest(), self.now, changed=changed)

    def play(self, steps: str) -> str:
        """`a` a call that only reads and is over at once, `A` one that changes something; returns what came of each:
        `.` nothing, `!` told, `X` the stop, `x` after it."""
        return "".join(self._play(step) for step in steps)

    def _play(self, step: str) -> str:
        found = self.call(step)
        if not found.denial:
            self.end(step, changed=step.isupper())
        return {STOPPED: "X", TURN_STOPPED: "x"}.get(found.denial, "!" if REPEATED in found.advice else ".")


@pytest.fixture
def turn(tmp_path: Path) -> Turn:
    return Turn(tmp_path)


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ("aaaaaaa", "..!..Xx"),
        ("aaaaaabcd", "..!..Xxxx"),  # nothing else passes either
        ("abcdefghij", ".........."),
        ("abababab", "....!!.."),
        ("ababababababa", "....!!....Xxx"),
        ("aaBaaCaaDaa", "..........."),  # an edit-and-test loop
        ("aaaBaaaB", "..!...!."),  # a repetition of its own after each change
        ("BBBBBBB", "..!..Xx"),  # a change does not excuse its own repetition
        ("BaBaBaBa", "....!..."),  # nor what stands between
    ],
)
def test_a_turn_of_calls(turn: Turn, steps: str, outcome: str) -> None:
    assert turn.play(steps) == outcome


def test_the_finding_says_how_often(turn: Turn) -> None:
    assert [turn.call("a").count for _ in range(6)] == [1, 2, 3, 4, 5, 6]


def test_denied_calls_count_too(turn: Turn) -> None:
    assert [turn.call("a", denied=True).denial for _ in range(6)] == [""] * 5 + [STOPPED]


def test_a_change_that_failed_starts_nothing_anew(turn: Turn) -> None:
    """It was let through, but no hook saw it succeed."""
    for _ in range(3):
        turn.call("test")
        turn.call("edit")
        turn.end("edit")
    assert turn.call("test").count == 4


def test_another_turn_begins_anew(turn: Turn, tmp_path: Path) -> None:
    assert turn.play("aaaaaa") == "..!..X"
    assert Turn(tmp_path, "turn-2").play("aaa") == "..!"


def test_a_child_counts_for_itself(turn: Turn, tmp_path: Path) -> None:
    """Three reviewers that read the same file repeat nothing."""
    turn.play("aa")
    child = Turn(tmp_path, agent="reviewer-1")
    assert child.play("aaaaaax") == "..!..Xx"
    assert turn.play("b") == "."
    assert is_stopped(child.caller)
    assert not is_stopped(turn.caller)


def test_without_a_turn_nothing_is_counted(tmp_path: Path) -> None:
    nameless = Turn(tmp_path, turn="")
    assert nameless.play("aaaaaaaa") == "........"
    assert not is_stopped(nameless.caller)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_the_limit_is_the_sessions(tmp_path: Path, limit: int) -> None:
    turn = Turn(tmp_path, limits=Limits(limit, 10_000, 10_000))
    outcomes = turn.play("a" * (2 * limit + 1))
    assert (outcomes.find("!"), outcomes.find("X"), outcomes.count("!")) == (limit - 1, 2 * limit - 1, 1)


@pytest.mark.parametrize(
    ("tool", "tool_input"),
    [
        ("wait_agent", {"ids": ["a"]}),
        ("collaborationwait_agent", {}),
        ("TaskOutput", {"task_id": "t"}),
        ("clocksleep", {"seconds": 3}),
        ("write_stdin", {"session_id": 3, "chars": ""}),
        ("write_stdin", {"session_id": 3}),
        ("Bash", {"command": "sleep 5"}),
        ("Bash", {"command": "  sleep 5; tail -3 log"}),
        ("Bash", {"command": "sleep 0.5 2m && ls out"}),
        ("Bash", {"command": "wait 1234"}),
    ],
)
def test_waits_and_polls_never_count(turn: Turn, tool: str, tool_input: object) -> None:
    found = [turn.call("a", tool=tool, tool_input=tool_input) for _ in range(10)]
    assert {(finding.denial, finding.advice) for finding in found} == {("", ())}


@pytest.mark.parametrize(
    ("tool", "tool_input"),
    [
        ("write_stdin", {"session_id": 3, "chars": "y\n"}),
        ("Bash", {"command": "sleeper"}),
        ("Bash", {"command": "sleep 0; make test"}),
        ("Bash", {"command": "sleep 1 && make test"}),
        ("Bash", {"command": "sleep 5; tail -3 log; make test"}),
        ("Bash", {"command": "sleep $(make test)"}),
        ("Bash", {"command": "wait | make test"}),
        ("Bash", {"command": "cat sleep"}),
        ("Bash", {"command": ""}),
        ("Bash", {"command": 3}),
        ("sleep", {}),
        ("Read", None),
    ],
)
def test_what_only_looks_like_a_wait_counts(turn: Turn, tool: str, tool_input: object) -> None:
    found = [turn.call("a", tool=tool, tool_input=tool_input) for _ in range(6)]
    assert found[2].advice == (REPEATED,)
    assert found[5].denial == STOPPED


# The limits of a turn


def test_wrapping_up_is_told_once_and_denies_nothing(tmp_path: Path) -> None:
    turn = Turn(tmp_path, limits=Limits(3, 10_000, 4))
    found = [turn.call(str(number)) for number in range(10)]
    assert [finding.advice for finding in found] == [(), (), (), (WRAP_UP,), *[()] * 6]
    assert {finding.denial for finding in found} == {""}


def test_polls_count_as_calls(tmp_path: Path) -> None:
    turn = Turn(tmp_path, limits=Limits(3, 10_000, 2))
    assert [turn.call("a", tool="wait_agent").advice for _ in range(3)] == [(), (WRAP_UP,), ()]


def test_both_advices_may_fall_together(tmp_path: Path) -> None:
    turn = Turn(tmp_path, limits=Limits(2, 10_000, 2))
    assert [turn.call("a").advice for _ in range(2)] == [(), (REPEATED, WRAP_UP)]


def test_past_the_last_batch_calls_are_denied(tmp_path: Path) -> None:
    turn = Turn(tmp_path, limits=Limits(3, 3, 10_000))
    denials = []
    for number in range(6):
        denials.append(turn.call(str(number)).denial)
        turn.end(str(number))
    assert denials == ["", "", "", SPENT, SPENT, SPENT]


def test_calls_that_start_together_are_one_batch(tmp_path: Path) -> None:
    turn = Turn(tmp_path, limits=Limits(3, 2, 10_000))
    for batch in range(2):
        assert {turn.call(f"{batch}.{number}").denial for number in range(5)} == {""}
        for number in range(5):
            turn.end(f"{batch}.{number}")
    assert turn.call("last").denial == SPENT


def test_a_batch_whose_end_no_hook_saw_is_over_by_time(tmp_path: Path) -> None:
    """A patch that does not apply has no PostToolUse on Codex."""
    turn = Turn(tmp_path, limits=Limits(3, 2, 10_000))
    denials = []
    for number in range(3):
        denials.append(turn.call(str(number)).denial)
        turn.now += 2
    assert denials == ["", "", SPENT]


def test_a_denied_call_is_over_at_once(tmp_path: Path) -> None:
    turn = Turn(tmp_path, limits=Limits(3, 2, 10_000))
    assert [turn.call(str(number), denied=True).denial for number in range(3)] == ["", "", SPENT]


@pytest.mark.parametrize(
    "state",
    [{}, {"loop": None}, {"loop": {"repeat_limit": 0}}, {"loop": {"max_turns": True}}, {"loop": {"x": 1}}],
)
def test_a_missing_or_impossible_limit_is_its_default(state: dict[str, object]) -> None:
    limits = limits_of(state)
    assert (limits.repeat_limit, limits.max_turns, limits.max_tool_calls_per_turn) == (3, 200, 32)


def test_sealed_limits_are_used() -> None:
    limits = limits_of({"loop": {"repeat_limit": 5, "max_turns": 6, "max_tool_calls_per_turn": 7}})
    assert (limits.repeat_limit, limits.max_turns, limits.max_tool_calls_per_turn) == (5, 6, 7)


# Any turn


def counted_by_hand(steps: str) -> Iterator[int]:
    """The rule of the contract over the whole turn."""
    seen: Counter[str] = Counter()
    for step in steps:
        seen[step] += 1
        yield seen[step]
        if step.isupper():
            seen = Counter({step: seen[step]})


@given(st.text("abcABC", max_size=60))
def test_any_turn_is_counted_as_by_hand(tmp_path_factory: pytest.TempPathFactory, steps: str) -> None:
    turn = Turn(tmp_path_factory.mktemp("any"), limits=Limits(1000, 10_000, 10_000))
    found = []
    for step in steps:
        found.append(turn.call(step).count)
        turn.end(step, changed=step.isupper())
    assert found == list(counted_by_hand(steps))


# Many at once, kills, a long turn


def test_calls_at_once_are_each_counted_once(tmp_path: Path) -> None:
    """Of sixteen identical calls at the same time one tells, one stops, and none is lost."""
    turn = Turn(tmp_path, limits=Limits(8, 10_000, 10))

    def work(number: int) -> None:
        found = turn.call("a")
        (tmp_path / str(number)).write_text(f"{found.count} {found.denial} {','.join(found.advice)}", "ascii")

    assert set(in_processes(16, work)) == {0}
    outcomes = sorted((tmp_path / str(number)).read_text("ascii").split(" ") for number in range(16))
    assert sorted(int(count) for count, _, _ in outcomes) == list(range(1, 17))
    assert [denial for _, denial, _ in outcomes].count(STOPPED) == 1
    advices = ",".join(advice for _, _, advice in outcomes)
    assert (advices.count(REPEATED), advices.count(WRAP_UP)) == (1, 1)


def test_a_kill_loses_at_most_the_call_that_died(tmp_path: Path) -> None:
    """Its hook never answered, so the host was told no; the next one finds a file that it can use."""

    def prepare(step: int) -> Turn:
        turn = Turn(tmp_path, f"turn-{step}")
        turn.play("aa")
        return turn

    def check(turn: Turn) -> None:
        assert turn.call("a").count in (3, 4)

    assert killed_everywhere(prepare, lambda turn: turn.call("a"), check) == 3


def test_a_record_that_was_written_in_part_is_overwritten(turn: Turn) -> None:
    turn.play("aa")
    path = next(Path(run_folder(turn.caller.data, SESSION), "counters").iterdir())
    path.write_bytes(path.read_bytes() + b"c half a rec")
    assert turn.play("a") == "!"
    assert path.stat().st_size % RECORD_BYTES == 0


def test_a_long_turn_is_read_from_its_end_only(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(WINDOW):
        turn._play(str(number))
    read: list[int] = []
    real = os.pread
    monkeypatch.setattr(os, "pread", lambda handle, size, at: read.append(size) or real(handle, size, at))
    file = TurnFile(turn.caller.data, SESSION, "turn-1", "")
    newest = file.newest()
    file.close()
    assert newest is not None
    assert newest.calls == WINDOW
    assert read == [WINDOW * RECORD_BYTES]


def test_a_folder_that_cannot_be_written_is_an_error_and_no_finding(tmp_path: Path) -> None:
    turn = Turn(tmp_path)
    folder = Path(run_folder(str(tmp_path), SESSION), "counters")
    folder.write_text("no folder", "ascii")
    with pytest.raises(OSError, match=r"counters|directory"):
        turn.call("a")
