"""The program `harness-confine` in the data folder: what a rewritten command calls. Cold.

A few lines of shell that start the plugin's `hooks/confine` with the interpreter of the hook that wrote them, with
any environment and from any folder. Written at activation; refreshed when the plugin or its interpreter moved.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from harness_runtime.messages.confine import PYTHON_GONE
from harness_runtime.session.bytecode import is_whole
from harness_runtime.session.files import make_private_folder, replace_file

ENTRY = "hooks/confine"
MODE = 0o700
# What harness-confine imports: compiled beforehand, because a host's sandbox may keep the cache folder read-only.
COMPILED = (
    "*.py confinement/**/*.py boundary/*.py messages/__init__.py messages/catalog.py messages/confine.py "
    "session/__init__.py session/keys.py session/layout.py session/sealed.py session/tickets.py "
    "session/bytecode.py session/confined_lock.py session/guarded.py session/markers.py session/report.py "
    "wire/__init__.py wire/fastjson.py wire/rewrite.py"
)
# And what that imports of the standard library: an interpreter with a cache folder of its own looks nowhere else.
STANDARD = ("__future__", "encodings", "encodings.aliases", "encodings.utf_8", "struct")

_TEXT = """#!/bin/sh
# Harness: harness-confine N -- COMMAND runs the approved command number N inside the kernel boundary.
if ! [ -x {python} ]; then
    echo {gone} >&2
    exit 125
fi
exec {python} -I -S -X utf8 -X pycache_prefix={cache} {entry} {data} "$@"
"""


def script_path(data: str) -> str:
    return f"{data}/bin/harness-confine"


def script_text(data: str, plugin_root: str, python: str) -> str:
    """All absolute. ValueError for a path that cannot stand in a line of shell."""
    if any(not path.startswith("/") or "\n" in path for path in (data, plugin_root, python)):
        raise ValueError("not an absolute path of one line")
    return _TEXT.format(
        gone=quote(PYTHON_GONE),
        python=quote(python),
        cache=quote(f"{data}/pycache"),
        entry=quote(f"{plugin_root}/{ENTRY}"),
        data=quote(data),
    )


def install_script(data: str, plugin_root: str, python: str = sys.executable) -> str:
    """Write the script unless it stands there already; returns its path. Raises OSError, ValueError."""
    path = Path(script_path(data))
    raw = script_text(data, plugin_root, python).encode("utf-8")
    if not _stands(path, raw):
        make_private_folder(path.parent)
        replace_file(path, raw, MODE)
    compile_modules(data, plugin_root)
    return str(path)


def _stands(path: Path, raw: bytes) -> bool:
    try:
        return not path.is_symlink() and path.stat().st_mode & 0o777 == MODE and path.read_bytes() == raw
    except OSError:
        return False


def compile_modules(data: str, plugin_root: str) -> None:
    """Leave bytecode below `pycache` for what has none or old one. A failure costs time at each start, no more."""
    import py_compile
    from importlib.util import cache_from_source

    own, sys.pycache_prefix = sys.pycache_prefix, f"{data}/pycache"
    try:
        for source in _sources(plugin_root):
            cached = cache_from_source(str(source))
            if not _is_fresh(cached, source):
                py_compile.compile(str(source), cached, quiet=2)
    except OSError:
        return
    finally:
        sys.pycache_prefix = own


def _sources(plugin_root: str) -> Iterator[Path]:
    from importlib.util import find_spec

    for glob in COMPILED.split():
        yield from Path(plugin_root, "harness_runtime").glob(glob)
    for name in STANDARD:
        spec = find_spec(name)
        if spec is not None and spec.origin and spec.origin.endswith(".py"):
            yield Path(spec.origin)


def _is_fresh(cached: str, source: Path) -> bool:
    """Python compares the second; here a newer file is enough."""
    try:
        return os.stat(cached).st_mtime >= source.stat().st_mtime and is_whole(cached)
    except OSError:
        return False
