"""The local marketplace that offers the staged plugin to one host, and how it is published and removed."""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from harness_runtime.cli.homes import NO_FOLDER
from harness_runtime.cli.installation.staging import NAME, content_digest, files_of, stage_plugin
from harness_runtime.wire.environment import home_folder

MARKETPLACE_FILES = {"codex": ".agents/plugins/marketplace.json", "claude": ".claude-plugin/marketplace.json"}


def marketplace_folder(environ: Mapping[str, str], host: str) -> Path:
    """The stable place of a host's staged marketplace: hosts remember this path. One a host, because Claude Code
    runs the plugin from there, and bringing it into another host must not change what runs."""
    named, home = environ.get("XDG_DATA_HOME", ""), home_folder(environ)
    base = Path(named) if named.startswith("/") else Path(home, ".local/share") if home else NO_FOLDER
    return base / "harness" / host / "marketplace"


def plugin_folder(marketplace: Path) -> Path:
    return marketplace / "plugins" / NAME


@contextmanager
def fresh_marketplace(destination: Path) -> Iterator[Path]:
    """A complete marketplace beside `destination`, for `publish`; what is still there at the end is removed."""
    destination.parent.mkdir(parents=True, exist_ok=True)
    fresh = destination.parent / f".{destination.name}.{secrets.token_hex(8)}.tmp"
    try:
        _write_marketplace(fresh, stage_plugin(plugin_folder(fresh)))
        yield fresh
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def publish(fresh: Path, destination: Path) -> bool:
    """Put the marketplace at `destination`; False when it is there already.

    Claude Code runs hooks from it at any moment: it sees the old content or the new. Where the system cannot
    exchange two folders in one step, a kill can leave some files of each; publishing again mends that.
    """
    if destination.is_dir() and content_digest(destination) == content_digest(fresh):
        return False
    if os.path.lexists(destination):
        _exchange(fresh, destination)
    else:
        fresh.rename(destination)
    return True


def publish_marketplace(destination: Path) -> bool:
    """Stage and publish in one go; False when it is there already."""
    with fresh_marketplace(destination) as fresh:
        return publish(fresh, destination)


def remove_marketplace(destination: Path) -> None:
    """With the folders above it that hold nothing else of ours. Readers see it whole or not at all."""
    if os.path.lexists(destination):
        aside = destination.parent / f".{destination.name}.{secrets.token_hex(8)}.tmp"
        destination.rename(aside)
        shutil.rmtree(aside)
    for folder in (destination.parent, destination.parent.parent):
        with suppress(OSError):
            folder.rmdir()


def _write_marketplace(folder: Path, plugin: Path) -> None:
    manifest = json.loads((plugin / "plugin.json").read_text("utf-8"))
    offer = {"name": NAME, "source": f"./plugins/{NAME}", "description": manifest["description"]}
    about = {"description": "The Harness plugin, as harness-state install brings it"}
    market = {"name": NAME, "owner": manifest["author"], "metadata": about, "plugins": [offer]}
    for name in MARKETPLACE_FILES.values():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(market, indent=2) + "\n", "utf-8")


def _exchange(fresh: Path, old: Path) -> None:
    """Let the two folders change places, or, where the system cannot do that in one step, the files one by one.

    The folder is never away: Claude Code lets every tool call pass while the folder of its hooks is missing. A
    hook that meets files of both contents denies.
    """
    if _exchange_in_one_step(bytes(fresh), bytes(old)):
        return
    kept = set()
    for path in files_of(fresh):
        target = old / path.relative_to(fresh)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
        kept.add(target)
    for path in [path for path in old.rglob("*") if not path.is_dir() and path not in kept]:
        path.unlink()


def _exchange_in_one_step(one: bytes, other: bytes) -> bool:
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return bool(libc.renamex_np(one, other, exchange) == 0)  # RENAME_SWAP is 2 as well
        return bool(libc.renameat2(here, one, here, other, exchange) == 0)
    except (OSError, AttributeError):
        return False
