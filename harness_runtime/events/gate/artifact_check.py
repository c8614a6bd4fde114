"""An artifact judged whole: its own rules and, for what a policy would open, the boundary's.

Used by Stop before anything is hashed. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from harness_runtime.artifacts.canonical import artifact_hash, canonical_bytes
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import Kind
from harness_runtime.artifacts.plan import BOUNDARY, read_plan
from harness_runtime.artifacts.policy_block import VerificationCommand
from harness_runtime.artifacts.policy_scratch import scratch_faults
from harness_runtime.artifacts.repair import CONTEXT, Source, read_repair
from harness_runtime.artifacts.report import Completion, Review, read_completion, read_review, read_summary
from harness_runtime.artifacts.terms import Terms, terms_of_plan, terms_of_repair
from harness_runtime.boundary.decision import Fault as BoundaryFault
from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.patterns import is_literal
from harness_runtime.boundary.places import listed_only, never_writable
from harness_runtime.boundary.secrets import secret_name
from harness_runtime.boundary.shell.literal import literal_words

_NOWHERE = Places("", "", "", "", "", "")
_NOTHING = Terms("", "", (), (), (), "none")


@dataclass(frozen=True)
class Checked:
    """`terms`, `completion` and `review` are there when an artifact of that kind has no fault."""

    kind: Kind
    canonical: bytes
    sha256: str
    faults: tuple[Fault, ...]
    terms: Terms | None = None
    completion: Completion | None = None
    review: Review | None = None


def check_artifact(
    kind: Kind, text: str, *, tiny: bool = False, source: Source | None = None, alone: bool = False
) -> Checked:
    """Every fault at once. `tiny`: the run's approved classification allows a short Completion Report;
    `source`: what a Repair Plan must descend from, which may be missing when the text is judged `alone`."""
    try:
        canonical = canonical_bytes(text)
    except UnicodeEncodeError:
        return Checked(kind, b"", "", (Fault("", "encoding"),))
    terms = completion = review = None
    match kind.name:
        case "plan":
            plan, faults = read_plan(canonical)
            terms = terms_of_plan(plan.policy) if plan else None
            faults += _terms_faults(BOUNDARY, terms) if terms else []
        case "repair_plan" if source is not None or alone:
            repair, faults = read_repair(canonical, source)
            terms = terms_of_repair(repair, source.terms if source else _NOTHING) if repair else None
            faults += _terms_faults(CONTEXT, terms) if terms else []
        case "implementation_summary":
            faults = read_summary(canonical)
        case "clean_context_review":
            review, faults = read_review(canonical)
        case "completion_report":
            completion, faults = read_completion(canonical, tiny=tiny)
        case _:
            faults = [Fault("", "no_source")]
    digest = artifact_hash(kind.name, canonical)
    return Checked(kind, canonical, digest, tuple(faults), terms, completion, review)


def sealed_commands(commands: Iterable[VerificationCommand]) -> list[dict[str, object]]:
    """Faultless verification commands as the sealed policy holds them, split into words."""
    return [
        {
            "command": command.command,
            "words": words_of(command.command),
            "cwd": command.cwd,
            "env": command.env,
            "more_args": command.more_args,
            "evidence": command.evidence,
        }
        for command in commands
    ]


def words_of(command: str) -> list[str]:
    """The words of one command without operators or redirections. Raises the boundary's Fault."""
    return literal_words(command)


def _terms_faults(section: str, terms: Terms) -> list[Fault]:
    faults = [
        Fault(section, code, pattern)
        for pattern in [*terms.allowed_write_paths, *terms.scratch_paths]
        if (code := _place_code(pattern))
    ]
    faults += scratch_faults(section, list(terms.allowed_write_paths), list(terms.scratch_paths))
    for command in terms.commands:
        faults += _command_faults(section, command)
    return faults


def _place_code(pattern: str) -> str:
    """Literal names in the pattern that no Plan opens; what a wildcard meets is judged at each call."""
    if never_writable("", pattern, _NOWHERE):
        return "path_never_writable"
    if any(secret_name(segment) for segment in pattern.split("/") if is_literal(segment)):
        return "path_secret"
    if listed_only(pattern) and not is_literal(pattern):
        return "path_listed_only"
    return ""


def _command_faults(section: str, command: VerificationCommand) -> list[Fault]:
    faults = []
    try:
        words_of(command.command)
    except BoundaryFault as fault:
        faults.append(Fault(section, "command_form", f"{command.command} ({fault.subject})"))
    if command.cwd.startswith(("/", "~")) or ".." in command.cwd.split("/"):
        faults.append(Fault(section, "command_cwd", command.cwd))
    return faults
