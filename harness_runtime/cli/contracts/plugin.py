"""What `install`, `upgrade`, `uninstall`, `doctor`, `loading` and `schema` print, as models."""

from __future__ import annotations

from typing import Literal

from harness_runtime.cli.contracts.base import Answer, Printed


class Check(Printed):
    name: str
    status: Literal["ok", "warning", "error"]
    detail: str
    mend: str


class Checks(Answer):
    """`install`, `uninstall` and `doctor`."""

    checks: list[Check]


class Files(Answer):
    """`loading`: relative to the plugin's root."""

    files: list[str]


class SchemaNames(Answer):
    """`schema` without a name."""

    schemas: list[str]
