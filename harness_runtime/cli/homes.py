"""The hosts' own folders, and the data folders that they keep for this plugin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harness_runtime.session import layout

HOMES = (("CODEX_HOME", ".codex"), ("CLAUDE_CONFIG_DIR", ".claude"))


def host_home(variable: str, folder: str, environ: Mapping[str, str]) -> Path:
    """The host's own folder, as its variable or its default names it."""
    return Path(environ.get(variable) or Path(environ.get("HOME") or Path.home(), folder))


def data_folders(chosen: Path | None, environ: Mapping[str, str]) -> list[Path]:
    """`--data`, else the folder that a host named, else those of all known hosts that exist."""
    if chosen is not None:
        return [chosen]
    named = layout.data_folder(dict(environ))
    if named is not None:
        return [Path(named)]
    homes = [host_home(variable, folder, environ) for variable, folder in HOMES]
    return [path for home in homes for path in sorted((home / "plugins/data").glob("harness-*")) if path.is_dir()]
