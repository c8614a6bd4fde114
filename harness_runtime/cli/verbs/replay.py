"""`replay FILE.jsonl`: recorded events judged again, and what they come to. Nothing is recorded anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_line
from harness_runtime.cli.contracts.judged import Replay
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.judging.explanation import split_reason
from harness_runtime.cli.judging.trial import Ground, ground_of, ground_options
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, workspace_option
from harness_runtime.cli.person import say
from harness_runtime.cli.sessions.words import reason
from harness_runtime.events.call_record import subject_of
from harness_runtime.wire.fastjson import loads

JUDGED = "PreToolUse"


@click.command("replay", help=sentence("help_replay"), short_help=sentence("help_replay"))
@click.argument("file", type=click.Path(path_type=Path))
@ground_options
@data_option
@workspace_option
@json_option
def verb(
    file: Path,
    session: str | None,
    policy: Path | None,
    phase: str | None,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    ground = ground_of(session, policy, phase, data, workspace)
    tally: Counter[str] = Counter()
    for event in replayed(file.read_bytes(), ground):
        lines = list(_lines(event, tally))
        if as_json:
            click.echo(to_line(event.answer))
        else:
            say(*lines)
    if not as_json:
        say(_summary(tally))
    if tally["deny"]:
        end_with_finding()


@dataclass(frozen=True)
class Event:
    """A recorded event judged again. `tool` and `subject` are of a tool call."""

    answer: Replay
    tool: str = ""
    subject: str = ""


def replayed(raw: bytes, ground: Ground) -> Iterator[Event]:
    """A line that holds no event is denied, as the hook would."""
    for index, line in enumerate(raw.splitlines()):
        if line.strip():
            yield _decided(index, line, ground)


def _decided(index: int, line: bytes, ground: Ground) -> Event:
    try:
        event = loads(line)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        said = sentence("replay_no_object", line=str(index + 1))
        return Event(Replay(index=index, verdict="deny", rule="payload", answer=said))
    name = event.get("hook_event_name")
    if name != JUDGED:
        said = sentence("no_tool_call", event=str(name)) if name is not None else _lacks(index, "hook_event_name")
        return Event(Replay(index=index, verdict=None, rule=None, answer=said))
    decision = ground.judge(event)
    answer = _lacks(index, decision.subject) if decision.rule == "payload" else ground.answer(decision)
    told = Replay(index=index, verdict=ground.verdict(decision), rule=decision.rule, answer=answer)
    return Event(told, str(event.get("tool_name", "")), subject_of(event, decision))


def _lacks(index: int, field: str) -> str:
    return sentence("replay_no_field", line=str(index + 1), field=field)


def _lines(event: Event, tally: Counter[str]) -> Iterator[str]:
    """The verdict of each event; the reason of a denial where its rule says no for the first time, and what a
    command runs as. `tally` counts verdicts, and rules that denied."""
    answer = event.answer
    line, margin = answer.index + 1, " " * 6
    if answer.verdict is None:
        tally["others"] += 1
        yield f"{line:>4}  {'-':5}  {answer.answer}"
        return
    tally[answer.verdict] += 1
    yield f"{line:>4}  {answer.verdict:5}  {answer.rule:18}  {event.tool:12}  {event.subject}".rstrip()
    if answer.verdict == "allow" and answer.answer:
        yield f"{margin}{sentence('explain_runs_as')}: {answer.answer}"
    if answer.verdict == "deny":
        tally[f"rule {answer.rule}"] += 1
        is_first = tally[f"rule {answer.rule}"] == 1
        if is_first or answer.rule == "payload":
            wrong, way_out = split_reason(reason(answer.answer), event.subject)
            yield f"{margin}{wrong}"
            if way_out and is_first:
                yield f"{margin}{sentence('explain_next')}: {way_out}"


def _summary(tally: Counter[str]) -> str:
    rules = ", ".join(
        f"{name.removeprefix('rule ')} {count}" for name, count in tally.most_common() if name.startswith("rule ")
    )
    events = tally["allow"] + tally["deny"] + tally["others"]
    return sentence(
        "replay_summary",
        events=str(events),
        allowed=str(tally["allow"]),
        denied=str(tally["deny"]),
        rules=f" ({rules})" if rules else "",
        others=str(tally["others"]),
    )
