"""The models that a session of one host may ask: whether each could be, as far as shows without asking."""

from __future__ import annotations

import os
from pathlib import Path

from harness_runtime.cli import language
from harness_runtime.cli.checks import ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.models.choose import models_for, panel_models
from harness_runtime.models.interface import HostName, Model
from harness_runtime.models.ready import why_not
from harness_runtime.models.told import told
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.model_section import ROLES
from harness_runtime.settings.models import ModelSettings, model_settings


def examine(host: HostName, data: Path, workspace: Path) -> list[Check]:
    """None where a settings file is wrong: the check of that file says so."""
    name = f"{host}_models"
    try:
        chosen = _models(model_settings(str(workspace), str(data)), host)
    except SettingsFault:
        return []
    found = [(model, why_not(model, os.environ, str(workspace))) for model in chosen]
    failures = [told(failure, language.current()) for _, failure in found if failure is not None]
    if failures:
        return [warning(name, "models_not_ready", "mend_models", why=" ".join(failures))]
    return [ok(name, "models_ready", names=", ".join(model.name for model in chosen))]


def _models(settings: ModelSettings, host: HostName) -> list[Model]:
    """Each once, in the order of the settings."""
    all_of_them = [*(models_for(role, settings, host) for role in ROLES), *panel_models(settings, host)]
    return list(dict.fromkeys(all_of_them))
