"""Codex CLI: plugins from marketplaces, a copy in its own folder, hooks that a person has to trust.

Codex trusts a hook by the hash of its definition together with the content of the whole plugin folder, so each
new content has to be trusted again; until then it skips the hooks without a word.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.homes import host_home
from harness_runtime.cli.hosts.app_server import AppServer
from harness_runtime.cli.hosts.interface import PLUGIN_ID, Hook, Host, Plugin
from harness_runtime.cli.staging import NAME

_TRUST = "hooks.state"


class Codex(Host):
    name = "codex"
    title = "Codex CLI"
    variable = "CODEX_BIN"
    measured = "0.171.0"
    strange_events = frozenset({"PostToolUseFailure"})

    @classmethod
    def home(cls, environ: Mapping[str, str]) -> Path:
        return host_home("CODEX_HOME", ".codex", environ)

    def add(self, marketplace: Path) -> None:
        self.call("plugin", "marketplace", "add", str(marketplace))
        self.call("plugin", "add", PLUGIN_ID)  # also brings an installed plugin to the marketplace's content

    def remove(self, marketplace: Path) -> bool:
        plugin = self.installed()
        if plugin is not None and not plugin.comes_from(marketplace):
            return False
        if plugin is not None:
            self.call("plugin", "remove", PLUGIN_ID)
        known = self._list("marketplaces", "plugin", "marketplace", "list")
        if any(_folder(market) == marketplace.resolve() for market in known if market.get("name") == NAME):
            self.call("plugin", "marketplace", "remove", NAME)
        return True

    def installed(self) -> Plugin | None:
        entries = self._list("installed", "plugin", "list")
        entry = next((entry for entry in entries if entry.get("pluginId") == PLUGIN_ID), None)
        if entry is None:
            return None
        version = str(entry.get("version"))
        return Plugin(
            version=version,
            enabled=entry.get("enabled") is True,
            folder=self.home(self.environ) / "plugins" / "cache" / NAME / NAME / version,
            source=_folder(entry),
        )

    def hooks(self) -> list[Hook]:
        with AppServer(self.program, self.environ) as server:
            listed = server.ask("hooks/list", {"cwds": ["/"]})
        found = [hook for folder in listed.get("data", []) for hook in folder.get("hooks", [])]
        return [_hook(hook) for hook in found if hook.get("pluginId") == PLUGIN_ID]

    def trust(self, hooks: list[Hook]) -> None:
        value = {hook.key: {"trusted_hash": hook.fingerprint} for hook in hooks}
        self._edit([{"keyPath": _TRUST, "value": value, "mergeStrategy": "upsert"}])

    def forget_trust(self) -> int:
        stored = self._trust_entries()
        ours = [key for key in stored if key.startswith(f"{PLUGIN_ID}:")]
        if not ours:
            return 0
        paths = [_TRUST] if len(ours) == len(stored) else [f"{_TRUST}.{json.dumps(key)}" for key in ours]
        self._edit([{"keyPath": path, "value": None, "mergeStrategy": "replace"} for path in paths])
        return len(ours)

    def _trust_entries(self) -> list[str]:
        """The keys below `hooks.state` in config.toml; the app server does not tell those of removed plugins."""
        path = self.home(self.environ) / "config.toml"
        try:
            config = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise HostFault(f"{path}: {error}") from None
        state = config.get("hooks", {}).get("state", {})
        return list(state) if isinstance(state, dict) else []

    def _edit(self, edits: list[dict[str, Any]]) -> None:
        with AppServer(self.program, self.environ) as server:
            server.ask("config/batchWrite", {"edits": edits})

    def _list(self, key: str, *words: str) -> list[dict[str, Any]]:
        printed = self.call(*words, "--json")
        try:
            return list(json.loads(printed)[key])
        except (ValueError, KeyError, TypeError):
            raise HostFault(f"codex {' '.join(words)} --json: not understood: {printed[:80]}") from None


def _folder(entry: dict[str, Any]) -> Path | None:
    """The folder that an entry's marketplace was added from."""
    source = entry.get("marketplaceSource") or {}
    return Path(source["source"]).resolve() if source.get("sourceType") == "local" else None


def _hook(hook: dict[str, Any]) -> Hook:
    event = str(hook.get("eventName", ""))
    return Hook(
        key=str(hook.get("key", "")),
        event=event[:1].upper() + event[1:],
        command=str(hook.get("command", "")),
        fingerprint=str(hook.get("currentHash", "")),
        trusted=hook.get("trustStatus") == "trusted",
        enabled=hook.get("enabled") is True,
    )
