"""The plugin's files as one clean folder.

A host copies everything that lies in a plugin's folder and checks it before every hook run, so only what the
plugin needs may be in it. The files come from the checkout around the package, or from `_plugin` of the wheel.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

NAME = "harness"
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
# Claude Code marks its copies with `.in_use` while a session runs, and with `.orphaned_at` (measured).
_LITTER = ("__pycache__", "_plugin", ".git", ".in_use", ".orphaned_at", ".DS_Store")
_LITTER_ENDS = (".pyc", ".swp", "~")


class StagingFault(Exception):
    """The plugin cannot be staged; `rule` is a sentence of `messages.terminal`, `path` its subject."""

    def __init__(self, rule: str, path: Path) -> None:
        super().__init__(rule, path)
        self.rule = rule
        self.path = path


def plugin_source() -> Path:
    """The plugin's files: what the wheel carries, else the checkout around the package."""
    package = Path(__file__).resolve().parents[2]
    carried = package / "_plugin"
    return carried if carried.is_dir() else package.parent


def stage_plugin(destination: Path) -> Path:
    """Copy the plugin's files into `destination`, which must not exist or be empty; returns it.

    Raises StagingFault when a part is missing or is a symbolic link (Codex drops links in silence).
    """
    package = Path(__file__).resolve().parents[2]
    root = plugin_source()
    for part in PARTS:
        _copy(root / part, destination / part)
    _copy(package, destination / PACKAGE)
    return destination


def content_digest(folder: Path) -> str:
    """SHA-256 over the names and bytes of all files below `folder`; bytecode and editors' litter do not count."""
    total = sha256()
    for path in _wanted(folder):
        content = os.fsencode(os.readlink(path)) + b"\0link" if path.is_symlink() else path.read_bytes()
        total.update(path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape") + b"\0")
        total.update(sha256(content).digest())
    return total.hexdigest()


def packaged_digest() -> str:
    """The digest of what this package would stage. Raises StagingFault."""
    with tempfile.TemporaryDirectory() as scratch:
        return content_digest(stage_plugin(Path(scratch) / NAME))


def files_of(folder: Path) -> Iterator[Path]:
    """All wanted files below `folder`, sorted. Raises StagingFault at a symbolic link."""
    for path in _wanted(folder):
        if path.is_symlink():
            raise StagingFault("staging_link", path)
        yield path


def _wanted(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in _LITTER or path.name.endswith(_LITTER_ENDS):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _wanted(path)
        else:
            yield path


def _copy(source: Path, target: Path) -> None:
    if source.is_symlink():
        raise StagingFault("staging_link", source)
    if source.is_dir():
        for path in files_of(source):
            _copy(path, target / path.relative_to(source))
        return
    if not source.is_file():
        raise StagingFault("staging_part", source)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if source.stat().st_mode & stat.S_IXUSR else 0o644)
