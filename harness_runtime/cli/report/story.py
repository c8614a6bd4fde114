"""The timeline as a reader takes it in: a chapter a phase, calls that passed together, equal denials as one. Pure.

`merge` keeps everything; this leaves out what another entry says already, and counts what is too much to read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from harness_runtime.cli.contracts.report import (
    CallRow,
    CommandRow,
    RecordRow,
    ReviewRow,
    RunReport,
    SensorRound,
)

MOST_DENIED = 200  # denials of a run that are shown one by one
MOST_ENTRIES = 400  # of a chapter
SAID_ELSEWHERE = frozenset(("stopped", "sensors"))


@dataclass(frozen=True)
class Passed:
    """Calls that were allowed, one after the other."""

    calls: tuple[CallRow, ...]

    @property
    def tools(self) -> list[tuple[str, int]]:
        return Counter(call.tool for call in self.calls).most_common()


@dataclass(frozen=True)
class Denied:
    """The same call denied for the same reason, `count` times."""

    call: CallRow
    count: int = 1


@dataclass(frozen=True)
class LeftOut:
    """So many denials, or entries, that are not shown."""

    count: int
    denied: bool


Entry = RecordRow | Passed | Denied | ReviewRow | CommandRow | SensorRound | LeftOut


@dataclass
class Chapter:
    phase: str
    at: str
    entries: list[Entry] = field(default_factory=list)


def chapters(run: RunReport) -> list[Chapter]:
    found: list[Chapter] = []
    room = MOST_DENIED
    for chapter in _split(run):
        chapter.entries, room = _capped(list(_folded(chapter.entries)), room)
        found.append(chapter)
    return found


def _split(run: RunReport) -> Iterator[Chapter]:
    chapter: Chapter | None = None
    for row in run.timeline:
        match row.kind:
            case "record":
                record = run.records[row.number]
                if chapter is None or record.phase != chapter.phase:
                    if chapter is not None:
                        yield chapter
                    chapter = Chapter(record.phase, record.at)
                if record.event not in SAID_ELSEWHERE:
                    chapter.entries.append(record)
                continue
            case "call":
                entry: Entry = _of_call(run.calls[row.number])
            case "agent":
                entry = run.reviews[row.number]
            case "command":
                entry = run.commands[row.number]
            case "sensors":
                entry = run.sensors[row.number]
        if chapter is None:
            chapter = Chapter("", _moment(entry))
        chapter.entries.append(entry)
    if chapter is not None:
        yield chapter


def _of_call(call: CallRow) -> Entry:
    return Denied(call) if call.verdict == "deny" else Passed((call,))


def _moment(entry: Entry) -> str:
    match entry:
        case Passed():
            return entry.calls[0].at
        case Denied():
            return entry.call.at
        case LeftOut():
            return ""
    return entry.at


def _folded(entries: list[Entry]) -> Iterator[Entry]:
    """Neighbours that say the same as one."""
    passed: list[CallRow] = []
    denied: Denied | None = None
    for entry in entries:
        if passed and not isinstance(entry, Passed):
            yield Passed(tuple(passed))
            passed = []
        if denied is not None and not (isinstance(entry, Denied) and _same(denied.call, entry.call)):
            yield denied
            denied = None
        if isinstance(entry, Passed):
            passed += entry.calls
        elif isinstance(entry, Denied):
            denied = Denied(denied.call, denied.count + 1) if denied is not None else entry
        else:
            yield entry
    if passed:
        yield Passed(tuple(passed))
    if denied is not None:
        yield denied


def _same(one: CallRow, other: CallRow) -> bool:
    return (one.tool, one.rule, one.subject, one.agent) == (other.tool, other.rule, other.subject, other.agent)


def _capped(entries: list[Entry], room: int) -> tuple[list[Entry], int]:
    """`room`: denials that may still be shown. What has no room is counted where it stood."""
    kept: list[Entry] = []
    hidden = 0
    for entry in entries:
        if not isinstance(entry, Denied):
            kept.append(entry)
        elif room:
            kept.append(entry)
            room -= 1
        else:
            hidden += entry.count
    if hidden:
        kept.append(LeftOut(hidden, denied=True))
    if len(kept) > MOST_ENTRIES:
        half = MOST_ENTRIES // 2
        kept = [*kept[:half], LeftOut(len(kept) - 2 * half, denied=False), *kept[-half:]]
    return kept, room
