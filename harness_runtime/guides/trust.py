"""Which content a person trusted in which workspace: one file a workspace below `<data>/trust/`.

Trust is in bytes: of the harness file, and of every guide file that it names. Another byte is not trusted.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness_runtime.session.files import make_private_folder, replace_file
from harness_runtime.session.layout import folder_name
from harness_runtime.session.sealed import read_file
from harness_runtime.session.store import now

MAX_RECORD = 4 * 1024 * 1024
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class Trusted:
    """SHA-256 of the harness file, and of each guide file by the path that the harness file names it with."""

    sha256: str
    guides: Mapping[str, str]


class TrustRecord(BaseModel):
    """One file below `<data>/trust/`."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    schema_version: Literal[1] = 1
    workspace_root: str = Field(description="absolute, resolved")
    sha256: Sha256 = Field(description="of `.o4/harness.toml`")
    guides: dict[str, Sha256] = Field(description="of each guide file, by its path in the harness file")
    at: str = Field(description="ISO 8601, UTC")


def trust_path(data: Path, project: Path) -> Path:
    return data / "trust" / f"{folder_name(os.path.realpath(project))}.json"


def read_trust(data: Path, project: Path) -> Trusted | None:
    """What is trusted in this workspace; None for nothing, and for a record that is not whole or another's."""
    try:
        record = TrustRecord.model_validate_json(read_file(str(trust_path(data, project)), MAX_RECORD))
    except (OSError, ValueError, ValidationError):
        return None
    return Trusted(record.sha256, record.guides) if record.workspace_root == os.path.realpath(project) else None


def give_trust(data: Path, project: Path, trusted: Trusted) -> None:
    """Replaces what was trusted there before. Raises OSError."""
    record = TrustRecord(
        workspace_root=os.path.realpath(project), sha256=trusted.sha256, guides=dict(trusted.guides), at=now()
    )
    path = trust_path(data, project)
    make_private_folder(path.parent)
    replace_file(path, record.model_dump_json(indent=2).encode("utf-8") + b"\n")


def take_trust(data: Path, project: Path) -> bool:
    """False when there was none. Raises OSError."""
    path = trust_path(data, project)
    found = path.exists()
    path.unlink(missing_ok=True)
    with suppress(OSError):  # not empty, or not there
        path.parent.rmdir()
    return found
