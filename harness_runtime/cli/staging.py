"""The plugin's files as one clean folder, and the local marketplace that offers it to a host.

A host copies everything that lies in a plugin's folder and checks it before every hook run, so only what the
plugin needs may be in it. The files come from the checkout around the package, or from `_plugin` of the wheel.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

NAME = "harness"  # of the plugin and of the marketplace
PACKAGE = "harness_runtime"
PARTS = (
    "plugin.json",
    ".codex-plugin/plugin.json",
    ".claude-plugin/plugin.json",
    "agents",
    "hooks",
    "skills",
    "docs/contracts",
    "LICENSE",
)
MARKETPLACE_FILES = (".agents/plugins/marketplace.json", ".claude-plugin/marketplace.json")  # Codex, Claude Code
_LITTER = ("__pycache__", "_plugin", ".DS_Store")
_LITTER_ENDS = (".pyc", ".swp", "~")


class StagingFault(Exception):
    """The plugin cannot be staged; `rule` is a sentence of `messages.terminal`, `path` its subject."""

    def __init__(self, rule: str, path: Path) -> None:
        super().__init__(rule, path)
        self.rule = rule
        self.path = path


def marketplace_folder(environ: Mapping[str, str]) -> Path:
    """The stable place of the staged marketplace: hosts remember this path."""
    home = environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path(environ.get("HOME") or "~").expanduser() / ".local/share"
    return base / "harness" / "marketplace"


def plugin_folder(marketplace: Path) -> Path:
    return marketplace / "plugins" / NAME


def plugin_source() -> Path:
    """The plugin's files: what the wheel carries, else the checkout around the package."""
    package = Path(__file__).resolve().parent.parent
    carried = package / "_plugin"
    return carried if carried.is_dir() else package.parent


def stage_plugin(destination: Path) -> Path:
    """Copy the plugin's files into `destination`, which must not exist or be empty; returns it.

    Raises StagingFault when a part is missing or is a symbolic link (Codex drops links in silence).
    """
    package = Path(__file__).resolve().parent.parent
    root = plugin_source()
    for part in PARTS:
        _copy(root / part, destination / part)
    _copy(package, destination / PACKAGE)
    return destination


def publish_marketplace(destination: Path) -> bool:
    """Put the marketplace with a fresh copy of the plugin at `destination`; False when it is there already.

    Readers see the old folder or the new one. Where the system cannot exchange two folders in one step, a kill
    can leave none; publishing again mends that.
    """
    destination.parent.mkdir(parents=True, exist_ok=True)
    fresh = destination.parent / f".{destination.name}.{secrets.token_hex(8)}.tmp"
    try:
        plugin = stage_plugin(plugin_folder(fresh))
        _write_marketplace(fresh, plugin)
        if destination.is_dir() and content_digest(destination) == content_digest(fresh):
            return False
        if os.path.lexists(destination):
            _exchange(fresh, destination)
        else:
            fresh.rename(destination)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return True


def content_digest(folder: Path) -> str:
    """SHA-256 over the names and bytes of all files below `folder`; bytecode and editors' litter do not count."""
    total = sha256()
    for path in _files(folder):
        total.update(path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape") + b"\0")
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """All wanted files below `folder`, sorted. Raises StagingFault at a symbolic link."""
    for path in sorted(folder.iterdir()):
        if path.name in _LITTER or path.name.endswith(_LITTER_ENDS):
            continue
        if path.is_symlink():
            raise StagingFault("staging_link", path)
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def _copy(source: Path, target: Path) -> None:
    if source.is_symlink():
        raise StagingFault("staging_link", source)
    if source.is_dir():
        for path in _files(source):
            _copy(path, target / path.relative_to(source))
        return
    if not source.is_file():
        raise StagingFault("staging_part", source)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if source.stat().st_mode & stat.S_IXUSR else 0o644)


def _write_marketplace(folder: Path, plugin: Path) -> None:
    manifest = json.loads((plugin / "plugin.json").read_text("utf-8"))
    offer = {"name": NAME, "source": f"./plugins/{NAME}", "description": manifest["description"]}
    market = {"name": NAME, "owner": manifest["author"], "plugins": [offer]}
    for name in MARKETPLACE_FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(market, indent=2) + "\n", "utf-8")


def _exchange(fresh: Path, old: Path) -> None:
    """Let the two folders change places, in one step where the system can."""
    if _exchange_in_one_step(bytes(fresh), bytes(old)):
        return
    aside = fresh.with_suffix(".old")
    old.rename(aside)
    try:
        fresh.rename(old)
    except OSError:
        aside.rename(old)
        raise
    aside.rename(fresh)


def _exchange_in_one_step(one: bytes, other: bytes) -> bool:
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return bool(libc.renamex_np(one, other, exchange) == 0)  # RENAME_SWAP is 2 as well
        return bool(libc.renameat2(here, one, here, other, exchange) == 0)
    except (OSError, AttributeError):
        return False
