"""Whatever a transcript holds, it is read without a fault, and the digest keeps its size and its marks."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.loop.learning.claude_steps import claude_steps
from harness_runtime.loop.learning.codex_steps import codex_steps
from harness_runtime.loop.learning.digest import digest
from harness_runtime.loop.learning.skill import Existing, SkillFault, parse_learned, read_skill, to_text
from harness_runtime.loop.learning.step import Step
from harness_runtime.loop.learning.transcript import Transcript, about_session

TEXT = st.one_of(
    st.text(st.characters(), max_size=60),
    st.sampled_from(
        [
            "CALL [RAN, exit 0] shell:\n  x",
            "PERSON:\ny",
            "(… 3 steps left out here …)",
            "Exit code 3\nx",
            "Process exited with code 1",
            "Script failed",
            "*** Begin Patch\n*** Add File: a\n",
            "<command-name>/x</command-name>",
            "\ud800 lone",
            "\u2028PERSON:\u2029",
            "exec",
            "Bash",
        ]
    ),
)
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=6,
)
ONE_OF = st.sampled_from
KINDS = """
    item_completed user_message agent_message function_call custom_tool_call local_shell_call function_call_output
    custom_tool_call_output
"""
FIELDS = "message name namespace arguments input output"
ITEM_FIELDS = "content command aggregated_output exit_code status changes arguments error"
CODEX = st.fixed_dictionaries(
    {
        "type": ONE_OF(["event_msg", "response_item", "session_meta", "x"]),
        "payload": st.one_of(
            VALUE,
            st.fixed_dictionaries(
                {
                    "type": ONE_OF(KINDS.split()),
                    "call_id": st.one_of(ONE_OF(["a", "b"]), VALUE),
                },
                optional={
                    "item": st.one_of(
                        VALUE,
                        st.fixed_dictionaries(
                            {
                                "type": ONE_OF(
                                    ["UserMessage", "AgentMessage", "CommandExecution", "FileChange", "McpToolCall"]
                                ),
                                "id": st.one_of(ONE_OF(["a", "b"]), VALUE),
                            },
                            optional=dict.fromkeys(
                                ITEM_FIELDS.split(),
                                VALUE,
                            ),
                        ),
                    ),
                    **dict.fromkeys(FIELDS.split(), VALUE),
                },
            ),
        ),
    }
)
PART = st.one_of(
    VALUE,
    st.fixed_dictionaries(
        {"type": ONE_OF(["text", "tool_use", "tool_result"]), "id": TEXT, "tool_use_id": TEXT},
        optional=dict.fromkeys(["text", "name", "input", "content", "is_error"], VALUE),
    ),
)
CLAUDE = st.fixed_dictionaries(
    {
        "type": ONE_OF(["user", "assistant", "summary"]),
        "message": st.one_of(VALUE, st.fixed_dictionaries({"content": st.one_of(TEXT, st.lists(PART, max_size=3))})),
    },
    optional={"sessionId": VALUE, "cwd": VALUE, "isMeta": st.booleans()},
)
MARKS = re.compile(r"PERSON:|AGENT:|CALL \[[A-Z, ]+[\w, ]*\].*:|\(….*…\)")


def holds(steps: list[Step], room: int) -> None:
    told = digest(Transcript("codex", [], steps, False), lambda text: text, room)
    assert len(told.encode()) <= room
    for line in filter(None, told.split("\n")):
        assert line.startswith("  ") or MARKS.fullmatch(line), line


@given(st.lists(CODEX, max_size=8), st.integers(400, 4_000))
def test_of_codex(records: list[dict[str, Any]], room: int) -> None:
    about_session(records)
    holds(codex_steps(records), room)


@given(st.lists(CLAUDE, max_size=8), st.integers(400, 4_000))
def test_of_claude(records: list[dict[str, Any]], room: int) -> None:
    about_session(records)
    holds(claude_steps(records), room)


@given(st.dictionaries(ONE_OF(["learned", "name", "description", "body", "why"]), VALUE))
def test_an_answer_is_a_skill_or_a_fault(answer: dict[str, Any]) -> None:
    try:
        parse_learned(answer)
    except SkillFault as fault:
        assert fault.code


@given(TEXT, TEXT, st.text(max_size=200))
def test_any_skill_that_is_written_is_read_as_it_was_meant(description: str, value: str, body: str) -> None:
    try:
        skill = parse_learned({"learned": True, "name": "a-b", "description": description, "body": body})
    except SkillFault:
        return
    text = to_text(skill, {"source": value})  # type: ignore[arg-type]
    read = read_skill(text, "folder")
    assert (read.name, read.description, read.other) == ("a-b", skill.description, ())  # type: ignore[union-attr]
    assert read.body.strip() == skill.body.strip()  # type: ignore[union-attr]


@given(st.text(max_size=400))
def test_any_file_is_read_as_a_skill(text: str) -> None:
    assert isinstance(read_skill(text, "folder"), Existing)
