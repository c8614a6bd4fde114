"""`approve [SESSION]`: the second factor of an approval, by a person who has seen the Plan's hash and boundary."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.cli import language
from harness_runtime.cli.faults import InputFault, store_failed
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of, workspace_of, workspace_option
from harness_runtime.cli.person import agrees, require_person, say
from harness_runtime.cli.render import cell, facts, show
from harness_runtime.cli.sessions.find import Session, pick_answered
from harness_runtime.cli.sessions.moved import tell
from harness_runtime.events.gate.terminal import NothingToApprove, answered_gate, approve
from harness_runtime.events.gate.view import term_lines
from harness_runtime.messages.catalog import sentence as gate_sentence
from harness_runtime.messages.gates import KIND_NAMES, NOT_CONSUMED
from harness_runtime.session.state import State
from harness_runtime.session.store import StoreFault

CHOICE = " [y/N]"


@click.command("approve", help=sentence("help_approve"), short_help=sentence("help_approve"))
@click.argument("session", required=False)
@data_option
@workspace_option
@json_option
def verb(session: str | None, data: Path | None, workspace: Path | None, as_json: bool) -> None:
    require_person()
    found = pick_answered(sessions_of(data), session, workspace_of(workspace))
    try:
        state, pending, terms = answered_gate(found.store)
        _show(found, state)
        show(*(cell(line) for line in ("", *term_lines(language.current(), terms), "")))
        if not agrees(BY_NAME[pending.kind].prompt.removesuffix(CHOICE)):
            raise InputFault("nothing_changed")
        approve(found.store, pending.sha256)
    except NothingToApprove as fault:
        raise InputFault(
            "not_approvable", why=gate_sentence(NOT_CONSUMED, language.current(), fault.reason)
        ) from None
    except StoreFault as fault:
        raise store_failed(fault) from None
    tell(found.store, as_json)
    if not as_json:
        say(sentence("approved_now"))


def _show(session: Session, state: State) -> None:
    pending = state.pending
    assert pending is not None
    artifact = session.store.folder / "artifacts" / f"{pending.sha256}.md"
    rows = [
        (sentence("session"), session.session_id),
        (sentence("workspace"), state.workspace_root),
        (KIND_NAMES[pending.kind], f"sha256 {pending.sha256}"),
        (sentence("artifact"), str(artifact)),
    ]
    show(facts(rows))
