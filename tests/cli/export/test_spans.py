"""What a session's record becomes: one trace a run, spans and events with the times and words of the record."""

from __future__ import annotations

from typing import Any

import pytest
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes, process_attributes
from opentelemetry.semconv.attributes import error_attributes

from harness_runtime.cli.export import names
from harness_runtime.cli.export.spans import Recorded, Span, moment, spans
from harness_runtime.models.redact import redact

SECOND = 1_000_000_000


def record(event: str, at: str, run: str = "run-1", **details: Any) -> dict[str, Any]:
    chain = {"schema_version": 1, "session_id": "s", "previous": "0" * 64, "index": 1}
    return {**chain, "at": at, "event": event, "run_id": run, "revision": 1, "phase": "planning", **details}


def call(at: str, tool: str = "Bash", verdict: str = "allow", **details: Any) -> dict[str, Any]:
    plain = {"kind": "read", "rule": "read", "child": False, "agent": "", "id": "call_1", "input": "f" * 64}
    return {**plain, "at": at, "tool": tool, "verdict": verdict, "subject": "cat src/app.py", **details}


def told(*, ledger: Any = (), calls: Any = (), confined: Any = (), host: str = "codex") -> list[Span]:
    return spans(Recorded("s", host, "/some/project", list(ledger), list(calls), list(confined)), redact)


LEDGER = [
    record("activated", "2026-01-02T03:00:00Z"),
    record("approved", "2026-01-02T03:00:09Z", phase="implement", sha256="a" * 64),
]
CALLS = [
    call("2026-01-02T03:00:01.250Z"),
    call("2026-01-02T03:00:10.500Z", "Write", "deny", rule="outside_boundary", kind="mutate", subject="no.py"),
]


def test_a_run_is_a_trace_with_its_transitions_as_events() -> None:
    run, *calls = told(ledger=LEDGER, calls=CALLS)
    assert (run.name, run.parent) == ("invoke_agent Codex CLI", None)
    assert [(event.name, event.at - run.start) for event in run.events] == [
        ("harness.activated", 0),
        ("harness.approved", 9 * SECOND),
    ]
    assert run.events[1].attributes["harness.sha256"] == "a" * 64
    assert run.attributes["harness.phase"] == "implement"
    assert run.attributes["gen_ai.conversation.id"] == "s"
    assert run.end - run.start == 10_500_000_000
    assert {(span.trace_id, span.parent) for span in calls} == {(run.trace_id, run.span_id)}


def test_a_call_is_a_tool_that_was_executed_or_denied() -> None:
    _, read, denied = told(ledger=LEDGER, calls=CALLS)
    assert (read.name, read.error) == ("execute_tool Bash", "")
    assert read.attributes == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.conversation.id": "s",
        "gen_ai.agent.name": "Codex CLI",
        "gen_ai.tool.name": "Bash",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "call_1",
        "harness.verdict": "allow",
        "harness.rule": "read",
        "harness.kind": "read",
        "harness.subject": "cat src/app.py",
        "harness.child": False,
        "harness.input.sha256": "f" * 64,
    }
    assert (denied.error, denied.attributes["error.type"]) == ("outside_boundary", "outside_boundary")


def test_the_call_of_a_child_names_its_agent() -> None:
    _, span = told(ledger=LEDGER, calls=[call("2026-01-02T03:00:01Z", agent="kid", child=True)])
    assert (span.attributes["gen_ai.agent.id"], span.attributes["harness.child"]) == ("kid", True)


def test_a_confined_run_has_its_time_and_its_exit_code() -> None:
    ran = {"kind": "confined_run", "at": "2026-01-02T03:00:20Z", "run_id": "run-1", "command": "make test", "exit": 2}
    _, span = told(ledger=LEDGER, confined=[{**ran, "seconds": 1.5, "engine": "bubblewrap", "env": {"KEY": "x"}}])
    assert (span.name, span.end - span.start, span.error) == ("harness.confined_run", 1_500_000_000, "exit 2")
    assert span.attributes["process.exit.code"] == 2
    assert "harness.env" not in span.attributes


def test_each_run_has_the_calls_that_were_made_in_it() -> None:
    ledger = [*LEDGER, record("activated", "2026-01-02T04:00:00Z", "run-2")]
    calls = [call("2026-01-02T02:59:59.999Z"), *CALLS, call("2026-01-02T04:00:00.000Z")]
    found = told(ledger=ledger, calls=calls)
    traces = list(dict.fromkeys(span.trace_id for span in found))
    assert [sum(span.trace_id == trace for span in found) - 1 for trace in traces] == [1, 2, 1]
    assert [span.attributes.get("harness.run.id") for span in found if span.parent is None] == [
        None,
        "run-1",
        "run-2",
    ]


def test_the_same_record_gives_the_same_spans_and_every_span_its_own_number() -> None:
    twice = [*CALLS, CALLS[-1]]
    found = told(ledger=LEDGER, calls=twice)
    assert found == told(ledger=LEDGER, calls=twice)
    assert len({span.span_id for span in found}) == len(found) == 4


def test_a_longer_record_keeps_the_numbers_of_what_it_held() -> None:
    before, after = told(ledger=LEDGER, calls=CALLS[:1]), told(ledger=LEDGER, calls=CALLS)
    assert {span.span_id for span in before} < {span.span_id for span in after}


def test_secrets_are_taken_out() -> None:
    token = "ghp_" + "a1" * 18
    found = told(ledger=[*LEDGER, record("x", "2026-01-02T03:01:00Z", note=token, deep=[{"a": token}])])
    _, span = told(ledger=LEDGER, calls=[call("2026-01-02T03:00:01Z", subject=f"curl -H {token}")])
    assert token not in f"{found}{span}"


@pytest.mark.parametrize(
    ("at", "nanoseconds"),
    [("1970-01-01T00:00:01Z", SECOND), ("1970-01-01T00:00:00.001Z", 1_000_000), ("no time", 0), (None, 0)],
)
def test_a_time_is_read_to_the_microsecond(at: str | None, nanoseconds: int) -> None:
    assert moment({"at": at}) == nanoseconds


def test_a_session_without_a_record_has_no_spans() -> None:
    assert told() == []


def test_the_names_are_those_of_the_conventions() -> None:
    published = {
        value
        for module in (gen_ai_attributes, process_attributes, error_attributes)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }
    ours = {value for name, value in vars(names).items() if name.isupper() and isinstance(value, str)}
    assert {name for name in ours if name.startswith(("gen_ai.", "process.", "error."))} - published == set()
    operations = {value.value for value in gen_ai_attributes.GenAiOperationNameValues}
    assert {names.INVOKE_AGENT, names.EXECUTE_TOOL} <= operations


def test_a_call_that_tells_no_time_moves_no_run_into_the_past() -> None:
    run, *_ = told(calls=[call("?"), *CALLS])
    assert (run.start, run.end) == (moment(CALLS[0]), moment(CALLS[1]))
