"""The hosts' own folders, and the data folders that they keep for this plugin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harness_runtime.session import layout
from harness_runtime.wire.environment import home_folder

NO_FOLDER = Path("/nonexistent")  # for a folder that nobody knows: no config, no trust, no session is there


def host_home(variable: str, folder: str, environ: Mapping[str, str]) -> Path:
    """As its variable or its default names it; NO_FOLDER where nobody knows the person's home."""
    named = environ.get(variable)
    home = home_folder(environ)
    return Path(named) if named else Path(home, folder) if home else NO_FOLDER


def codex_home(environ: Mapping[str, str]) -> Path:
    return host_home("CODEX_HOME", ".codex", environ)


def claude_home(environ: Mapping[str, str]) -> Path:
    return host_home("CLAUDE_CONFIG_DIR", ".claude", environ)


def codex_plugins(environ: Mapping[str, str]) -> Path:
    return codex_home(environ) / "plugins"


def claude_plugins(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("CLAUDE_CODE_PLUGIN_CACHE_DIR") or claude_home(environ) / "plugins")


def data_folders(chosen: Path | None, environ: Mapping[str, str]) -> list[Path]:
    """`--data`, else the folder that a host named, else those of all known hosts that exist."""
    if chosen is not None:
        return [chosen]
    named = layout.data_folder(dict(environ))
    if named is not None:
        return [Path(named)]
    places = [plugins(environ) / "data" for plugins in (codex_plugins, claude_plugins)]
    return [path for place in places for path in sorted(place.glob("harness-*")) if path.is_dir()]
