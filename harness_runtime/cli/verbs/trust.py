"""`trust`: a person trusts the present content of the harness file, of every guide file that it names, and of what
needs trust in guard.json."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import click

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.person import agrees, require_person
from harness_runtime.cli.project.findings import finding_table
from harness_runtime.cli.project.guard_trust import asking, guard_to_trust
from harness_runtime.cli.project.harness_file import faulty
from harness_runtime.cli.project.trust import standing, tell_standing
from harness_runtime.cli.render import cell, columns, facts, show
from harness_runtime.guides.audit import audit
from harness_runtime.guides.document import Guide, HarnessFile, Sensor
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import read_file
from harness_runtime.guides.parse import FILE, parse
from harness_runtime.guides.texts import hashes
from harness_runtime.guides.trust import Trusted, give_trust
from harness_runtime.settings.guard import GUARD, GuardFile
from harness_runtime.settings.trusted import trust_guard

Found = TypeVar("Found")


@click.command("trust", help=sentence("help_trust"), short_help=sentence("help_trust"))
@data_option
@workspace_option
@json_option
def verb(data: Path | None, workspace: Path | None, as_json: bool) -> None:
    require_person()
    folders, project = folders_of(data), workspace_of(workspace)
    if not folders:
        raise InputFault("no_data_folder")
    faults: list[InputFault] = []
    harness, guard = _tried(_harness, project, faults), _tried(guard_to_trust, project, faults)
    if harness is None and guard is None:
        raise faults[0] if faults else InputFault("nothing_to_trust", path=str(project / FILE))
    for fault in faults:  # of one file; the other one is trusted without it
        show(cell(fault.format_message()), cell(""))
    if harness is not None:
        _show(project, harness)
    if guard is not None:
        _show_guard(project, guard)
    if not agrees(sentence("ask_trust_harness")):
        raise InputFault("nothing_changed")
    for folder in folders:
        if harness is not None:
            give_trust(folder, project, harness.trusted)
        if guard is not None:
            trust_guard(folder, project, guard.sha256)
    tell_standing(standing(project, folders), as_json)


def _tried(read: Callable[[Path], Found | None], project: Path, faults: list[InputFault]) -> Found | None:
    try:
        return read(project)
    except InputFault as fault:
        faults.append(fault)
        return None


@dataclass(frozen=True)
class _Harness:
    raw: bytes
    file: HarnessFile
    trusted: Trusted


def _harness(project: Path) -> _Harness | None:
    try:
        raw = read_file(project)
        if raw is None:
            return None
        file = parse(raw)
    except HarnessFault as fault:
        raise faulty(fault) from None
    return _Harness(raw, file, Trusted(sha256(raw).hexdigest(), hashes(project, file.guides)))


def _show(project: Path, harness: _Harness) -> None:
    """What enters the context, and what will be run; and what the audit says to it."""
    show(facts([(sentence("file"), str(project / FILE)), ("sha256", harness.trusted.sha256)]), cell(""))
    guides = [(guide.name, *_source(guide, harness.trusted)) for guide in harness.file.guides]
    if guides:
        show(columns([sentence("guide"), sentence("source"), "sha256"], guides, folded=1), cell(""))
    sensors = [(sensor.name, _blocking(sensor), sensor.command) for sensor in harness.file.sensors]
    if sensors:
        show(columns([sentence("sensor"), sentence("blocking"), sentence("command")], sensors, folded=2), cell(""))
    findings = audit(project, harness.raw, os.environ.get("PATH", os.defpath))
    if findings:
        show(finding_table(findings), cell(""))
    show(cell(sentence("trust_about")))


def _show_guard(project: Path, guard: GuardFile) -> None:
    show(cell(""), facts([(sentence("file"), str(project / GUARD)), ("sha256", guard.sha256)]), cell(""))
    show(columns([sentence("key_column"), sentence("content_column")], asking(guard.guard), folded=1), cell(""))
    show(cell(sentence("trust_guard_about")))


def _source(guide: Guide, trusted: Trusted) -> tuple[str, str]:
    if guide.path is None:
        return sentence("inline"), ""
    return guide.path, trusted.guides.get(guide.path) or sentence("unreadable_guide")


def _blocking(sensor: Sensor) -> str:
    return sentence("yes" if sensor.blocking else "no")
