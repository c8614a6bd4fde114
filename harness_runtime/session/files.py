"""Writing to disk so that a kill at any instant leaves the old content or the new, never a mixture. Cold.

Not promised: protection from a process of the same user that rewrites the data folder on purpose.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from harness_runtime.session import failpoints

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


def make_private_folder(folder: Path) -> None:
    """Create the folder and its missing parents, mode 0700."""
    if folder.is_dir():
        return
    make_private_folder(folder.parent)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def replace_file(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Publish `data` under `path`: temporary file beside it, fsync, rename, fsync of the folder."""
    temporary = path.parent / f".{path.name}.{secrets.token_hex(8)}.tmp"
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            failpoints.reach("temporary_written")
            os.fsync(file.fileno())
        failpoints.reach("temporary_synced")
        temporary.rename(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    failpoints.reach("renamed")
    sync_folder(path.parent)


def discard(path: str) -> None:
    """Take away what stands under this name; a folder, which none of ours is, is moved aside. Raises OSError."""
    try:
        os.unlink(path)
    except (IsADirectoryError, PermissionError):  # macOS says the latter of a folder
        if os.path.islink(path) or not os.path.isdir(path):
            raise
        os.rename(path, f"{path}.{secrets.token_hex(8)}.aside")


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
