"""`inspect [SESSION]`: what Harness holds for a session, for a person's eyes."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import RenderableType

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.goal import GoalView, goal_view
from harness_runtime.cli.contracts.inspect import ConfinedRun, SensorRun
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.render import cell, columns, facts, plain, show
from harness_runtime.cli.sessions.chain import chain_line
from harness_runtime.cli.sessions.evidence import reviews
from harness_runtime.cli.sessions.find import pick
from harness_runtime.cli.sessions.view import Call, Policy, View, to_answer, view_session
from harness_runtime.cli.sessions.words import kind_name, review_standing
from harness_runtime.loop.undo.rollback import listing
from harness_runtime.messages import catalog
from harness_runtime.messages.goals import STATES
from harness_runtime.messages.terminal import SENTENCES
from harness_runtime.session import ledger
from harness_runtime.session.evidence import read_evidence
from harness_runtime.session.notes import waiting
from harness_runtime.session.state import State
from harness_runtime.settings.fault import shown

LAST_REVIEWS = 6
LONGEST_FAULT = 400


@click.command("inspect", help=sentence("help_inspect"), short_help=sentence("help_inspect"))
@click.argument("session", required=False)
@click.option("--watch", is_flag=True, help=sentence("help_watch"))
@data_option
@workspace_option
@json_option
def verb(session: str | None, watch: bool, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    found = pick(sessions_of(data), session, workspace_of(workspace))
    if watch:
        if as_json:
            raise InputFault("watch_json")
        from harness_runtime.cli.sessions.watch import follow

        follow(found)
        return
    view = view_session(found)
    if as_json:
        click.echo(to_json(to_answer(view, language.current())))
    else:
        show(*parts(view))
    for line in findings(view):
        click.echo(plain(line), err=True)
    if not view.sound:
        end_with_finding()


def findings(view: View) -> list[str]:
    """What is wrong with the session's files, one line each."""
    session = view.session.session_id
    lines = []
    if view.fault is not None:
        lines.append(sentence("finding_state", session=session, rule=view.fault.rule, detail=view.fault.detail))
    if view.policy_fault:
        lines.append(sentence("finding_policy", session=session, rule=view.policy_fault))
    if view.fault is None and not view.ledger.ok:
        lines.append(sentence("finding_ledger", session=session, where=ledger_text(view.ledger)))
    return lines


def ledger_text(verdict: ledger.Verdict) -> str:
    if not verdict.ok:
        known = f"reason_{verdict.reason}"
        reason = sentence(known) if known in SENTENCES else verdict.reason
        if verdict.broken_at is None:
            return sentence("ledger_broken", reason=reason)
        return sentence("ledger_broken_at", line=str(verdict.broken_at), reason=reason)
    if verdict.voided:
        return sentence("ledger_voided", records=str(verdict.records), voided=str(verdict.voided))
    return sentence("ledger_whole", records=str(verdict.records))


def parts(view: View, newest_first: bool = False) -> list[RenderableType]:
    """`newest_first`: what changes before what stays, for a screen on which the end may have no room."""
    tables = [part for table in (_outside(view), _runs(view), _sensors(view), _reviews(view)) for part in table]
    if newest_first:
        return [*_decisions(view), cell(""), _facts(view), *tables]
    return [_facts(view), *tables, *_decisions(view)]


def _facts(view: View) -> RenderableType:
    rows = [(sentence("session"), view.session.session_id)]
    if view.state is not None:
        rows += _state_rows(view, view.state)
    elif view.fault is not None:
        rows += [
            (sentence("state"), sentence("state_fault", rule=view.fault.rule)),
            ("", view.fault.detail),
            (sentence("authority"), sentence("no")),
            (sentence("way_out"), sentence("way_out_fault")),
        ]
    rows.append((sentence("guard"), sentence("guard_on" if view.session.armed else "guard_off")))
    if view.session.guarded:
        rows.append(("", sentence("guard_only")))
        if view.state is None:
            rows.append((sentence("workspace"), view.session.guarded))
    rows += _loop_rows(view)
    if view.policy is not None:
        rows += _boundary_rows(view.policy)
    rows.append((sentence("ledger"), ledger_text(view.ledger)))
    return facts(rows)


def _loop_rows(view: View) -> list[tuple[str, str]]:
    """Goal, chain, what waits for the agent, and what a rollback would find; nothing when there is nothing."""
    store = view.session.store
    notes = waiting(store.data, store.session_id)
    changed = len(listing(store))
    rows = _goal_rows(goal_view(store))
    chain = chain_line(store)
    rows += [(sentence("chain_column"), chain)] if chain else []
    rows += [(sentence("notes"), sentence("notes_waiting", count=str(notes)))] if notes else []
    return [*rows, (sentence("undo"), sentence("undo_paths", count=str(changed)))] if changed else rows


def _goal_rows(goal: GoalView | None) -> list[tuple[str, str]]:
    if goal is None or goal.state == "cleared":
        return []
    if goal.goal is None:
        return [(sentence("goal"), sentence("goal_unreadable"))]
    state = catalog.sentence(STATES, language.current(), str(goal.state))
    counted = {"count": str(goal.iterations), "limit": str(goal.max_iterations)}
    return [(sentence("goal"), sentence("goal_value", state=state, goal=goal.goal, **counted))]


