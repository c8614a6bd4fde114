"""The key that signs a session's confined runs: 32 random bytes, new at every activation.

A new key makes whatever was signed for an earlier run worthless. The boundary lets no tool read these files, and
confinement hides the data folder.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import folder_name
from harness_runtime.session.sealed import SealedFault, read_file

KEY_BYTES = 32


def key_path(data: str, session_id: str) -> str:
    return f"{data}/keys/{folder_name(session_id)}"


def make_key(data: str, session_id: str) -> None:
    """Give the session a new key; whoever reads meanwhile gets the old one or the new one. Raises OSError."""
    os.makedirs(f"{data}/keys", mode=0o700, exist_ok=True)
    path = key_path(data, session_id)
    temporary = f"{path}.{os.urandom(8).hex()}.tmp"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            if os.write(handle, os.urandom(KEY_BYTES)) != KEY_BYTES:
                raise OSError("key written in part")
        finally:
            os.close(handle)
        os.rename(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise


def read_key(data: str, session_id: str) -> bytes:
    """Raises SealedFault: key_unreadable, also when there is none."""
    path = key_path(data, session_id)
    try:
        key = read_file(path, KEY_BYTES)
    except (OSError, ValueError) as error:
        raise SealedFault("key_unreadable", path) from error
    if len(key) != KEY_BYTES:
        raise SealedFault("key_unreadable", path)
    return key


def remove_key(data: str, session_id: str) -> None:
    try:
        os.unlink(key_path(data, session_id))
    except FileNotFoundError:  # never made, or removed meanwhile
        return
