"""The chains that a session of one host may select: whether each counts, and has all that it names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from harness_runtime.chains.agents import AgentFault, Places, find_agent
from harness_runtime.chains.catalog import Known, catalog
from harness_runtime.cli import language
from harness_runtime.cli.checks import ok, warning
from harness_runtime.cli.contracts.plugin import Check
from harness_runtime.cli.homes import claude_home, codex_home
from harness_runtime.cli.installation.staging import plugin_source
from harness_runtime.cli.language import sentence
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness, load
from harness_runtime.messages.catalog import sentence as catalog_sentence
from harness_runtime.messages.chains import AGENT_FILES
from harness_runtime.settings.fault import SettingsFault


def examine(host: str, data: Path, workspace: Path) -> list[Check]:
    """None where a settings file is wrong: the check of that file says so."""
    name = f"{host}_chains"
    try:
        known = catalog(workspace, data).known
    except SettingsFault:
        return []
    untrusted = [each.name for each in known if not each.trusted]
    broken = [
        f"{each.name}: {what}" for each in known if each.trusted for what in _missing(each, host, data, workspace)
    ]
    if broken:
        return [warning(name, "chains_broken", "mend_chains_broken", what="; ".join(broken))]
    if untrusted:
        return [warning(name, "chains_not_trusted", "mend_chains_trust", names=", ".join(untrusted))]
    return [ok(name, "chains_fine", names=", ".join(each.name for each in known))]


def _missing(known: Known, host: str, data: Path, workspace: Path) -> Iterator[str]:
    """What would halt it: an agent without instructions, a gate's sensor that does not count."""
    places = Places(
        host=host,
        project=str(workspace),
        codex_home=str(codex_home(os.environ)),
        claude_home=str(claude_home(os.environ)),
        plugin_root=str(plugin_source()),
    )
    sensors = _sensors(workspace, data)
    for stage in known.chain.stages:
        try:
            found = find_agent(stage.agent, places)
        except AgentFault as fault:
            yield f"{fault.path} ({catalog_sentence(AGENT_FILES, language.current(), fault.why)})"
            continue
        if found is None:
            yield sentence("chain_no_agent", agent=stage.agent)
        for entry in stage.gate:
            if isinstance(entry, str) and len(entry.split()) == 1 and entry not in sensors:
                yield sentence("chain_no_sensor", sensor=entry)


def _sensors(workspace: Path, data: Path) -> set[str]:
    """Names of those that a gate can run: of the trusted file."""
    try:
        found = load(workspace, [data])
    except HarnessFault:
        return set()
    return {sensor.name for sensor in found.file.sensors} if isinstance(found, Harness) else set()
