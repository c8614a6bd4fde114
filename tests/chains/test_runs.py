"""Runs of a chain: what the next message starts, what it resumes, and that the transcript is the state."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from harness_runtime.events.goal import turn as goal_turn
from harness_runtime.events.turn_end.end import TurnEnd
from harness_runtime.session import failpoints
from harness_runtime.session.chain import write_chain
from tests.chains.talk import LOOP, Talk

PASS, FAIL = "Stage result: pass", "Stage result: fail"
BEGIN = "$harness:chain loop fix the parser"


def begun(talk: Talk) -> Talk:
    assert not talk.prompt(BEGIN).block
    return talk


def finished(talk: Talk) -> Talk:
    for _ in range(3):
        begun(talk) if not talk.transcript.exists() else None
        talk.stop(PASS)
    assert talk.stands == ("finished", "")
    return talk


def run(talk: Talk) -> int:
    place = talk.chain.place
    assert place is not None
    return place.run


def test_a_selection_without_a_task_waits_for_it(talk: Talk):
    told = talk.prompt("$harness:chain loop")
    assert "implement → test → review" in told.block
    assert (talk.stands, talk.chain.place) == (("waiting", ""), None)
    told = talk.prompt("fix the parser")
    assert told.context.split("\n")[0].startswith("[harness:loop run 1 stage 1/3 implement] hop 0/12")
    assert told.message == "Harness: [harness:loop run 1 stage 1/3 implement] begins."


def test_after_a_finished_run_the_next_message_starts_another_at_stage_one(talk: Talk):
    finished(talk)
    told = talk.prompt("and now the lexer")
    assert told.context.startswith("[harness:loop run 2 stage 1/3 implement] hop 0/12")
    assert "The task is the person's present message." in told.context


def test_a_run_that_stands_still_resumes_there_with_a_fresh_budget(talk: Talk):
    talk.defines(loop={**LOOP, "hop_budget": 2})
    begun(talk).stop(PASS)
    talk.stop(FAIL)
    assert (talk.stop(PASS).block, talk.stands) == ("", ("halted", "hop_budget"))
    told = talk.prompt("go on")
    assert told.context.startswith("[harness:loop run 1 stage 1/3 implement] hop 0/2 nudge 0 ")
    assert told.message.endswith("goes on. It stood because the hop budget is spent (2/2).")
    talk.stop(PASS)
    assert talk.at == (2, "test", 1)


def test_a_run_that_was_interrupted_in_a_stage_resumes_there(talk: Talk):
    """A person's interrupt fires no Stop."""
    begun(talk).stop("Look at the lexer.\nStage result: pass")
    told = talk.prompt("the bug is in line 3")
    assert told.context.startswith("[harness:loop run 1 stage 2/3 test] hop 0/12")
    assert "| Look at the lexer." in told.context
    assert "the turn was interrupted" in told.message


def test_a_message_in_the_middle_of_a_turn_renews_the_budget_and_moves_nothing(talk: Talk):
    begun(talk).stop(PASS)
    again = talk.context("UserPromptSubmit", prompt="hurry")
    from harness_runtime.events import on_prompt

    assert "[harness:loop run 1 stage 2/3 test] hop 0/12" in on_prompt.handle(again).context


@pytest.mark.parametrize(
    "prompt", ["<task-notification>\nx", '<agent-message from="kid">', "Stop hook feedback:\ngo"]
)
def test_machine_text_renews_no_budget_and_resumes_nothing(talk: Talk, prompt: str):
    begun(talk).stop(FAIL)
    told = talk.prompt(prompt)
    assert (told.context, talk.stands, talk.at) == ("", ("halted", "stage_failed"), (1, "implement", 0))


def test_a_childs_prompt_resumes_nothing(talk: Talk):
    begun(talk).stop(FAIL)
    assert talk.prompt("go on", agent_id="a1").context == ""
    assert talk.stands == ("halted", "stage_failed")


# One chain after the other


