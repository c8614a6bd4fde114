"""The libraries of the cold path, as requirements (a test keeps them equal to pyproject.toml), and how the big ones
are imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

LIBRARIES = ("click>=8.1", "filelock>=3.13", "markdown-it-py>=3.0", "pydantic>=2.7", "rich>=13.7")


@contextmanager
def as_installed() -> Iterator[None]:
    """Imports in here use the bytecode that a library's installation left: the launcher's cache folder is for our own
    modules."""
    ours, sys.pycache_prefix = sys.pycache_prefix, None
    try:
        yield
    finally:
        sys.pycache_prefix = ours
