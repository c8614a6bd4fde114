"""Base of what `harness-state --json` prints, and how it is printed."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import BaseModel, ConfigDict


class Printed(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, json_schema_serialization_defaults_required=True
    )


class Answer(Printed):
    """Top level of every answer."""

    schema_version: Literal[1] = 1


def to_json(answer: Answer) -> str:
    """ASCII only, so that neither a terminal nor an encoding can be led astray by what a model wrote."""
    return json.dumps(answer.model_dump(by_alias=True), indent=2)


def to_line(answer: Answer) -> str:
    """The same on one line."""
    return json.dumps(answer.model_dump(by_alias=True))
