"""Whether a person trusted the project's guard.json as it stands: then its chains and the commands in it count.

Trust is in bytes, of one workspace, in one file below `<data>/trust/`. Restrictions need none: they only take away.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness_runtime.session.files import make_private_folder, replace_file
from harness_runtime.session.layout import folder_name
from harness_runtime.session.sealed import read_file
from harness_runtime.session.store import now

MAX_RECORD = 64 * 1024


class GuardTrust(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    schema_version: Literal[1] = 1
    workspace_root: str = Field(description="absolute, resolved")
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] = Field(description="of `.harness/guard.json`")
    at: str = Field(description="ISO 8601, UTC")


def trust_path(data: Path | str, root: Path | str) -> Path:
    return Path(data) / "trust" / f"{folder_name(os.path.realpath(root))}.guard.json"


def trusted_hash(data: Path | str, root: Path | str) -> str | None:
    """SHA-256 of the guard.json that is trusted here; None for nothing, and for a record that is not whole or
    another workspace's."""
    try:
        record = GuardTrust.model_validate_json(read_file(str(trust_path(data, root)), MAX_RECORD))
    except (OSError, ValueError, ValidationError):
        return None
    return record.sha256 if record.workspace_root == os.path.realpath(root) else None


def is_trusted(data: Path | str, root: Path | str, sha256: str) -> bool:
    """`sha256`: of the file's bytes as they were read."""
    return trusted_hash(data, root) == sha256


def trust_guard(data: Path | str, root: Path | str, sha256: str) -> None:
    """Replaces what was trusted there before. Raises OSError."""
    record = GuardTrust(workspace_root=os.path.realpath(root), sha256=sha256, at=now())
    path = trust_path(data, root)
    make_private_folder(path.parent)
    replace_file(path, record.model_dump_json(indent=2).encode("utf-8") + b"\n")


def untrust_guard(data: Path | str, root: Path | str) -> bool:
    """False when there was none. Raises OSError."""
    path = trust_path(data, root)
    found = path.exists()
    path.unlink(missing_ok=True)
    return found
