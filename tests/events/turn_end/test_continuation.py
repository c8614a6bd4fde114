"""Whatever a critic and a judge say, a turn ends, each within its own budget, whether the Stop is a first or a
repeated one; and beside a prompt a goal stands whole."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.events import on_stop
from harness_runtime.events.context import Context
from harness_runtime.events.conversation.guarding import note_prompt
from harness_runtime.events.goal.turn import at_stop, standing_text
from harness_runtime.events.goal.verbs import resume_goal, set_goal
from harness_runtime.events.turn_end import consult
from harness_runtime.events.turn_end.end import LEAST_SECONDS, TurnEnd, guarded_end
from harness_runtime.loop.goals import new_goal
from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.models.interface import Failure, Model, Question, Reply
from harness_runtime.session import tally
from harness_runtime.session.asked import note_request
from harness_runtime.session.goals import read_goal
from harness_runtime.session.state import LoopLimits
from harness_runtime.wire.answers import SILENT
from harness_runtime.wire.events import hook_event

SESSION, TURN, NOW = "11111111-2222-4333-8444-555555555555", "turn-1", "2026-01-02T03:04:05Z"
VERIFY_MAX, ITERATIONS, STOPS = 2, 3, 12

CRITIC = st.sampled_from((json.dumps({"done": True}), json.dumps({"done": False, "missing": "x"}), "perhaps", ""))
JUDGE = st.sampled_from(
    (
        *(json.dumps({"met": False, "next_step": step}) for step in ("a", "b", "c", "d")),
        json.dumps({"met": True}),
        json.dumps({"met": "cannot", "next_step": "why"}),
        "perhaps",
        "",
    )
)


@contextmanager
def session(folder: Path) -> Iterator[Context]:
    workspace, data = folder / "workspace", folder / "data"
    workspace.mkdir()
    data.mkdir(mode=0o700)
    agent = {"verify_replies": True, "verify_max": VERIFY_MAX, "goal_max_iterations": ITERATIONS}
    (data / "config.json").write_text(json.dumps({"agent": agent, "model": {"max_calls_per_turn": 1000}}), "utf-8")
    raw = {"session_id": SESSION, "hook_event_name": "Stop", "cwd": str(workspace), "turn_id": TURN}
    environ = {"PLUGIN_DATA": str(data), "PLUGIN_ROOT": "/plugin", "HARNESS_LANG": "en"}
    yield Context(hook_event(raw | {"last_assistant_message": "done"}, environ), environ, str(data))


def answers(critic: Iterator[str], judge: Iterator[str]) -> Callable[..., Reply | Failure]:
    def ask(_: Model, question: Question, **__: object) -> Reply | Failure:
        text = next(judge) if '"met"' in question.instructions else next(critic)
        return Reply(text, "scripted") if text else Failure("scripted", "timeout", "1")

    return ask


@given(
    st.lists(CRITIC, min_size=STOPS, max_size=STOPS),
    st.lists(JUDGE, min_size=STOPS, max_size=STOPS),
    st.lists(st.booleans(), min_size=STOPS, max_size=STOPS),
    st.sets(st.integers(0, STOPS - 1), max_size=2),
)
@settings(max_examples=12, deadline=None)
def test_every_sequence_of_answers_ends_within_its_caps(
    critic: list[str], judge: list[str], repeated: list[bool], resumed: set[int]
) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        session(Path(folder)) as context,
        patch.object(consult, "ask", answers(iter(critic), iter(judge))),
    ):
        set_goal(context, "make it green")
        note_prompt(context)
        note_request(context.data, SESSION, TURN, "make it green", NOW, [])
        sent_back, sent_on = 0, 0
        for number, again in enumerate(repeated):
            goal = read_goal(context.data, SESSION)
            if number in resumed and goal is not None and goal.state == "paused":
                resume_goal(context)
                sent_on = 0
            answer = on_stop.handle(replace(context, event=replace(context.event, repeated=again)))
            sent_back += answer.block.startswith("Before finishing: ")
            sent_on += answer.block.startswith("Harness [goal]")
            assert bool(answer.block) == answer.block.startswith(("Before finishing: ", "Harness [goal]"))
            assert sent_back <= VERIFY_MAX
            assert sent_on <= ITERATIONS


@pytest.mark.parametrize(("seconds", "calls"), [(LEAST_SECONDS / 2, 20), (60.0, 1)], ids=["time", "questions"])
def test_a_goal_that_could_not_be_judged_stays_as_it_is(tmp_path: Path, seconds: float, calls: int) -> None:
    """Nothing was left of the hook's time, or of the turn's questions; what was not asked is not counted."""
    with session(tmp_path) as context, patch.object(consult, "ask", answers(iter(()), iter(['{"met": "x"}']))):
        (tmp_path / "data/config.json").write_text(json.dumps({"model": {"max_calls_per_turn": calls}}), "utf-8")
        set_goal(context, "make it green")
        note_prompt(context)
        known = guarded_end(context, monotonic() + seconds)
        assert known is not None
        if calls == 1:
            tally.count(context.data, SESSION, "model_calls", TURN, NOW)
        before = tally.times(context.data, SESSION, "model_calls", TURN)
        answer = at_stop(known)
        assert answer is not None and not answer.block and "was not judged this time" in answer.message
        assert tally.times(context.data, SESSION, "model_calls", TURN) == before
        goal = read_goal(context.data, SESSION)
        assert goal is not None and (goal.state, goal.last_verdict) == ("active", None)


def test_in_plan_mode_nobody_is_asked_and_nothing_goes_on(tmp_path: Path) -> None:
    with session(tmp_path) as context, patch.object(consult, "ask", side_effect=AssertionError):
        set_goal(context, "make it green")
        note_prompt(context)
        note_request(context.data, SESSION, TURN, "make it green", NOW, [])
        planning = replace(context.event, host="claude", plan_mode=True)
        assert on_stop.handle(replace(context, event=planning)) == SILENT
        goal = read_goal(context.data, SESSION)
        assert goal is not None and goal.state == "active"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["x" * 2000, "가" * 666, "a\n" * 1000])
def test_beside_a_prompt_a_goal_stands_whole(language: str, text: str) -> None:
    goal = new_goal(SESSION, text, 10, NOW).model_copy(update={"next_step": "한" * 500})
    told = standing_text(goal, language)
    assert text in told.replace("\n> ", "\n") + "\n"
    assert len(told.encode()) < 6_000


def end(tmp_path: Path, until: float) -> TurnEnd:
    with session(tmp_path) as context:
        return TurnEnd(context, "en", until, LoopLimits())


def test_with_little_time_left_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness_runtime.events.turn_end.end.monotonic", lambda: 100.0)
    known = end(tmp_path, 100.0 + LEAST_SECONDS)
    assert (known.seconds(60), known.seconds(1)) == (LEAST_SECONDS, 1)
    assert replace(known, until=100.0 + LEAST_SECONDS / 2).seconds(60) == 0


def test_a_session_stands_until_its_person_speaks_again_or_lets_it_go(tmp_path: Path) -> None:
    with session(tmp_path) as context:
        set_goal(context, "make it green")
        note_prompt(context)
        known = guarded_end(context, 0)
        assert known is not None
        assert known.stands()
        note_prompt(replace(context, event=replace(context.event, turn="turn-2")))
        assert not known.stands()
        known = guarded_end(context, 0)
        assert known is not None
        context.store.release()
        assert not known.stands()
