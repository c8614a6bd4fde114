"""An artifact judged against its run: Stop does it before anything is hashed, `check` to tell what Stop would say.

Only reads. Whether a gate may open at all (effort, scheduled prompts) is no matter of the artifact.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.artifacts.claims import Verification, claim_faults
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.handoff import handoff_faults
from harness_runtime.artifacts.kinds import Kind
from harness_runtime.artifacts.plan import BOUNDARY
from harness_runtime.artifacts.repair import CONTEXT
from harness_runtime.events.gate.artifact_check import Checked, check_artifact
from harness_runtime.events.gate.proof import run_record
from harness_runtime.events.gate.verification import verification
from harness_runtime.events.run.project import project_faults, project_policy
from harness_runtime.events.run.terms import accepted_terms, repair_source
from harness_runtime.session.state import State
from harness_runtime.session.store import Store
from harness_runtime.settings.fault import SettingsFault


@dataclass(frozen=True)
class Judged:
    """`state`: the run, a gate of it bound to the project's policy file as it stands now. `verification`: how the
    evidence commands stand, where the artifact speaks of them."""

    checked: Checked
    faults: tuple[Fault, ...]
    state: State
    verification: tuple[Verification, ...] = ()


def judge_artifact(store: Store, state: State, kind: Kind, text: str, language: str) -> Judged:
    """Every fault at once: the artifact's own, the project's, and claims that the record contradicts."""
    terms = accepted_terms(store, state)
    tiny = terms is not None and terms.classification == "Tiny"
    checked = check_artifact(kind, text, tiny=tiny, source=repair_source(store, state))
    bound, faults = _with_project(state, kind, checked, language)
    faults = [*checked.faults, *faults]
    runs: tuple[Verification, ...] = ()
    if checked.completion is not None:
        record = run_record(store, state, terms, language)
        faults += claim_faults(checked.completion, record)
        runs = record.verification
    elif kind.name == "implementation_summary":
        runs = verification(store, state, terms, language)
    return Judged(checked, tuple(faults), bound, runs)


def judge_child(kind: Kind, text: str) -> tuple[Checked, list[Fault]]:
    """A sub-agent's artifact: its own rules, and the summary that it ends with."""
    checked = check_artifact(kind, text)
    return checked, [*checked.faults, *(handoff_faults(checked.canonical) if checked.canonical else [])]


def judge_alone(kind: Kind, text: str) -> Checked:
    """Without a run: neither what it descends from nor what it claims is judged, and any run may have been Tiny."""
    checked = check_artifact(kind, text, alone=True)
    if not checked.faults:
        return checked
    short = check_artifact(kind, text, alone=True, tiny=True)
    return checked if short.faults else short


def _with_project(state: State, kind: Kind, checked: Checked, language: str) -> tuple[State, list[Fault]]:
    """A gate binds the project's policy file as it stands now, and is bound by it."""
    if not kind.prompt:
        return state, []
    try:
        project = project_policy(state.workspace_root)
    except SettingsFault as fault:
        return state, [Fault("", "guard_invalid", fault.line(language))]
    section = BOUNDARY if kind.name == "plan" else CONTEXT
    faults = project_faults(section, checked.terms, project) if checked.terms else []
    return state.model_copy(update={"project": project}), faults
