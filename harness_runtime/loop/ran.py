"""The tools that really ran in a turn, as a critic or a judge reads them: from the hooks' own records, not from what
the agent says. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness_runtime.models.redact import redact

MAX_LISTED = 80  # the newest of a long turn
MAX_LINE = 240  # characters

Record = Mapping[str, object]


def listed(records: Sequence[Record], outcomes: Mapping[str, str], total: int = 0) -> str:
    """One line a call, oldest first. `outcomes`: what became of a call, by its id, where that is known; `total`: how
    many records there are when these are only the newest."""
    if not records:
        return "(none)"
    lines = [_line(record, outcomes) for record in records[-MAX_LISTED:]]
    total = max(total, len(records))
    denied = sum(record.get("verdict") != "allow" for record in records)
    head = f"{total} calls, {denied} of them denied (these did not run)"
    if total > len(lines):
        head += f"; the newest {len(lines)}:"
    return "\n".join([head, *lines])


def _line(record: Record, outcomes: Mapping[str, str]) -> str:
    if record.get("verdict") != "allow":
        became = f"denied: {record.get('rule')}"
    else:
        became = outcomes.get(str(record.get("id")), "ran; outcome not known")
    who = " (sub-agent)" if record.get("child") else ""
    named = " → ".join(str(record[key]) for key in ("command", "subject") if record.get(key))
    subject = " ".join(redact(named).split())  # before it is cut: half a secret looks like none
    line = f"- {record.get('tool')}{who} [{became}] {subject}"
    return line if len(line) <= MAX_LINE else line[: MAX_LINE - 1] + "…"
