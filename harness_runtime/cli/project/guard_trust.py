"""What of a project's `.harness/guard.json` needs a person's trust, as rows to show, and how that trust stands.

Restrictions need none. Chains and commands do: their texts enter the model's context, and the commands are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from harness_runtime.cli import language
from harness_runtime.cli.faults import InputFault
from harness_runtime.settings.chains import Chain, GateCommand, Stage
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import GUARD, Guard, GuardFile, read_guard
from harness_runtime.settings.trusted import is_trusted

Row = tuple[str, str]  # the key in the file, and what it says
MODEL_KEYS = ("base_url", "api_key_env")  # of `model`, beside commands: where questions go, and with which key


@dataclass(frozen=True)
class GuardStanding:
    """`sha256` is None for no file and for one that cannot be used. `asks`: it holds what needs trust."""

    path: Path
    sha256: str | None
    asks: bool
    untrusted_in: tuple[Path, ...]
    trusted: bool


def guard_standing(project: Path, folders: list[Path]) -> GuardStanding:
    """Trusted means: in every data folder of this call, and in one at least."""
    path = project / GUARD
    try:
        found = read_guard(project)
    except SettingsFault:  # nobody can have trusted it, and it is named where it is read
        found = None
    if found is None:
        return GuardStanding(path, None, False, tuple(folders), trusted=False)
    untrusted = tuple(folder for folder in folders if not is_trusted(folder, project, found.sha256))
    trusted = bool(folders) and not untrusted
    return GuardStanding(path, found.sha256, bool(asking(found.guard)), untrusted, trusted)


def guard_to_trust(project: Path) -> GuardFile | None:
    """The file, when it is there and holds something that needs trust. Raises InputFault for one that is wrong."""
    try:
        found = read_guard(project)
    except SettingsFault as fault:
        raise InputFault("harness_faulty", fault=fault.line(language.current())) from None
    return found if found is not None and asking(found.guard) else None


def asking(guard: Guard) -> list[Row]:
    """Everything in the file that counts only when it is trusted."""
    return [
        *(row for name, chain in guard.harness.items() for row in _of_chain(f"harness.{name}", chain)),
        *_of_models(guard.model),
    ]


def _of_chain(key: str, chain: Chain) -> Iterator[Row]:
    yield key, " → ".join(map(stage_text, chain.stages))
    if chain.description:
        yield f"{key}.description", chain.description
    for stage in chain.stages:
        yield from ((f"{key}, {stage.agent}: {name}", text) for name, text in _texts(stage))


def stage_text(stage: Stage) -> str:
    """`test (↩ implement)`"""
    return f"{stage.agent} (↩ {stage.on_failure})" if stage.on_failure else stage.agent


def gate_text(entry: str | GateCommand) -> str:
    """A sensor's name, or a command."""
    return entry if isinstance(entry, str) else entry.command


def _texts(stage: Stage) -> Iterator[Row]:
    yield from (("gate", gate_text(entry)) for entry in stage.gate)
    yield from ((name, text) for name, text in (("brief", stage.brief), ("done", stage.done)) if text)


def _of_models(section: BaseModel | dict[str, Any]) -> Iterator[Row]:
    said = section.model_dump(exclude_unset=True) if isinstance(section, BaseModel) else section
    for name, value in said.items():
        if name in MODEL_KEYS and value:
            yield f"model.{name}", str(value)
        for entry in value if isinstance(value, list | tuple) else [value]:
            if isinstance(entry, dict) and isinstance(entry.get("command"), list | tuple):
                yield f"model.{name}", " ".join(map(str, entry["command"]))
