"""`explain --tool NAME --input JSON`: what the boundary says to a call, and which steps led there.

The decision is the hook's own; nothing is recorded and no heartbeat is left.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from harness_runtime.boundary.decision import Decision, Trace
from harness_runtime.cli.contracts import Explain, Step, Target, to_json
from harness_runtime.cli.faults import end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, workspace_option
from harness_runtime.cli.render import facts, show
from harness_runtime.cli.trial import Ground, ground_of, ground_options, json_object


@click.command("explain", help=sentence("help_explain"), short_help=sentence("help_explain"))
@click.option("--tool", required=True, metavar="NAME", help=sentence("help_tool"))
@click.option("--input", "given", required=True, metavar="JSON", help=sentence("help_input"))
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
    tool: str,
    given: str,
    cwd: str | None,
    child: bool,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    ground = ground_of(session, policy, phase, data, workspace)
    raw = sys.stdin.buffer.read() if given == "-" else given.encode("utf-8", "surrogateescape")
    event: dict[str, object] = {
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": json_object(raw, "--input"),
        "cwd": str(Path(cwd).absolute()) if cwd is not None else ground.root,
        **({"agent_id": "explain"} if child else {}),
    }
    trace = Trace()
    answer = _answer(ground, ground.judge(event, trace), trace)
    if as_json:
        click.echo(to_json(answer))
    else:
        show(facts(_rows(answer)))
    if answer.verdict == "deny":
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
    targets = [Target(path=path, inside=inside) for path, inside in trace.inside.items()]
    return Explain(
        verdict=ground.verdict(decision),
        kind=decision.kind,
        rule=decision.rule,
        reason=reason,
        targets=targets,
        steps=steps,
    )


def _rows(answer: Explain) -> list[tuple[str, str]]:
    rows = [
        (sentence("verdict"), answer.verdict),
        (sentence("class"), answer.kind),
        (sentence("rule"), answer.rule),
        (sentence("reason"), answer.reason),
    ]
    targets = [
        sentence("target_inside" if target.inside else "target_outside", path=target.path)
        for target in answer.targets
    ]
    steps = [f"{step.step}  →  {step.outcome}" for step in answer.steps]
    for label, lines in ((sentence("targets"), targets), (sentence("steps"), steps)):
        rows += [(label if not at else "", line) for at, line in enumerate(lines)]
    return rows
