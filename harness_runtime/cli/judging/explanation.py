"""One decision as a person takes it in within a minute: verdict, why, what now, and then how it was reached."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from harness_runtime.cli.contracts.judged import Explain
from harness_runtime.cli.contracts.report import CallRow
from harness_runtime.cli.language import sentence
from harness_runtime.cli.render import STYLES, cell, facts
from harness_runtime.cli.sessions.words import day, reason

STEPS = {
    "tool": "step_tool",
    "model": "step_model",
    "payload": "step_payload",
    "child": "step_child",
    "read_tools": "step_read_tools",
    "authority": "step_authority",
    "guard_changed": "step_guard_changed",
    "tool_input": "step_tool_input",
    "secret": "step_secret",
    "special_file": "step_special_file",
    "search": "step_search",
    "local_address": "step_local_address",
    "delegate": "step_delegate",
    "targets": "step_targets",
    "cwd_outside": "step_cwd_outside",
    "aliases": "step_aliases",
    "boundary": "step_boundary",
    "shell": "step_shell",
    "shell_confined": "step_shell_confined",
    "shell_form": "step_shell_form",
    "verification": "step_verification",
    "confinement": "step_confinement",
    "state": "step_state",
}  # what a step of the decision looks at


def explained(answer: Explain, tool: str, subject: str, phase: str, confined: bool) -> list[RenderableType]:
    """`confined`: the call passes as the command that `reason` is."""
    denied = answer.verdict == "deny"
    rows: list[tuple[str, str]] = []
    if denied:
        rows += _why(answer.reason, subject)
    elif confined:
        rows.append((sentence("explain_runs_as"), answer.reason))
    rows.append(_rule(answer.rule, answer.kind, phase))
    steps = [step.step for step in answer.steps]
    if denied and steps:
        total = str(len(steps))
        rows.append(
            (
                sentence("explain_said_no"),
                sentence("explain_step_of", number=total, total=total, step=_step(steps[-1])),
            )
        )
    targets = [
        sentence("target_inside" if target.inside else "target_outside", path=target.path)
        for target in answer.targets
    ]
    rows += [(sentence("targets") if not at else "", line) for at, line in enumerate(targets)]
    before = steps[:-1] if denied else steps
    if before:
        rows.append((sentence("explain_passed" if denied else "explain_all_passed"), ", ".join(before)))
    return [_verdict(denied, tool, subject), facts(rows)]


def _step(step: str) -> str:
    """The step with what it looks at."""
    name = step.partition(":")[0]
    return f"{step} ({sentence(STEPS[name])})" if name in STEPS else step


def explained_record(call: CallRow, session: str) -> list[RenderableType]:
    """Of a call that was denied, out of its record."""
    who = f"{day(call.at)} UTC" + (f", {sentence('report_child')} {call.agent}".rstrip() if call.child else "")
    again = sentence("explain_not_kept", session=session, tool=call.tool)
    rows = [
        *_why(call.reason, call.subject),
        _rule(call.rule, call.kind, call.phase or "-"),
        (sentence("explain_when"), who),
        (sentence("explain_record"), again),
    ]
    return [_verdict(True, call.tool, call.subject), facts(rows)]


def _verdict(denied: bool, tool: str, subject: str) -> Text:
    word = sentence("explain_denied") if denied else sentence("explain_allowed")
    line = cell(word, f"bold {STYLES['deny' if denied else 'allow']}")
    line.append(cell(f"  {tool}  {subject}".rstrip(), "bold"))
    return line


def _rule(rule: str, kind: str, phase: str) -> tuple[str, str]:
    return sentence("explain_rule"), sentence("explain_rule_value", rule=rule, kind=kind, phase=phase)


def _why(text: str, subject: str) -> list[tuple[str, str]]:
    wrong, way_out = split_reason(reason(text), subject)
    rows = [(sentence("explain_why"), wrong)]
    return [*rows, (sentence("explain_next"), way_out)] if way_out else rows


def split_reason(text: str, subject: str) -> tuple[str, str]:
    """A denial's sentence names what broke the rule first, then the way to what was wanted."""
    at = text.find(subject) if subject else -1
    stop = text.find(". ", at + len(subject) if at >= 0 else 0)
    return (text[: stop + 1], text[stop + 2 :]) if stop >= 0 else (text, "")