def _state_rows(view: View, state: State) -> list[tuple[str, str]]:
    rows = [
        (sentence("host"), state.host),
        (sentence("workspace"), state.workspace_root),
        (sentence("phase"), sentence("phase_value", phase=state.phase, revision=str(state.revision))),
        (sentence("run"), state.run_id),
        (sentence("updated"), state.updated_at),
        (sentence("authority"), sentence("authority_yes" if view.authority else "no")),
        (sentence("held"), sentence("held_yes" if state.held else "no")),
    ]
    if state.suspended:
        rows.append((sentence("suspended"), sentence("suspended_yes")))
    if state.correction is not None:
        faults = [shown(line, LONGEST_FAULT) for line in state.correction.faults]
        rows += _listed(sentence("correction"), [kind_name(state.correction.kind), *(f"- {line}" for line in faults)])
    if state.pending is not None:
        rows += [
            (sentence("pending"), sentence("pending_value", kind=state.pending.kind, at=state.pending.since)),
            ("", state.pending.sha256),
        ]
        if state.pending.answered:
            rows.append(("", sentence("pending_answered")))
    for kind, digest in (("plan", state.accepted.plan), ("repair_plan", state.accepted.repair_plan)):
        if digest is not None:
            rows += [(sentence("accepted"), kind), ("", digest)]
    if state.accepted.policy is not None:
        rows.append((sentence("policy"), view.policy_fault or state.accepted.policy))
    elif view.policy_fault:
        rows.append((sentence("policy"), view.policy_fault))
    rows.append((sentence("engine"), view.engine or sentence("engine_none")))
    return rows


def _boundary_rows(policy: Policy) -> list[tuple[str, str]]:
    rows = _listed(sentence("paths"), policy.allowed_write_paths)
    if policy.scratch_paths:
        rows += _listed(sentence("scratch"), policy.scratch_paths)
    rows += _listed(sentence("commands"), [command.command for command in policy.verification_commands])
    return [*rows, (sentence("network"), policy.network)]


def _listed(label: str, values: list[str]) -> list[tuple[str, str]]:
    return [(label if not position else "", value) for position, value in enumerate(values or ["-"])]


def _runs(view: View) -> list[RenderableType]:
    if not view.runs:
        return []
    heads = [sentence(name) for name in ("time", "exit", "seconds", "engine", "command")]
    rows = [(_moment(run.at), _exit(run), _seconds(run), run.engine or "-", _command(run)) for run in view.runs]
    return [cell(""), cell(sentence("confined_runs"), "dim"), columns(heads, rows, folded=4)]


def _sensors(view: View) -> list[RenderableType]:
    if not view.sensors:
        return []
    heads = [sentence(name) for name in ("time", "outcome", "seconds", "engine", "sensor")]
    rows = [
        (_moment(run.at), _outcome(run), f"{run.seconds:.1f}", run.engine or "-", run.name) for run in view.sensors
    ]
    return [cell(""), cell(sentence("sensors_ran"), "dim"), columns(heads, rows, folded=4)]


def _outcome(run: SensorRun) -> str:
    return f"{run.outcome} ({run.exit})" if run.exit else run.outcome


def _exit(run: ConfinedRun) -> str:
    if not run.proven:
        return sentence("unproven")
    return sentence("timed_out") if run.timed_out else str(run.exit)


def _seconds(run: ConfinedRun) -> str:
    return "-" if run.seconds is None else f"{run.seconds:.1f}"


def _command(run: ConfinedRun) -> str:
    left = sentence("left_behind", paths=", ".join(run.faults))
    return f"{run.command} ({left})" if run.faults else run.command


def _outside(view: View) -> list[RenderableType]:
    if not view.outside:
        return []
    heads = [sentence(name) for name in ("time", "count", "details")]
    rows = [(_moment(found.at), str(found.count), ", ".join(found.changes)) for found in view.outside]
    return [cell(""), cell(sentence("outside_changes"), "dim"), columns(heads, rows, folded=2)]


def _reviews(view: View) -> list[RenderableType]:
    """What sub-agents delivered in the run, the newest last."""
    if view.state is None:
        return []
    found = reviews(read_evidence(view.session.store.folder, view.state.run_id))[-LAST_REVIEWS:]
    if not found:
        return []
    rows = [
        (
            _moment(row.at),
            row.agent or "-",
            row.verdict or "-",
            f"{kind_name(row.kind)} {review_standing(row)}".strip(),
        )
        for row in found
    ]
    heads = [sentence(name) for name in ("time", "agent", "verdict", "details")]
    return [cell(""), cell(sentence("report_reviews"), "dim"), columns(heads, rows, folded=3)]


def _decisions(view: View) -> list[RenderableType]:
    head = cell(sentence("decisions"), "dim")
    if not view.calls:
        return [cell(""), head, cell("  " + sentence("no_decisions"))]
    root = view.state.workspace_root if view.state else ""
    heads = [sentence(name) for name in ("time", "tool", "verdict", "rule", "path")]
    rows = [
        (_moment(call.at), _tool(call), call.verdict, call.rule, _short(call.subject, root)) for call in view.calls
    ]
    return [cell(""), head, columns(heads, rows, folded=4)]


def _moment(at: str) -> str:
    """Month, day and time of the day, UTC: 11-30 12:59:01."""
    return at[5:19].replace("T", " ")


def _tool(call: Call) -> str:
    name = call.tool if len(call.tool) <= 16 else call.tool[:15] + "…"
    return f"{name} ↳" if call.child else name


def _short(subject: str, root: str) -> str:
    return subject.replace(f"{root}/", "") if root else subject
