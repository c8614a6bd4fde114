"""The published JSON Schemas of both files: `python -m harness_runtime.settings.schemas FOLDER` writes them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from harness_runtime.settings.config import Config
from harness_runtime.settings.guard import Guard

SCHEMAS: dict[str, type[BaseModel]] = {"guard": Guard, "config": Config}


def schema(name: str) -> dict[str, Any]:
    body = SCHEMAS[name].model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


def write_schemas(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCHEMAS:
        (folder / f"{name}.json").write_text(json.dumps(schema(name), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
