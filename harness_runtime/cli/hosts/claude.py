"""Claude Code: plugins from marketplaces, no trust question, hooks that run at once.

A plugin of a marketplace that was added from a folder runs from that folder itself; one of a marketplace with an
address runs from the host's copy. Both are read anew at every event, only the list of hooks is a session's own:
so an open session goes on with new content, as long as the list is the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.homes import claude_plugins
from harness_runtime.cli.hosts import claude_settings
from harness_runtime.cli.hosts.interface import Host
from harness_runtime.cli.hosts.told import PLUGIN_ID, Hook, Market, Plugin, Switch, offered_by
from harness_runtime.cli.installation.staging import NAME, content_digest

_SCOPE = "user"
_HOOKS = Path("hooks") / "hooks.json"
_INVENTORY = re.compile(r"^ *Hooks \((\d+)\)(?: +(\w+(?:, \w+)*))? *(?:\(.*)?$", re.MULTILINE)


class Claude(Host):
    name = "claude"
    title = "Claude Code"
    variable = "CLAUDE_BIN"
    measured = "2.1.197"
    asks_trust = False

    @property
    def settings(self) -> Path:
        return claude_settings.files(self.environ, self.folder)[0]

    @classmethod
    def plugins(cls, environ: Mapping[str, str]) -> Path:
        return claude_plugins(environ)

    def market(self) -> Market | None:
        known = self._list("plugin", "marketplace", "list")
        entry = next((entry for entry in known if entry.get("name") == NAME), None)
        if entry is None:
            return None
        root = str(entry.get("installLocation") or entry.get("path") or "")
        place = next((str(entry[key]) for key in ("path", "url", "repo") if entry.get(key)), root)
        return Market(place, Path(root), entry.get("source") == "directory")

    def installed(self) -> Plugin | None:
        entry = self._entry()
        if entry is None:
            return None
        market = self.market()
        folder = self._copy(entry)
        if market is not None and market.is_folder:
            folder = offered_by(market, self.name) or market.root
        complaints = entry.get("errors")
        complaint = "; ".join(" ".join(str(each).split()) for each in complaints) if complaints else ""
        return Plugin(str(entry.get("version")), entry.get("enabled") is True, folder, complaint[:300])

    def add(self, marketplace: Path) -> None:
        self.call("plugin", "marketplace", "add", str(marketplace))
        entry = self._entry()
        if entry is None:
            self.call("plugin", "install", PLUGIN_ID, "--scope", _SCOPE)
            return
        if entry.get("enabled") is not True:
            self.call("plugin", "enable", PLUGIN_ID, "--scope", _SCOPE)
        self.take()

    def fetch(self) -> None:
        self.call("plugin", "marketplace", "update", NAME)

    def offered(self) -> Path | None:
        market = self.market()
        return None if market is None else offered_by(market, self.name)

    def take(self) -> None:
        """Claude Code takes another version when told; other content of the same version only installed anew."""
        if self._is_current():
            return
        self.call("plugin", "update", PLUGIN_ID, "--scope", _SCOPE)
        if not self._is_current():
            self._uninstall()
            self.call("plugin", "install", PLUGIN_ID, "--scope", _SCOPE)

    def open_sessions_survive(self, before: Path, after: Path) -> bool:
        try:
            return (before / _HOOKS).read_bytes() == (after / _HOOKS).read_bytes()
        except OSError:
            return False

    def remove(self) -> None:
        if self._entry() is not None:
            self._uninstall()
        if self.market() is not None:
            self.call("plugin", "marketplace", "remove", NAME)

    def hooks(self) -> list[Hook]:
        """Ours as the host lists them in its inventory, those of settings and other plugins as their files say."""
        plugins = self._list("plugin", "list")
        enabled = any(entry.get("id") == PLUGIN_ID and entry.get("enabled") is True for entry in plugins)
        ours = [Hook(PLUGIN_ID, event, "", enabled=enabled) for event in self._inventory()]
        return [*ours, *claude_settings.hooks(self.environ, self.folder), *_of_plugins(plugins)]

    def switches(self) -> list[Switch]:
        return claude_settings.switches(self.environ, self.folder)

    def trust(self, hooks: list[Hook]) -> None:
        """Nothing to store."""

    def forget_trust(self) -> int:
        return 0

    def _inventory(self) -> list[str]:
        """The events for which the host took a hook of ours; it tells them in text only."""
        printed = self.ask("plugin", "details", PLUGIN_ID)
        found = _INVENTORY.search(printed)
        events = found[2].split(", ") if found and found[2] else []
        if found is None or len(events) != int(found[1]):
            raise HostFault(f"claude plugin details {PLUGIN_ID}: not understood: {printed[:80]!r}")
        return events

    def _uninstall(self) -> None:
        self.call("plugin", "uninstall", PLUGIN_ID, "--scope", _SCOPE, "--keep-data")

    def _is_current(self) -> bool:
        """The host's copy holds what the marketplace offers."""
        entry, offered = self._entry(), self.offered()
        if entry is None or offered is None:
            return False
        copy = self._copy(entry)
        return copy.is_dir() and offered.is_dir() and content_digest(copy) == content_digest(offered)

    def _entry(self) -> dict[str, Any] | None:
        entries = self._list("plugin", "list")
        ours = (entry for entry in entries if entry.get("id") == PLUGIN_ID and entry.get("scope") == _SCOPE)
        return next(ours, None)

    def _copy(self, entry: dict[str, Any]) -> Path:
        return Path(str(entry.get("installPath", "")))

    def _list(self, *words: str) -> list[dict[str, Any]]:
        printed = self.ask(*words, "--json")
        try:
            return [entry for entry in json.loads(printed) if isinstance(entry, dict)]
        except (ValueError, RecursionError, TypeError):
            raise HostFault(f"claude {' '.join(words)} --json: not understood: {printed[:80]}") from None


def _of_plugins(plugins: list[dict[str, Any]]) -> Iterator[Hook]:
    for entry in plugins:
        owner = str(entry.get("id"))
        if owner != PLUGIN_ID and entry.get("enabled") is True:
            yield from claude_settings.hooks_in(Path(str(entry.get("installPath", ""))) / _HOOKS, owner)
