"""A session as the terminal shows it, for `inspect`, and what is wrong with its files, a line each."""

from __future__ import annotations

from rich.console import RenderableType

from harness_runtime.cli.contracts.report import CommandRow, SensorRow
from harness_runtime.cli.language import sentence
from harness_runtime.cli.render import cell, columns, facts
from harness_runtime.cli.sessions.chain import chain_line
from harness_runtime.cli.sessions.goal import goal_rows, goal_view
from harness_runtime.cli.sessions.ledger import ledger_text
from harness_runtime.cli.sessions.view import Call, Policy, View
from harness_runtime.cli.sessions.words import kind_name, review_standing
from harness_runtime.loop.undo.rollback import listing
from harness_runtime.session.notes import waiting
from harness_runtime.session.state import State
from harness_runtime.settings.fault import shown

LAST_REVIEWS = 6
SHORT_AGENT = 8  # characters of an id, which Codex makes long
LONGEST_FAULT = 400


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
    return [*lines, *view.unread]


def parts(view: View, newest_first: bool = False) -> list[RenderableType]:
    """`newest_first`: what changes before what stays, for a screen on which the end may have no room."""
    tables = [part for table in (_outside(view), _commands(view), _sensors(view), _reviews(view)) for part in table]
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
        ]
        if view.session.armed:
            rows.append((sentence("way_out"), sentence("way_out_fault")))
    rows.append((sentence("guard"), sentence("guard_on" if view.session.armed else "guard_off")))
    if view.session.guarded:
        rows.append(("", sentence("guard_only")))
    if view.state is None and view.session.root:
        rows.append((sentence("workspace"), view.session.root))
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
    rows = goal_rows(goal_view(store))
    chain = chain_line(store)
    rows += [(sentence("chain_column"), chain)] if chain else []
    rows += [(sentence("notes"), sentence("notes_waiting", count=str(notes)))] if notes else []
    return [*rows, (sentence("undo"), sentence("undo_paths", count=str(changed)))] if changed else rows


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


def _table(title: str, heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[RenderableType]:
    """Below its title, the last column broken where it does not fit; nothing where there are no rows."""
    if not rows:
        return []
    return [cell(""), cell(sentence(title), "dim"), columns(list(map(sentence, heads)), rows, folded=len(heads) - 1)]


def _commands(view: View) -> list[RenderableType]:
    rows: list[tuple[str, ...]] = [
        (_moment(run.at), _exit(run), _seconds(run), run.engine or "-", _command(run)) for run in view.commands
    ]
    return _table("confined_runs", ("time", "exit", "seconds", "engine", "command"), rows)


def _sensors(view: View) -> list[RenderableType]:
    if view.sensors is None:
        return []
    at = _moment(view.sensors.at)
    rows: list[tuple[str, ...]] = [
        (at, _outcome(run), f"{run.seconds:.1f}", run.engine or "-", run.name) for run in view.sensors.results
    ]
    return _table("sensors_ran", ("time", "outcome", "seconds", "engine", "sensor"), rows)


def _outcome(run: SensorRow) -> str:
    return f"{run.outcome} ({run.exit})" if run.exit else run.outcome


def _exit(run: CommandRow) -> str:
    if not run.proven:
        return sentence("unproven")
    return sentence("timed_out") if run.timed_out else str(run.exit)


def _seconds(run: CommandRow) -> str:
    return "-" if run.seconds is None else f"{run.seconds:.1f}"


def _command(run: CommandRow) -> str:
    left = sentence("left_behind", paths=", ".join(run.faults))
    return f"{run.command} ({left})" if run.faults else run.command


def _outside(view: View) -> list[RenderableType]:
    heads = ("time", "count", "details")
    changes: list[tuple[str, ...]] = [
        (_moment(found.at), str(found.count), ", ".join(found.changes)) for found in view.outside
    ]
    unseen: list[tuple[str, ...]] = [
        (_moment(found.at), str(found.count), ", ".join(found.paths)) for found in view.unseen
    ]
    return [*_table("outside_changes", heads, changes), *_table("outside_unseen", heads, unseen)]


def _reviews(view: View) -> list[RenderableType]:
    """What sub-agents delivered in the run, the newest last."""
    rows: list[tuple[str, ...]] = [
        (
            _moment(row.at),
            row.agent[:SHORT_AGENT] or "-",
            row.verdict or "-",
            f"{kind_name(row.kind)} {review_standing(row)}".strip(),
        )
        for row in view.reviews[-LAST_REVIEWS:]
    ]
    return _table("report_reviews", ("time", "agent", "verdict", "details"), rows)


def _decisions(view: View) -> list[RenderableType]:
    if not view.calls:
        return [cell(""), cell(sentence("decisions"), "dim"), cell("  " + sentence("no_decisions"))]
    root = view.state.workspace_root if view.state else ""
    rows: list[tuple[str, ...]] = [
        (_moment(call.at), _tool(call), call.verdict, call.rule, _short(call.subject, root)) for call in view.calls
    ]
    return _table("decisions", ("time", "tool", "verdict", "rule", "path"), rows)


def _moment(at: str) -> str:
    """Month, day and time of the day, UTC: 11-30 12:59:01."""
    return at[5:19].replace("T", " ")


def _tool(call: Call) -> str:
    name = call.tool if len(call.tool) <= 16 else call.tool[:15] + "…"
    return f"{name} ↳" if call.child else name


def _short(subject: str, root: str) -> str:
    return subject.replace(f"{root}/", "") if root else subject
