"""The published JSON Schemas: `python -m harness_runtime.guides.schemas FOLDER` writes them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from harness_runtime.guides.document import HarnessFile
from harness_runtime.guides.history import PastResult
from harness_runtime.guides.record import ResultRecord
from harness_runtime.guides.trust import TrustRecord

SCHEMAS: dict[str, type[BaseModel]] = {
    "harness-toml": HarnessFile,
    "sensor-results": ResultRecord,
    "audit-history": PastResult,
    "trust-record": TrustRecord,
}


def schema(name: str) -> dict[str, Any]:
    body = SCHEMAS[name].model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


def write_schemas(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCHEMAS:
        (folder / f"{name}.json").write_text(json.dumps(schema(name), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
