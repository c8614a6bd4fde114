"""From the record of one session to spans: a trace for each run, a span for each call, an event for each transition.

Pure. Identifiers are hashes of what they stand for: the same record gives the same spans, so that a collector which
is told twice can tell. What the record does not say, such as how long a call ran, is not made up: its span is short.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from harness_runtime.cli.export import names

Value = str | bool | int | float | list[str]
Record = dict[str, Any]
Redact = Callable[[str], str]


@dataclass(frozen=True)
class Event:
    name: str
    at: int  # nanoseconds since the epoch
    attributes: dict[str, Value]


@dataclass(frozen=True)
class Span:
    """`error`: why it counts as one that failed, "" for none. `parent`: None for the run itself."""

    trace_id: int
    span_id: int
    parent: int | None
    name: str
    start: int
    end: int
    attributes: dict[str, Value]
    events: list[Event] = field(default_factory=list)
    error: str = ""


@dataclass(frozen=True)
class Recorded:
    """What is on record for one session. `ledger` is whole and in order; `calls` are in order of time."""

    session_id: str
    host: str
    workspace: str
    ledger: list[Record]
    calls: list[Record]
    confined: list[Record]


def spans(recorded: Recorded, redact: Redact) -> list[Span]:
    """Run by run, each run's own span first. Calls before any run are of a session that was guarded without one."""
    found: list[Span] = []
    for run_id, records, calls in _runs(recorded):
        moments = [at for record in (*records, *calls) if (at := moment(record))] or [0]
        confined = [record for record in recorded.confined if record.get("run_id") == run_id]
        trace = _number("trace", 16, recorded.session_id, run_id)
        root = Span(
            trace_id=trace,
            span_id=_number("run", 8, recorded.session_id, run_id),
            parent=None,
            name=f"{names.INVOKE_AGENT} {_agent(recorded.host)[0]}",
            start=min(moments),
            end=max(moments),
            attributes=_of_run(recorded, run_id, records, redact),
            events=[_event(record, redact) for record in records],
        )
        found += [root, *_of_calls(root, recorded, calls, redact), *_of_confined(root, recorded, confined, redact)]
    return found


def moment(record: Record) -> int:
    """Nanoseconds since the epoch; 0 for a record that tells no time."""
    try:
        at = datetime.fromisoformat(str(record.get("at")))
    except ValueError:
        return 0
    return int(at.replace(tzinfo=at.tzinfo or UTC).timestamp() * 1_000_000) * 1_000


def _runs(recorded: Recorded) -> Iterable[tuple[str, list[Record], list[Record]]]:
    """Each run with its ledger records, and the calls from its activation to that of the next."""
    ledger: dict[str, list[Record]] = {}
    for record in recorded.ledger:
        ledger.setdefault(str(record.get("run_id", "")), []).append(record)
    begun = sorted((moment(records[0]), run_id) for run_id, records in ledger.items())
    calls: dict[str, list[Record]] = {}
    for call in recorded.calls:
        at = moment(call)
        calls.setdefault(next((run for since, run in reversed(begun) if since <= at), ""), []).append(call)
    for run_id in dict.fromkeys(["", *(run for _, run in begun)]):
        if run_id in ledger or run_id in calls:
            yield run_id, ledger.get(run_id, []), calls.get(run_id, [])


def _of_run(recorded: Recorded, run_id: str, records: list[Record], redact: Redact) -> dict[str, Value]:
    agent, provider = _agent(recorded.host)
    found: dict[str, Value] = {
        names.OPERATION: names.INVOKE_AGENT,
        names.CONVERSATION: recorded.session_id,
        names.AGENT_NAME: agent,
        f"{names.OWN}workspace": redact(recorded.workspace),
    }
    if provider:
        found[names.PROVIDER] = provider
    if records:
        last = records[-1]
        found |= {f"{names.OWN}run.id": run_id} | _own(last, ("phase", "revision"), redact)
    return found


def _of_calls(root: Span, recorded: Recorded, calls: list[Record], redact: Redact) -> list[Span]:
    seen: Counter[str] = Counter()
    found = []
    for call in calls:
        text = json.dumps(call, sort_keys=True)
        seen[text] += 1
        tool, at, denied = str(call.get("tool", "")), moment(call), call.get("verdict") == "deny"
        attributes: dict[str, Value] = {
            names.OPERATION: names.EXECUTE_TOOL,
            names.CONVERSATION: recorded.session_id,
            names.AGENT_NAME: _agent(recorded.host)[0],
            names.TOOL_NAME: tool,
            names.TOOL_TYPE: names.FUNCTION,
            **_own(call, ("verdict", "rule", "kind", "subject", "child"), redact),
        }
        more = {
            names.TOOL_CALL_ID: call.get("id"),
            names.AGENT_ID: call.get("agent"),
            f"{names.OWN}input.sha256": call.get("input"),
            names.ERROR_TYPE: call.get("rule") if denied else "",
        }
        attributes |= {name: str(value) for name, value in more.items() if value}
        found.append(
            Span(
                trace_id=root.trace_id,
                span_id=_number("call", 8, recorded.session_id, text, str(seen[text])),
                parent=root.span_id,
                name=f"{names.EXECUTE_TOOL} {tool}",
                start=at,
                end=at,
                attributes=attributes,
                error=str(call.get("rule", "")) if denied else "",
            )
        )
    return found


def _of_confined(root: Span, recorded: Recorded, confined: list[Record], redact: Redact) -> list[Span]:
    """The approved commands that ran, with the time that their signed lines tell."""
    found = []
    for record in confined:
        end, code, seconds = moment(record), record.get("exit"), record.get("seconds")
        took = int(seconds * 1_000_000_000) if isinstance(seconds, int | float) else 0
        attributes = {names.CONVERSATION: recorded.session_id, **_own(record, names.CONFINED, redact)}
        if isinstance(code, int):
            attributes[names.EXIT_CODE] = code
        failed = "unproven" if record.get("kind") == "confined_unproven" else f"exit {code}" if code else ""
        found.append(
            Span(
                trace_id=root.trace_id,
                span_id=_number("confined", 8, recorded.session_id, json.dumps(record, sort_keys=True)),
                parent=root.span_id,
                name=f"{names.OWN}confined_run",
                start=end - took,
                end=end,
                attributes=attributes,
                error=failed,
            )
        )
    return found


def _event(record: Record, redact: Redact) -> Event:
    rest = [name for name in record if name not in names.CHAIN]
    return Event(f"{names.OWN}{record.get('event', '')}", moment(record), _own(record, rest, redact))


def _own(record: Record, wanted: Iterable[str], redact: Redact) -> dict[str, Value]:
    """These fields as attributes of ours; what is nothing is left out, what has parts of its own becomes JSON."""
    return {
        f"{names.OWN}{name}": _value(record[name], redact)
        for name in wanted
        if record.get(name) is not None and record[name] != ""
    }


def _value(value: Any, redact: Redact) -> Value:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return [redact(part) for part in value]
    return redact(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True))


def _agent(host: str) -> tuple[str, str]:
    return names.AGENTS.get(host, (host or "agent", ""))


def _number(kind: str, size: int, *parts: str) -> int:
    text = "\n".join(["harness", kind, "v1", *parts])
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:size], "big")
