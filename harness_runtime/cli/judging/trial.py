"""Judging a call that nobody makes: the hook's own decision, over a session's files or over a policy file."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

from harness_runtime.boundary.call import KIND_OF_PHASE
from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Decision, Places, Trace
from harness_runtime.cli import language
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.homes import NO_FOLDER
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import Verb, folders_of, sessions_of, workspace_of
from harness_runtime.cli.sessions.find import Session, pick
from harness_runtime.events.judge import places_of, policy_in_force
from harness_runtime.events.run.engine import found_engine
from harness_runtime.events.run.project import person_settings, project_policy
from harness_runtime.messages.denials import say
from harness_runtime.session.sealed import PHASES, SealedFault, read_state
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.wire.fastjson import loads


@dataclass(frozen=True)
class Ground:
    """What a call is judged in. `fault`: files that give no ground, so that every call is denied."""

    root: str
    state: dict[str, object]
    policy: dict[str, object] | None
    places: Places | None
    fault: SealedFault | None = None

    def judge(self, event: dict[str, object], trace: Trace | None = None) -> Decision:
        if self.fault is not None or self.places is None:
            rule, detail = (self.fault.rule, self.fault.detail) if self.fault else ("internal", "")
            if trace is not None:
                trace.step("state", detail)
            return Decision("deny", "unmodeled", rule, detail)
        return decide(event, self.state, self.policy, self.places, trace)

    def verdict(self, decision: Decision) -> Literal["allow", "deny"]:
        return "allow" if decision.verdict == "allow" else "deny"

    def answer(self, decision: Decision) -> str:
        """What the hook would say, the command that it would let run instead, "" where it is silent."""
        if decision.confined is not None and self.places is not None:
            return decision.confined.line(self.places.data, "N")
        if decision.verdict == "allow":
            return ""
        phase = str(self.state.get("phase", ""))
        return say(language.current(), decision.rule, phase, subject=decision.subject, **decision.fields)


def ground_options(verb: Verb) -> Verb:
    verb = click.option("--phase", metavar="PHASE", help=sentence("help_phase"))(verb)
    verb = click.option("--policy", type=click.Path(path_type=Path), metavar="FILE", help=sentence("help_policy"))(
        verb
    )
    return click.option("--session", metavar="SESSION", help=sentence("help_in_session"))(verb)


def ground_of(
    session: str | None, policy: Path | None, phase: str | None, data: Path | None, workspace: Path | None
) -> Ground:
    """Without both the session that other verbs take. Raises InputFault when the options name two grounds, or none
    is there."""
    if session is not None and policy is not None:
        raise InputFault("session_or_policy")
    if policy is not None:
        return _of_policy(policy, phase, data, workspace_of(workspace))
    if phase is not None:
        raise InputFault("phase_of_session")
    return _of_session(pick(sessions_of(data), session, workspace_of(workspace)))


def _of_session(session: Session) -> Ground:
    data = session.store.data
    state: dict[str, object] = {}
    try:
        state = read_state(data, session.session_id)
        policy = policy_in_force(data, session.session_id, state)
        places = places_of(dict(os.environ), data, state)
    except SealedFault as fault:
        return Ground(str(state.get("workspace_root") or "/"), state, None, None, fault)
    return Ground(str(state["workspace_root"]), state, policy, places)


def _of_policy(path: Path, phase: str | None, data: Path | None, workspace: Path) -> Ground:
    """The state that a session would have which had just accepted this policy."""
    sealed = _sealed(path, workspace)
    phase = phase or str(sealed["phase"])
    if phase not in PHASES:
        raise InputFault("no_phase", phase=phase, known=", ".join(sorted(PHASES)))
    folder = next(iter(folders_of(data)), NO_FOLDER)
    root = str(sealed["workspace_root"])
    try:
        project, person = project_policy(root), person_settings(str(folder))
    except SettingsFault as fault:
        raise InputFault("file_failed", path=root, why=fault.line(language.current())) from None
    state: dict[str, object] = {
        "schema_version": 1,
        **{name: sealed[name] for name in ("session_id", "run_id", "revision", "workspace_root")},
        "host": "codex",
        "phase": phase,
        "language": language.current(),
        "accepted": {str(sealed["kind"]): sealed["artifact_sha256"]},
        "held": False,
        "suspended": False,
        "project": project.model_dump() if project else None,
        "person": person.model_dump(),
        "engine": found_engine(os.environ, str(folder)).model_dump(),
    }
    policy = sealed if phase in KIND_OF_PHASE else None
    return Ground(root, state, policy, places_of(dict(os.environ), str(folder), state))


def _sealed(path: Path, workspace: Path) -> dict[str, object]:
    found = json_object(path.read_bytes(), str(path))
    if not isinstance(found.get("allowed_write_paths"), list):
        raise InputFault("no_policy", path=str(path))
    kind = "repair_plan" if "source_plan_sha256" in found else "plan"
    phases = {each: name for name, each in KIND_OF_PHASE.items()}
    policy = {
        "schema_version": 1,
        "session_id": "explain",
        "run_id": "explain",
        "revision": 1,
        "kind": kind,
        "phase": phases[kind],
        "artifact_sha256": "0" * 64,
        "workspace_root": str(workspace),
        **found,
    }
    commands = policy.get("verification_commands")
    policy["verification_commands"] = [_command(entry) for entry in (commands if isinstance(commands, list) else ())]
    return policy


def _command(entry: object) -> dict[str, object]:
    """A Plan may name a command by its text alone."""
    given: dict[str, Any] = entry if isinstance(entry, dict) else {"command": str(entry)}
    if isinstance(given.get("words"), list):
        return given
    try:
        words = shlex.split(str(given.get("command", "")))
    except ValueError:
        words = []
    return {"cwd": ".", "more_args": False, **given, "words": words}


def json_object(raw: bytes, name: str) -> dict[str, object]:
    """As a hook reads it. Raises InputFault when `raw` is no JSON object."""
    try:
        value = loads(raw)
    except ValueError:
        raise InputFault("no_object", name=name) from None
    if not isinstance(value, dict):
        raise InputFault("no_object", name=name)
    return value
