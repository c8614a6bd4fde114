"""How the evidence commands of a run stand: is there a passing run of each over the files as they are now?

Source: harness contract, Review and Completion. The latest run under the policy accepted last decides. It counts when
it exited with 0 and nothing has changed since: no tool call, and no file of the boundary.
"""

from __future__ import annotations

import os
from datetime import datetime
from functools import cached_property
from typing import Any

from harness_runtime.artifacts.claims import Verification
from harness_runtime.artifacts.policy_block import VerificationCommand
from harness_runtime.artifacts.terms import Terms, command_text
from harness_runtime.confinement.fingerprint import fingerprint
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.evidence import EVIDENCE
from harness_runtime.session.calls import calls_since
from harness_runtime.session.evidence import RUN, UNPROVEN, read_evidence
from harness_runtime.session.last_change import last_change
from harness_runtime.session.names import shown_name
from harness_runtime.session.state import State
from harness_runtime.session.store import Store

SHOWN = 3


def verification(store: Store, state: State, terms: Terms | None, language: str) -> tuple[Verification, ...]:
    """One entry for each command of `terms`, those accepted last, that must have a passing run."""
    commands = [command for command in terms.commands if command.evidence] if terms else []
    if terms is None or not commands:
        return ()
    ground = _Ground(store, state, terms)
    return tuple(_judge(ground, command, language) for command in commands)


def verification_lines(language: str, runs: tuple[Verification, ...]) -> str:
    """Each command and how it stands, for the person; "" when there is none."""
    lines = [
        f"{run.command}: {run.why if run.lack else sentence(EVIDENCE, language, 'passed', engine=run.engine)}"
        for run in runs
    ]
    return sentence(EVIDENCE, language, "standing", lines="; ".join(lines)) if lines else ""


class _Ground:
    """What is known of the run, read once; the files are looked at only when a run could count."""

    def __init__(self, store: Store, state: State, terms: Terms) -> None:
        self._store, self._state, self._terms = store, state, terms
        self.root = state.workspace_root
        self._records = [
            record
            for record in read_evidence(store.folder, state.run_id)
            if record.get("policy") == state.accepted.policy
        ]

    def runs_of(self, command: VerificationCommand, kind: str) -> list[dict[str, Any]]:
        """The records of this very command, in order of time."""
        folder = os.path.realpath(os.path.join(self.root, command.cwd))
        found = [
            record
            for record in self._records
            if record.get("kind") == kind
            and (record.get("command"), record.get("env")) == (command.command, command.env)
            and os.path.realpath(str(record.get("cwd"))) == folder
        ]
        return sorted(found, key=lambda record: str(record.get("ticket_at")))

    def changed_since(self, at: str) -> list[str]:
        """What tool calls changed, or were still changing, after this moment (ISO 8601); newest last."""
        calls = calls_since(self._store.data, self._store.session_id, self._state.started_at)
        changes = [call for call in calls if call["kind"] == "mutate" and call["verdict"] == "allow"]
        later = [str(call["subject"]) for call in changes if str(call["at"]) >= at]
        ended = last_change(self._store.data, self._store.session_id)
        if not later and changes and ended > datetime.fromisoformat(at).timestamp():
            return [str(changes[-1]["subject"])]
        return later

    @cached_property
    def fingerprint(self) -> str:
        """Of the boundary's files as they are."""
        return fingerprint(self.root, list(self._terms.allowed_write_paths), list(self._terms.scratch_paths))


def _judge(ground: _Ground, command: VerificationCommand, language: str) -> Verification:
    def lacks(code: str, **fields: object) -> Verification:
        return Verification(text, code, sentence(EVIDENCE, language, code, **fields))

    text = command_text(command)
    runs = ground.runs_of(command, RUN)
    whole = [run for run in runs if run.get("whole") is True]
    if not whole:
        return lacks("partial" if runs else "unproven" if ground.runs_of(command, UNPROVEN) else "never")
    last = whole[-1]
    if last.get("timed_out"):
        return lacks("timed_out")
    if last.get("exit") != 0 or last.get("signal") is not None:
        return lacks("failed", how=f"exit {last.get('exit')}")
    changes = ground.changed_since(str(last.get("ticket_at")))
    if changes:
        return lacks("stale", what=", ".join(map(shown_name, dict.fromkeys(changes[-SHOWN:]))))
    if last.get("fingerprint") != ground.fingerprint:
        return lacks("changed")
    return Verification(text, engine=str(last.get("engine")))
