"""The published JSON Schemas of the settings: `python -m harness_runtime.settings.schemas FOLDER` writes them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from harness_runtime.settings.config import Config
from harness_runtime.settings.guard import Guard
from harness_runtime.settings.trusted import GuardTrust
from harness_runtime.wire.published import json_schema, write_schemas

SCHEMAS: dict[str, type[BaseModel]] = {"guard": Guard, "config": Config, "guard-trust": GuardTrust}


def schema(name: str) -> dict[str, Any]:
    return json_schema(SCHEMAS[name], "validation")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]), {name: schema(name) for name in SCHEMAS})
