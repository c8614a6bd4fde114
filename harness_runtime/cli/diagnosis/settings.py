"""The settings files: what is wrong with one is named here once, and no other check repeats it."""

from __future__ import annotations

from pathlib import Path

from harness_runtime.cli import language
from harness_runtime.cli.checks import error, ok
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.settings.config import CONFIG, load_config
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import GUARD, read_guard


def project(workspace: Path) -> Check:
    """The workspace's guard.json."""
    name = "project_settings"
    try:
        found = read_guard(workspace)
    except SettingsFault as fault:
        return _fault(name, fault)
    return ok(name, "settings_fine" if found else "settings_absent", path=str(workspace / GUARD))


def person(name: str, data: Path) -> Check:
    """A data folder's config.json. `name`: what the check's name begins with."""
    name, path = f"{name}_settings", data / CONFIG
    try:
        load_config(data)
    except SettingsFault as fault:
        return _fault(name, fault)
    return ok(name, "settings_fine" if path.exists() else "settings_absent", path=str(path))


def _fault(name: str, fault: SettingsFault) -> Check:
    return error(name, "settings_fault", "mend_settings", fault=fault.line(language.current()))
