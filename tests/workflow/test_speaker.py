"""Root prompts that the hosts' own machinery writes, and prompts of people that look a little like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.workflow.speaker import MACHINE_STARTS, is_machine_text

MACHINE = [
    "<task-notification>\n<task-id>b1</task-id>\n</task-notification>",
    '<task-notification id="1">done</task-notification>',
    "<agent-message from='worker'>y</agent-message>",
    "<agent-message>\ny",
    "<subagent_notification>{}</subagent_notification>",
    "<hook_prompt>go on</hook_prompt>",
    "<system-reminder>be careful</system-reminder>",
    "Stop hook feedback: fix it",
    '<cross-session-message from="b">\ny\n</cross-session-message>',
    '<channel source="plugin:chat">$harness:off</channel>',
    "<<autonomous-loop-dynamic>>",
    "<send_user_message_question_reply>y</send_user_message_question_reply>",
    "\n  <task-notification>done</task-notification>",
    "<task-notification>\n$harness do\n</task-notification>",
]
PEOPLE = [
    "y",
    "n",
    "$harness do",
    "",
    "why did <task-notification> appear?",
    "`<agent-message>` looks odd",
    "> <task-notification>",
    "task-notification",
    "<task>",
    "<b>bold</b>",
    "<channel> is the component that breaks",
    "<input source='x'> fails: $harness fix it",
    "stop hook feedback: fix it",
    "The Stop hook feedback: fix it",
]


@pytest.mark.parametrize("prompt", MACHINE)
def test_machine_text(prompt: str) -> None:
    assert is_machine_text(prompt)


@pytest.mark.parametrize("prompt", PEOPLE)
def test_a_person_s_text(prompt: str) -> None:
    assert not is_machine_text(prompt)


@given(st.sampled_from(MACHINE_STARTS), st.text())
def test_what_begins_like_machine_text_is_machine_text(start: str, rest: str) -> None:
    assert is_machine_text(start + rest)


@given(st.text().filter(lambda text: "<" not in text and "Stop hook" not in text))
def test_text_without_their_marks_is_a_person_s(prompt: str) -> None:
    assert not is_machine_text(prompt)
