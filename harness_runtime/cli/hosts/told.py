"""What a host tells about the marketplace, the plugin, the hooks and the settings that it has."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.cli.installation.publication import MARKETPLACE_FILES
from harness_runtime.cli.installation.staging import NAME

PLUGIN_ID = f"{NAME}@{NAME}"  # plugin@marketplace


@dataclass(frozen=True)
class Market:
    """The marketplace named harness, as the host knows it."""

    place: str  # the folder or the address that it was added from
    root: Path  # where its files lie on this machine
    is_folder: bool  # added from a folder: the host fetches nothing
    moves: bool = False  # the host may fetch other content by itself, and exchange the plugin in open sessions

    def is_at(self, folder: Path) -> bool:
        return self.is_folder and self.root.resolve() == folder.resolve()


@dataclass(frozen=True)
class Plugin:
    """Our plugin as the host has it."""

    version: str
    enabled: bool
    folder: Path  # what the host runs
    complaint: str = ""  # what the host says is wrong with it


@dataclass(frozen=True)
class Hook:
    """One hook as the host has it, ours or another's. A host without a trust question lists all as trusted."""

    owner: str  # PLUGIN_ID for ours, another plugin's id, or the settings that name it
    event: str  # as in hooks.json: "PreToolUse"
    command: str
    trusted: bool = True
    enabled: bool = True
    key: str = ""
    fingerprint: str = ""  # what trust is given to

    @property
    def is_ours(self) -> bool:
        return self.owner == PLUGIN_ID

    @property
    def runs(self) -> bool:
        return self.trusted and self.enabled


@dataclass(frozen=True)
class Switch:
    """A setting of the host that matters to hooks."""

    setting: str  # "disableAllHooks = true"
    place: str  # the file or the variable that holds it
    stops_hooks: bool = True


def offered_by(market: Market, host: str) -> Path | None:
    """The plugin's folder in a marketplace, None when its list of plugins cannot be read."""
    path = market.root / MARKETPLACE_FILES[host]
    try:
        plugins = json.loads(path.read_bytes())["plugins"]
        source = next(plugin["source"] for plugin in plugins if plugin["name"] == NAME)
    except (OSError, ValueError, RecursionError, KeyError, TypeError, StopIteration):
        return None
    return market.root / str(source)


def version_numbers(version: str) -> tuple[int, ...]:
    """To compare by: the first three numbers in it."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
