"""Base of what `harness-state --json` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Printed(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, json_schema_serialization_defaults_required=True
    )


class Answer(Printed):
    """Top level of every answer."""

    schema_version: Literal[1] = 1
