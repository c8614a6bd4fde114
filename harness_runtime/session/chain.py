"""The chain that a person selected for a session, in chain.json, and the key that signs its stamps. Cold.

The selection and the key live here and nowhere else. Where the run stands is only a copy of what the transcript says,
kept so that a finished run is told from one that stands still: it loses every disagreement.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from harness_runtime.session.files import discard, make_private_folder, replace_file
from harness_runtime.session.layout import run_folder
from harness_runtime.session.sealed import read_file
from harness_runtime.session.state import Stored
from harness_runtime.session.store import StoreFault

CHAIN_FILE = "chain.json"
KEY_FILE = "key.chain"  # named so that the boundary takes it for the secret that it is
KEY_BYTES = 32
MAX_BYTES = 256 * 1024

ChainState = Literal["waiting", "running", "halted", "finished"]


class StoredPlace(Stored):
    run: int = Field(ge=1)
    stage: int = Field(ge=1)
    length: int = Field(ge=1)
    agent: str
    hops: int = Field(ge=0)
    budget: int = Field(ge=1)
    nudges: int = Field(ge=0)
    sequence: int = Field(ge=1)


class StoredChain(Stored):
    """`waiting`: selected, and no message has come since. `turn`: the turn that the person's last message opened, or
    a message of theirs in it. `brief`: what the present stage was told."""

    schema_version: Literal[1] = 1
    session_id: str
    chain: str
    source: Literal["person", "project", "built-in"]
    definition: str = Field(pattern=r"^[0-9a-f]{64}$")
    selection: str = Field(pattern=r"^[0-9a-f]{16}$")
    workspace_root: str
    selected_at: str
    state: ChainState = "waiting"
    halt: str = ""
    detail: str = ""
    place: StoredPlace | None = None
    last_run: int = 0
    last_sequence: int = 0
    turn: str = ""
    brief: str = ""
    updated_at: str = ""


def chain_path(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/{CHAIN_FILE}"


def key_path(data: str, session_id: str) -> str:
    return f"{run_folder(data, session_id)}/{KEY_FILE}"


def has_chain(data: str, session_id: str) -> bool:
    return os.path.lexists(chain_path(data, session_id))


def read_chain(data: str, session_id: str) -> StoredChain | None:
    """None when no chain is selected. Raises StoreFault("chain_unreadable") for a file that cannot be used."""
    return _read_chain(chain_path(data, session_id), session_id)


def take_over_chain(data: str, session_id: str, folder: Path) -> None:
    """The chain of this session, and the key of its stamps, from the folder of the session that was set aside. Under
    the session's lock. Raises StoreFault("chain_unreadable"), OSError."""
    chain = _read_chain(str(folder / CHAIN_FILE), session_id)
    key = _read_key(str(folder / KEY_FILE))
    if chain is None:
        raise StoreFault("chain_unreadable", str(folder / CHAIN_FILE))
    make_private_folder(Path(run_folder(data, session_id)))
    replace_file(Path(key_path(data, session_id)), key)
    write_chain(data, chain)


def _read_chain(path: str, session_id: str) -> StoredChain | None:
    try:
        found = StoredChain.model_validate_json(read_file(path, MAX_BYTES))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, ValidationError):
        raise StoreFault("chain_unreadable", path) from None
    if found.session_id != session_id:
        raise StoreFault("chain_unreadable", path)
    return found


def chain_name(data: str, session_id: str) -> str:
    """Of the selected chain; "" for none, and for one whose record cannot be used."""
    try:
        found = read_chain(data, session_id)
    except StoreFault:
        return ""
    return found.chain if found else ""


def write_chain(data: str, chain: StoredChain) -> None:
    """Under the session's lock. Raises OSError."""
    path = Path(chain_path(data, chain.session_id))
    make_private_folder(path.parent)
    replace_file(path, chain.model_dump_json().encode("utf-8") + b"\n")


def drop_chain(data: str, session_id: str) -> bool:
    """False when none was selected. Raises OSError."""
    try:
        discard(chain_path(data, session_id))
    except FileNotFoundError:
        return False
    return True


def make_chain_key(data: str, session_id: str) -> None:
    """Give the session a key unless it has one. Raises OSError."""
    path = Path(key_path(data, session_id))
    if os.path.lexists(path):
        return
    make_private_folder(path.parent)
    replace_file(path, os.urandom(KEY_BYTES))


def read_chain_key(data: str, session_id: str) -> bytes:
    """Raises StoreFault("chain_unreadable")."""
    return _read_key(key_path(data, session_id))


def _read_key(path: str) -> bytes:
    try:
        key = read_file(path, KEY_BYTES)
    except (OSError, ValueError):
        raise StoreFault("chain_unreadable", path) from None
    if len(key) != KEY_BYTES:
        raise StoreFault("chain_unreadable", path)
    return key