def test_another_chain_in_the_same_conversation_starts_at_its_own_beginning(talk: Talk):
    begun(talk).stop(PASS)
    talk.defines(loop=LOOP, short={"chain": ["review"]})
    told = talk.prompt("$harness:chain short look at it")
    assert told.context.startswith("[harness:short run 1 stage 1/1 review]")
    assert (talk.stop(PASS).block, talk.stands) == ("", ("finished", ""))
    back = talk.prompt("$harness:chain loop once more")
    assert back.context.startswith("[harness:loop run 1 stage 1/3 implement] hop 0/12")


def test_a_chain_that_is_stopped_leaves_the_conversation_as_it_was(talk: Talk):
    begun(talk)
    assert "The chain `loop` is deselected" in talk.prompt("$harness:chain stop").block
    assert not talk.store.is_armed()
    assert talk.prompt("go on").context == ""
    assert talk.prompt("$harness:chain stop").block == "No chain is selected."


def test_off_deselects_too(talk: Talk):
    begun(talk)
    assert "The chain `loop` is deselected." in talk.prompt("$harness:off").block
    assert "No chain is selected" in talk.prompt("$harness:chain status").block


# The transcript is the state


def went_back(talk: Talk, prompt: str) -> None:
    """To before this prompt. Codex goes on in another file, behind a part of the one before."""
    raw = talk.transcript.read_bytes()
    end = raw.rindex(b'{"ordinal"', 0, raw.index(prompt.encode()))
    number = json.loads(raw[end:].partition(b"\n")[0])["ordinal"]
    base = {"thread_id": talk.session, "end_byte_offset": end, "end_ordinal_exclusive": number}
    talk.segment, talk.ordinal = f"_{uuid4()}", number
    talk.write({"type": "session_meta", "payload": {"id": talk.session, "history_base": base}})


def test_who_goes_back_in_codex_goes_back_in_the_chain(codex_talk: Talk):
    begun(codex_talk).stop(PASS)
    codex_talk.prompt("interrupted here")
    codex_talk.stop(PASS)
    assert codex_talk.at[1] == "review"
    went_back(codex_talk, "turn-2")
    assert codex_talk.prompt("again").context.startswith("[harness:loop run 1 stage 2/3 test] hop 0/12")
    codex_talk.stop(PASS)
    went_back(codex_talk, "turn-3")
    told = codex_talk.prompt("and again")
    assert told.context.startswith("[harness:loop run 1 stage 2/3 test] hop 0/12")
    assert codex_talk.chain.last_sequence == 7


def test_what_was_said_on_a_branch_that_claude_code_has_left_does_not_count(claude_talk: Talk):
    """Its prompts stand in the transcript once their hooks have run, so the turn's end is the first to see it."""
    begun(claude_talk).stop(PASS)
    before = claude_talk.last
    claude_talk.prompt("interrupted here")
    claude_talk.stop(PASS)
    left = claude_talk.chain
    assert claude_talk.at[1] == "review"
    claude_talk.last = before
    claude_talk.write({"type": "user", "message": {"role": "user", "content": "again"}})
    write_chain(str(claude_talk.data), left.model_copy(update={"turn": "an earlier one"}))
    told = claude_talk.prompt("go on")
    assert told.context.startswith("[harness:loop run 1 stage 2/3 test] hop 0/12")


def test_the_stored_copy_loses_against_a_later_stamp(talk: Talk):
    begun(talk)
    early = talk.chain
    talk.stop(PASS)
    write_chain(str(talk.data), early)
    talk.stop(PASS)
    assert talk.at == (3, "review", 2)


def test_a_finish_that_only_the_stored_copy_knows_counts_at_its_own_stamp(talk: Talk):
    finished(talk)
    done = talk.chain
    talk.prompt("another")
    write_chain(str(talk.data), done)
    told = talk.prompt("go on")
    assert told.context.startswith("[harness:loop run 2 stage 1/3 implement]")
    assert told.message.endswith("goes on.")


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe{]\n[1]\n"])
def test_where_the_transcript_shows_no_stamp_the_stored_copy_stands(talk: Talk, content: bytes | None):
    begun(talk).stop(PASS)
    talk.transcript.unlink()
    if content is not None:
        talk.transcript.write_bytes(content)
    assert talk.stop(PASS).block.startswith("[harness:loop run 1 stage 3/3 review]")


