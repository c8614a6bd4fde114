"""Answers as they are built: whatever a handler wants to say leaves in a shape that both hosts obey."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.wire.answers import SILENT, Answer, encode
from harness_runtime.wire.deny import refusal
from tests.support.answers import HOSTS, schema_faults

SPEAKING = ("SessionStart", "UserPromptSubmit", "Stop", "SubagentStop")
said = st.text(max_size=30).filter(lambda text: not text or text.strip())


@pytest.mark.parametrize("event", SPEAKING)
@given(context=said, message=said, block=said)
def test_every_answer_is_obeyed_by_both_hosts(event: str, context: str, message: str, block: str) -> None:
    if event == "SessionStart":
        block = ""  # nothing in it can be blocked, and no handler asks for it
    raw = encode(Answer(context=context, message=message, block=block), event)
    if raw:
        assert [schema_faults(host, event, json.loads(raw)) for host in HOSTS] == [[], []]


@pytest.mark.parametrize("event", SPEAKING)
def test_nothing_to_say_is_no_output_at_all(event: str) -> None:
    assert encode(SILENT, event) == b""


def test_a_stop_never_carries_context() -> None:
    assert encode(Answer(context="for the model"), "Stop") == b""


@pytest.mark.parametrize("field", ["context", "message", "block"])
def test_a_byte_of_a_name_that_is_no_text_is_spelt_out(field: str) -> None:
    """A parser of JSON may refuse the whole answer over a lone surrogate."""
    raw = encode(Answer(**{field: "caf\udce9"}), "UserPromptSubmit")
    assert b"\\\\udce9" in raw


@given(st.text().filter(str.strip))
def test_every_refusal_is_obeyed_by_both_hosts(reason: str) -> None:
    answer = json.loads(refusal(reason))
    assert answer["reason"] == reason
    assert [schema_faults(host, "PreToolUse", answer) for host in HOSTS] == [[], []]


@given(st.text())
def test_answers_are_one_line_of_ascii_whatever_they_say(text: str) -> None:
    for raw in (refusal(text), encode(Answer(message=f"m{text}"), "Stop")):
        assert raw.isascii()
        assert raw.count(b"\n") == 1
