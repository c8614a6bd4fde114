"""Codex CLI: plugins from marketplaces, a copy in its own folder, hooks that a person has to trust.

Codex trusts a hook by the hash of its definition together with the content of the whole plugin folder, so each
new content has to be trusted again; until then it skips the hooks without a word. A session that is open while
the content changes has no hooks from then on, trusted again or not, until it is restarted. And Codex itself
exchanges the plugin of a git marketplace, in the background of any start, when the address has another commit.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.homes import codex_home, codex_plugins
from harness_runtime.cli.hosts.app_server import AppServer
from harness_runtime.cli.hosts.interface import Host
from harness_runtime.cli.hosts.told import PLUGIN_ID, Hook, Market, Plugin, Switch, offered_by, version_numbers
from harness_runtime.cli.installation.staging import NAME

_TRUST = "hooks.state"
_FETCHED = ".codex-marketplace-install.json"  # absent: Codex fetches all of it anew at its next start
_RELEASE = re.compile(r"v?\d+(\.\d+)+|[0-9a-f]{40}")  # a ref that stays what it is
_NEEDED = ("hooks", "plugins")  # features without which no hook of a plugin runs


class Codex(Host):
    name = "codex"
    title = "Codex CLI"
    variable = "CODEX_BIN"
    measured = "0.171.0"
    asks_trust = True
    shell_reads = "BASH_ENV"  # hooks run by `bash -c`
    strange_events = frozenset({"PostToolUseFailure"})

    @classmethod
    def plugins(cls, environ: Mapping[str, str]) -> Path:
        return codex_plugins(environ)

    def market(self) -> Market | None:
        entry = _table(self._config(), "marketplaces", NAME)
        if not entry:
            return None
        place, is_folder = str(entry.get("source", "?")), entry.get("source_type") == "local"
        if is_folder:
            return Market(place, Path(place), is_folder)
        root = codex_home(self.environ) / ".tmp" / "marketplaces" / NAME
        settled = _RELEASE.fullmatch(str(entry.get("ref"))) and (root / _FETCHED).is_file()
        return Market(place, root, is_folder, moves=not settled)

    def installed(self) -> Plugin | None:
        """From settings and folders: one broken marketplace, whosever, makes `codex plugin list` fail."""
        entry = _table(self._config(), "plugins", PLUGIN_ID)
        copies = self.plugins(self.environ) / "cache" / NAME / NAME
        versions = sorted((path.name for path in copies.glob("*") if path.is_dir()), key=version_numbers)
        if not entry and not versions:
            return None
        version = versions[-1] if versions else "?"
        return Plugin(version, bool(entry) and entry.get("enabled") is not False, copies / version)

    def add(self, marketplace: Path) -> None:
        self.call("plugin", "marketplace", "add", str(marketplace))
        self.call("plugin", "add", PLUGIN_ID)  # also brings an installed plugin to the marketplace's content

    def fetch(self) -> None:
        """Codex takes over at once what it fetches: only `take` does that."""

    def offered(self) -> Path | None:
        market = self.market()
        return offered_by(market, self.name) if market is not None and market.is_folder else None

    def take(self) -> None:
        market = self.market()
        if market is not None and not market.is_folder:
            self.call("plugin", "marketplace", "upgrade", NAME)
        self.call("plugin", "add", PLUGIN_ID)

    def open_sessions_survive(self, before: Path, after: Path) -> bool:
        return False

    def remove(self) -> None:
        if self.installed() is not None:
            self.call("plugin", "remove", PLUGIN_ID)
        if self.market() is not None:
            self.call("plugin", "marketplace", "remove", NAME)

    def hooks(self) -> list[Hook]:
        with self._server() as server:
            listed = server.ask("hooks/list", {"cwds": [str(self.folder)]})
        found = [hook for folder in listed.get("data", []) for hook in folder.get("hooks", [])]
        return [_hook(hook) for hook in found]

    def switches(self) -> list[Switch]:
        printed = self.ask("features", "list")
        states = {words[0]: words[-1] for line in printed.splitlines() if (words := line.split())}
        place = f"{codex_home(self.environ) / 'config.toml'}, {self.folder / '.codex/config.toml'}"
        stopping = [Switch(f"features.{name} = false", place) for name in _NEEDED if states.get(name) == "false"]
        code_mode = [Switch("features.code_mode = true", place, False)] if states.get("code_mode") == "true" else []
        return stopping + code_mode

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
        """The app server does not tell those of removed plugins."""
        return list(_table(self._config(), "hooks", "state"))

    def _server(self) -> AppServer:
        """It takes the marketplace for a folder: else it would fetch it and exchange the plugin, by itself."""
        market = self.market()
        options = []
        if market is not None and not market.is_folder:
            place = json.dumps(str(market.root), ensure_ascii=False)
            options = [f'marketplaces.{NAME}.source_type="local"', f"marketplaces.{NAME}.source={place}"]
        return AppServer(self.program, self.environ, options)

    def _config(self) -> dict[str, Any]:
        path = codex_home(self.environ) / "config.toml"
        try:
            return tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise HostFault(f"{path}: {error}") from None

    def _edit(self, edits: list[dict[str, Any]]) -> None:
        with self._server() as server:
            server.ask("config/batchWrite", {"edits": edits})


def _table(config: dict[str, Any], *names: str) -> dict[str, Any]:
    """The table of that name, {} where there is none."""
    found: Any = config
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _hook(hook: dict[str, Any]) -> Hook:
    event = str(hook.get("eventName", ""))
    return Hook(
        owner=str(hook.get("pluginId") or hook.get("sourcePath") or hook.get("source") or "?"),
        event=event[:1].upper() + event[1:],
        command=str(hook.get("command", "")),
        trusted=hook.get("trustStatus") == "trusted" or hook.get("isManaged") is True,
        enabled=hook.get("enabled") is True,
        key=str(hook.get("key", "")),
        fingerprint=str(hook.get("currentHash", "")),
    )