def test_a_stamp_that_the_model_or_a_tool_prints_moves_nothing(talk: Talk):
    first = begun(talk).stop(PASS).block.split("\n")[0]
    talk.stop(PASS)
    for record in (
        {"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"text": first}]}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"text": first}]}},
        {"type": "response_item", "payload": {"type": "function_call_output", "output": first}},
        {"type": "user", "message": {"role": "user", "content": first}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": first}]}},
    ):
        talk.write(record)
    talk.stop("and now?")
    assert talk.at == (3, "review", 2)


def test_a_fork_has_no_chain(talk: Talk, tmp_path: Path):
    begun(talk).stop(PASS)
    fork = Talk(tmp_path, talk.host)
    fork.transcript.write_bytes(talk.transcript.read_bytes())
    assert fork.prompt("go on").context == ""
    assert not fork.stop(PASS).block
    told = fork.prompt("$harness:chain loop go on")
    assert told.context.startswith("[harness:loop run 1 stage 1/3 implement]")


def test_a_compaction_in_the_middle_of_a_stage_tells_it_again(talk: Talk):
    begun(talk).stop("Mind the gap.\nStage result: pass")
    told = talk.start("compact")
    assert told.context.startswith("[harness:loop run 1 stage 2/3 test] hop 1/12")
    assert "| Mind the gap." in told.context
    talk.stop(PASS)
    assert talk.at == (3, "review", 2)


def test_a_resumed_conversation_is_told_where_it_stands(talk: Talk):
    begun(talk).stop(FAIL)
    told = talk.start("resume")
    assert "Its run 1 stands at stage 1/3 `implement`" in told.message
    assert told.context == "", "on Claude Code this may be a fork, in which there is no chain"


def test_a_message_whose_stage_never_arrived_is_given_again(talk: Talk):
    """Another hook has blocked the prompt after ours."""
    begun(talk).stop(PASS)
    before = talk.transcript.read_bytes(), talk.last
    talk.prompt("go on")
    talk.stop(PASS)
    talk.transcript.write_bytes(before[0])
    talk.last = before[1]
    assert talk.prompt("go on").context.startswith("[harness:loop run 1 stage 2/3 test]")


class Killed(BaseException):
    pass


@pytest.mark.parametrize("point", ["temporary_written", "temporary_synced", "renamed"])
def test_a_hook_that_is_killed_before_it_answers_has_moved_nothing(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, point: str
):
    """The host goes on as if there had been no answer: the turn ends."""

    def reach(name: str) -> None:
        if name == point:
            raise Killed

    begun(talk)
    with monkeypatch.context() as killing, pytest.raises(Killed):
        killing.setattr(failpoints, "reach", reach)
        talk.stop(PASS)
    assert talk.prompt("go on").context.startswith("[harness:loop run 1 stage 1/3 implement] hop 0/12")
    assert talk.stop(PASS).block.startswith("[harness:loop run 1 stage 2/3 test] hop 1/12")


# A goal beside it


@pytest.mark.parametrize(("says", "asked"), [([FAIL], 0), ([PASS], 0), ([PASS, PASS, PASS], 1)])
def test_a_goal_is_judged_when_the_chain_has_finished_and_not_before(
    codex_talk: Talk, monkeypatch: pytest.MonkeyPatch, says: list[str], asked: int
):
    judged: list[TurnEnd] = []
    monkeypatch.setattr(goal_turn, "at_stop", judged.append)
    codex_talk.prompt("$harness:goal the parser accepts tabs")
    begun(codex_talk)
    for said in says:
        codex_talk.stop(said)
    assert len(judged) == asked
