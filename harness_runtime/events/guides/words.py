"""What is said of sensors, completion policies and escalation rules, to the model that is stopped and the person."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness_runtime.guides.escalation import Escalation
from harness_runtime.guides.fault import shown
from harness_runtime.guides.policies import Requirement
from harness_runtime.guides.sensors.result import Outcome, Report, Result
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides_hooks import GUIDED

MOST_SENSORS = 8  # that failed and are told with their output
MOST_CHARS = 6_000  # of all outputs and hints together: Codex cuts a Stop's reason at about 10,000
MOST_HINT = 1_000
MOST_LINE = 400
MOST_MESSAGE = 1_000


def outcome_words(result: Result, language: str) -> str:
    match result.outcome:
        case Outcome.PASSED:
            return sentence(GUIDED, language, "passed") + (f" ({result.engine})" if result.engine else "")
        case Outcome.FAILED:
            return sentence(GUIDED, language, "failed", exit=result.exit_code)
        case Outcome.TIMED_OUT:
            return sentence(GUIDED, language, "timed_out")
        case Outcome.NOT_STARTED:
            return sentence(GUIDED, language, "not_started", why=shown(result.reason(language)))


def stop_lines(
    failing: Sequence[Result], unmet: Sequence[Requirement], raised: Sequence[Escalation], language: str
) -> list[str]:
    """What stops a Completion, a line each."""
    lines = [f"sensor {shown(result.sensor.name)}: {outcome_words(result, language)}" for result in failing]
    return lines + _requirement_lines(unmet, language) + _messages(raised, language)


def _requirement_lines(unmet: Sequence[Requirement], language: str) -> list[str]:
    return [_one_line(requirement.line(language), MOST_LINE) for requirement in unmet]


def _messages(raised: Sequence[Escalation], language: str) -> list[str]:
    return [_one_line(escalation.message(language), MOST_MESSAGE) for escalation in raised]


def _one_line(text: str, most: int) -> str:
    return shown(" ".join(text.split()), most)


def stop_reason(
    failing: Sequence[Result],
    unmet: Sequence[Requirement],
    raised: Sequence[Escalation],
    language: str,
    unusable: str = "",
    *,
    authority: bool,
) -> str:
    """For the model. `unusable`: why the project's file could not be used at all. `authority`: it may still write. A
    rule that puts something to the person lets it do nothing else."""
    parts = [sentence(GUIDED, language, "stopped"), *filter(None, [unusable])]
    parts += failure_parts(failing, language, MOST_CHARS)
    if unmet:
        lines = _requirement_lines(unmet, language)
        parts.append("\n".join(sentence(GUIDED, language, "unmet", line=line) for line in lines))
    if raised:
        messages = "\n".join(f"- {line}" for line in _messages(raised, language))
        return "\n\n".join((*parts, sentence(GUIDED, language, "ask_the_person", messages=messages)))
    if failing:
        parts.append(sentence(GUIDED, language, "mend_here" if authority else "mend_by_repair"))
    return "\n\n".join((*parts, sentence(GUIDED, language, "end_the_turn")))


def failure_parts(failing: Sequence[Result], language: str, most: int) -> list[str]:
    """Each sensor that did not pass: its outcome, the last lines of its output, its hint. All of them in about `most`
    characters."""
    room = most // max(1, min(len(failing), MOST_SENSORS))
    parts = [_failure(result, language, room) for result in failing[:MOST_SENSORS]]
    if failing[MOST_SENSORS:]:
        parts.append("\n".join(stop_lines(failing[MOST_SENSORS:], (), (), language))[:MOST_HINT])
    return parts


def _failure(result: Result, language: str, room: int) -> str:
    name = shown(result.sensor.name)
    key = "sensor" if result.sensor.blocking else "sensor_beside"
    lines = [sentence(GUIDED, language, key, name=name, outcome=outcome_words(result, language))]
    hint = result.sensor.fix_hint.strip()[: min(MOST_HINT, room // 3)]
    if tail := _tail(result.tail, room - len(hint) - 200):
        longest = max((len(run) for run in re.findall("`+", tail)), default=0)
        fence = "`" * max(3, longest + 1)
        lines.append(f"{fence}\n{tail}\n{fence}")
    if hint:
        lines.append(sentence(GUIDED, language, "fix_hint", hint=hint))
    return "\n".join(lines)


def _tail(lines: Sequence[str], room: int) -> str:
    """The last lines that fit."""
    kept: list[str] = []
    for line in reversed(lines):
        text = shown(line.replace("\t", "    "), MOST_LINE)
        room -= len(text) + 1
        if room < 0:
            break
        kept.append(text)
    return "\n".join(reversed(kept))


def result_lines(report: Report, unmet: Sequence[Requirement], language: str) -> str:
    """For the person, beside a recorded Completion; "" when there is nothing to tell."""
    told = [f"{shown(result.sensor.name)}: {outcome_words(result, language)}" for result in report.results]
    told += [f"{shown(left.sensor.name)}: {sentence(GUIDED, language, 'left_out')}" for left in report.left_out]
    text = sentence(GUIDED, language, "results", lines="; ".join(told)) if told else ""
    if unmet:
        lines = "; ".join(_requirement_lines(unmet, language))
        text += sentence(GUIDED, language, "requirements", lines=lines)
    return text
