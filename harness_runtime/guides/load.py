"""A project's harness file as it counts: not there, not trusted, or trusted and in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from harness_runtime.guides.document import HarnessFile
from harness_runtime.guides.fault import Fault, HarnessFault
from harness_runtime.guides.parse import FILE, parse
from harness_runtime.guides.reading import MAX_FILE, ReadFault, read_inside
from harness_runtime.guides.rules import rule_faults
from harness_runtime.guides.trust import Trusted, read_trust


@dataclass(frozen=True)
class NoFile:
    """There is no `.o4/harness.toml` in this very folder; parents are not looked at."""


@dataclass(frozen=True)
class Untrusted:
    """There is one, and it is ignored. `changed`: another content was trusted here."""

    changed: bool


@dataclass(frozen=True)
class Harness:
    """A trusted file. `trusted_guides` are the hashes of guide files by path, as they were trusted."""

    project: Path
    file: HarnessFile
    sha256: str
    trusted_guides: Mapping[str, str]


def read_file(project: Path) -> bytes | None:
    """The bytes of the harness file, None when there is none. Raises HarnessFault."""
    try:
        return read_inside(project, FILE, MAX_FILE)
    except ReadFault as fault:
        if fault.code == "missing":
            return None
        raise HarnessFault(FILE, [read_fault("", fault)]) from None


def load(project: Path, data: Sequence[Path]) -> NoFile | Untrusted | Harness:
    """`data` are the data folders in which trust may be recorded. Raises HarnessFault for a trusted file only."""
    records = [record for folder in data if (record := read_trust(folder, project)) is not None]
    try:
        raw = read_file(project)
    except HarnessFault:
        if not records:
            return Untrusted(changed=False)
        raise
    if raw is None:
        return NoFile()
    digest = sha256(raw).hexdigest()
    trusted = next((record for record in records if record.sha256 == digest), None)
    if trusted is None:
        return Untrusted(changed=bool(records))
    return harness_of(project, raw, trusted)


def harness_of(project: Path, raw: bytes, trusted: Trusted) -> Harness:
    """Raises HarnessFault."""
    file = parse(raw)
    faults = rule_faults(file)
    if faults:
        raise HarnessFault(FILE, faults)
    return Harness(project, file, trusted.sha256, trusted.guides)


def read_fault(subject: str, fault: ReadFault) -> Fault:
    """The fault of a file that could not be read, as a person reads it."""
    return Fault(f"file_{fault.code}", subject, {"detail": fault.detail})
