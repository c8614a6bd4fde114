"""The answer schemas say what was measured: each row is an output and whether the host obeys it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.support.answers import HOSTS, answer_faults, published, schema_faults
from tests.support.piped import EVENTS, Reply

BLOCK = {"decision": "block", "reason": "no"}
MESSAGE = {"systemMessage": "look"}
END = {"continue": False, "stopReason": "enough"}


def output(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


def context(event: str) -> dict[str, Any]:
    return output(event, additionalContext="read this")


DENY = output("PreToolUse", permissionDecision="deny", permissionDecisionReason="no")

OBEYED_BY_BOTH = [
    ("SessionStart", context("SessionStart") | MESSAGE),
    ("UserPromptSubmit", context("UserPromptSubmit") | MESSAGE),
    ("UserPromptSubmit", BLOCK | MESSAGE),
    ("UserPromptSubmit", END),
    ("PreToolUse", DENY),
    ("PreToolUse", BLOCK),
    ("PreToolUse", BLOCK | DENY),
    ("PreToolUse", MESSAGE),
    ("PostToolUse", BLOCK | MESSAGE),
    ("Stop", BLOCK | MESSAGE),
    ("Stop", MESSAGE),
    ("SubagentStop", BLOCK),
    ("SubagentStart", context("SubagentStart")),
]
OBEYED = {
    "codex": [
        ("SessionStart", END),
        ("PreToolUse", output("PreToolUse", permissionDecision="allow", updatedInput={"command": "ls"})),
        ("PreCompact", {"continue": False}),
    ],
    "claude": [
        ("PreToolUse", output("PreToolUse", updatedInput={"file_path": "/a", "content": "x"})),
        ("PreToolUse", output("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?")),
        ("PostToolUseFailure", BLOCK),
    ],
}
IGNORED_BY_BOTH = [
    ("SessionStart", {}),
    ("SessionStart", {"systemMessage": None}),
    ("UserPromptSubmit", {"reason": "no"}),
    ("UserPromptSubmit", {"decision": "block"}),
    ("UserPromptSubmit", BLOCK | {"decision": "approve"}),
    ("UserPromptSubmit", context("Stop")),
    ("PreToolUse", {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}),
    ("PreToolUse", output("PreToolUse", permissionDecision="allow")),
    ("PreToolUse", output("PreToolUse", permissionDecision="maybe", permissionDecisionReason="no")),
    ("PreToolUse", output("Stop", permissionDecision="deny", permissionDecisionReason="no")),
    ("PreToolUse", {"decision": "approve"}),
    ("PreToolUse", {"continue": False}),
    ("Stop", context("Stop")),
    ("Stop", BLOCK | context("Stop")),
    ("Stop", {"decision": "block", "reason": ""}),
    ("SubagentStop", context("SubagentStop")),
    ("SessionEnd", MESSAGE),
]
IGNORED = {
    "codex": [
        ("PreToolUse", output("PreToolUse", permissionDecision="deny")),
        ("PreToolUse", output("PreToolUse", permissionDecision="deny", permissionDecisionReason="")),
        ("PreToolUse", output("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?")),
        ("PreToolUse", output("PreToolUse", updatedInput={"command": "ls"})),
        ("PreToolUse", output("PreToolUse", permissionDecision="allow", updatedInput={"cmd": "ls"})),
        ("PreToolUse", DENY | {"suppressOutput": True}),
        ("PreToolUse", DENY | END),
        ("PreToolUse", DENY | {"note": "unknown"}),
        ("PreToolUse", {"decision": "block", "reason": ""}),
        ("SessionStart", BLOCK),
        ("Stop", BLOCK | {"note": "unknown"}),
        ("PostToolUse", {"suppressOutput": True} | MESSAGE),
        ("PreCompact", BLOCK),
    ],
    "claude": [
        ("SessionStart", END),
        ("PreToolUse", output("PreToolUse", permissionDecision="allow", updatedInput={"command": "ls"})),
        ("PreToolUse", {"hookSpecificOutput": None}),
    ],
}


def rows(both: list[Any], single: dict[str, list[Any]]) -> list[Any]:
    return [
        pytest.param(host, event, answer, id=f"{host}-{event}-{str(answer)[:60]}")
        for host in HOSTS
        for event, answer in [*both, *single[host]]
    ]


@pytest.mark.parametrize(("host", "event", "answer"), rows(OBEYED_BY_BOTH, OBEYED))
def test_obeyed(host: str, event: str, answer: Any) -> None:
    assert schema_faults(host, event, answer) == []


@pytest.mark.parametrize(("host", "event", "answer"), rows(IGNORED_BY_BOTH, IGNORED))
def test_not_obeyed_or_never_to_be_said(host: str, event: str, answer: Any) -> None:
    assert schema_faults(host, event, answer)


@pytest.mark.parametrize("host", HOSTS)
def test_the_schema_is_one_and_knows_every_event_that_the_plugin_hooks(host: str) -> None:
    Draft202012Validator.check_schema(published(host))
    assert published(host)["$defs"].keys() >= EVENTS.keys()


def test_every_object_that_codex_reads_is_closed() -> None:
    def open_objects(schema: Any, path: str) -> Iterator[str]:
        if isinstance(schema, dict):
            if schema.get("type") == "object" and "additionalProperties" not in schema:
                yield path
            for key, inner in schema.items():
                yield from open_objects(inner, f"{path}/{key}")
        elif isinstance(schema, list):
            for number, inner in enumerate(schema):
                yield from open_objects(inner, f"{path}/{number}")

    rewritten_input = "/$defs/PreToolUse/oneOf/2/properties/hookSpecificOutput/properties/updatedInput"
    assert list(open_objects(published("codex"), "")) == [rewritten_input]


@pytest.mark.parametrize(
    ("event", "reply"),
    [
        ("PreToolUse", Reply(1, "", "crashed")),
        ("PreToolUse", Reply(2, "", "")),
        ("PreToolUse", Reply(0, '{"decision":"block","reason":"no"} x', "")),
        ("PreToolUse", Reply(0, '\ufeff{"systemMessage":"x"}', "")),
        ("PreToolUse", Reply(0, '{"systemMessage":NaN}', "")),
        ("UserPromptSubmit", Reply(0, "", "Traceback (most recent call last):")),
        ("Stop", Reply(2, "", "goes on and on")),
    ],
)
def test_a_reply_that_fails_open_is_a_fault(event: str, reply: Reply) -> None:
    assert all(answer_faults(host, event, reply) for host in HOSTS)
