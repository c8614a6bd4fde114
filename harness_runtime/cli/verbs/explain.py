"""`explain --tool NAME --input JSON`: what the boundary says to a call, why, and what to do about it.

The decision is the hook's own; nothing is recorded and no heartbeat is left. `--last` tells of the newest call that
was denied, out of what its record keeps.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from harness_runtime.boundary.decision import Decision, Trace
from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.judged import Explain, Step, Target
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.judging.explanation import explained, explained_record
from harness_runtime.cli.judging.trial import Ground, ground_of, ground_options, json_object
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.render import show
from harness_runtime.cli.sessions.find import pick
from harness_runtime.cli.sessions.view import view_session


@click.command("explain", help=sentence("help_explain"), short_help=sentence("help_explain"))
@click.option("--tool", metavar="NAME", help=sentence("help_tool"))
@click.option("--input", "given", metavar="JSON", help=sentence("help_input"))
@click.option("--last", is_flag=True, help=sentence("help_last"))
@click.option("--cwd", metavar="DIR", help=sentence("help_cwd"))
@ground_options
@click.option("--child", is_flag=True, help=sentence("help_child"))
@data_option
@workspace_option
@json_option
def verb(
    session: str | None,
    policy: Path | None,
    phase: str | None,
    tool: str | None,
    given: str | None,
    last: bool,
    cwd: str | None,
    child: bool,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    if last:
        if tool is not None or given is not None or policy is not None:
            raise InputFault("explain_which")
        _explain_last(session, data, workspace, as_json)
        return
    if tool is None or given is None:
        raise InputFault("explain_which")
    ground = ground_of(session, policy, phase, data, workspace)
    raw = _stdin() if given == "-" else given.encode("utf-8", "surrogateescape")
    event: dict[str, object] = {
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": json_object(raw, "--input"),
        "cwd": str(Path(cwd).absolute()) if cwd is not None else ground.root,
        **({"agent_id": "explain"} if child else {}),
    }
    trace = Trace()
    decision = ground.judge(event, trace)
    answer = _answer(ground, decision, trace)
    if as_json:
        click.echo(to_json(answer))
    else:
        phase_now = str(ground.state.get("phase") or "-")
        show(*explained(answer, tool, decision.subject, phase_now, confined=decision.confined is not None))
    if answer.verdict == "deny":
        end_with_finding()


def _stdin() -> bytes:
    """Empty where it is closed."""
    return sys.stdin.buffer.read() if sys.stdin is not None else b""


def _explain_last(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    from harness_runtime.cli.report.gather import last_denied

    found = pick(sessions_of(data), session, workspace_of(workspace))
    call = last_denied(view_session(found), language.current())
    if call is None:
        raise InputFault("explain_none_denied", session=found.session_id)
    if as_json:
        told = Explain(verdict="deny", kind=call.kind, rule=call.rule, reason=call.reason, targets=[], steps=[])
        click.echo(to_json(told))
    else:
        show(*explained_record(call, found.session_id))
    end_with_finding()


def _answer(ground: Ground, decision: Decision, trace: Trace) -> Explain:
    reason = ground.answer(decision) or ", ".join(decision.targets) or decision.subject
    allowed = decision.verdict == "allow"
    last = len(trace.steps) - 1
    steps = [
        Step(
            step=f"{name}: {subject}" if subject else name,
            outcome="passed" if allowed or at < last else decision.rule,
        )
        for at, (name, subject) in enumerate(trace.steps)
    ]
    inside = dict(trace.inside)
    for at, (name, subject) in enumerate(trace.steps):  # a command's files are looked at one by one
        if name == "boundary" and subject:
            inside.setdefault(subject, allowed or at < last)
    targets = [Target(path=path, inside=is_inside) for path, is_inside in inside.items()]
    return Explain(
        verdict=ground.verdict(decision),
        kind=decision.kind,
        rule=decision.rule,
        reason=reason,
        targets=targets,
        steps=steps,
    )
