"""How trust stands in a workspace, and how `trust`, `untrust` and `trusted` tell it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.project import GuardTrustView, TrustView
from harness_runtime.cli.language import sentence
from harness_runtime.cli.project.guard_trust import GuardStanding, guard_standing
from harness_runtime.cli.render import cell, show
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import read_file
from harness_runtime.guides.parse import FILE, parse
from harness_runtime.guides.texts import hashes
from harness_runtime.guides.trust import read_trust


@dataclass(frozen=True)
class Standing:
    """`changed` are guide files with another content than the trusted one, in some data folder."""

    path: Path
    sha256: str | None
    untrusted_in: tuple[Path, ...]
    changed: tuple[str, ...]
    trusted: bool
    guard: GuardStanding
    absent: bool = False

    @property
    def is_fine(self) -> bool:
        """Whatever is there and needs trust has it, and something is there."""
        if self.guard.asks and not self.guard.trusted:
            return False
        return (self.absent and self.guard.asks) or (self.trusted and not self.changed)


def standing(project: Path, folders: list[Path]) -> Standing:
    path, guard = project / FILE, guard_standing(project, folders)
    try:
        raw = read_file(project)
        now = hashes(project, parse(raw).guides) if raw is not None else {}
    except HarnessFault:  # nobody can have trusted it
        return Standing(path, None, tuple(folders), (), trusted=False, guard=guard)
    digest = sha256(raw).hexdigest() if raw is not None else None
    untrusted, changed = [], set()
    for folder in folders:
        record = read_trust(folder, project)
        if record is None or record.sha256 != digest:
            untrusted.append(folder)
        else:
            changed |= {name for name, found in now.items() if record.guides.get(name) != found}
    trusted = bool(folders) and not untrusted
    return Standing(path, digest, tuple(untrusted), tuple(sorted(changed)), trusted, guard, absent=raw is None)


def tell_standing(found: Standing, as_json: bool) -> None:
    if as_json:
        view = TrustView(
            path=str(found.path),
            sha256=found.sha256,
            trusted=found.trusted,
            changed_guides=list(found.changed),
            untrusted_in=[str(folder) for folder in found.untrusted_in],
            guard=_guard_view(found.guard),
        )
        click.echo(to_json(view))
        return
    lines = [] if found.absent and found.guard.asks else _lines(found)
    if found.changed:
        lines.append(sentence("guide_differs", paths=", ".join(found.changed)))
    show(*map(cell, [*lines, *(_lines(found.guard) if found.guard.asks else [])]))


def _lines(found: Standing | GuardStanding) -> list[str]:
    if found.trusted:
        return [sentence("is_trusted", path=str(found.path), sha256=str(found.sha256))]
    told = [sentence("is_not_trusted", path=str(found.path))]
    return (
        [*told, sentence("trusted_not_in", folders=", ".join(map(str, found.untrusted_in)))] if found.sha256 else told
    )


def _guard_view(guard: GuardStanding) -> GuardTrustView:
    return GuardTrustView(
        path=str(guard.path),
        sha256=guard.sha256,
        asks=guard.asks,
        trusted=guard.trusted,
        untrusted_in=[str(folder) for folder in guard.untrusted_in],
    )
