"""The published JSON Schemas: `python -m harness_runtime.guides.schemas FOLDER` writes them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from harness_runtime.guides.document import HarnessFile
from harness_runtime.guides.history import PastResult
from harness_runtime.guides.record import ResultRecord
from harness_runtime.guides.trust import TrustRecord
from harness_runtime.wire.published import json_schema, write_schemas

SCHEMAS: dict[str, type[BaseModel]] = {
    "harness-toml": HarnessFile,
    "sensor-results": ResultRecord,
    "audit-history": PastResult,
    "trust-record": TrustRecord,
}


def schema(name: str) -> dict[str, Any]:
    return json_schema(SCHEMAS[name], "validation")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]), {name: schema(name) for name in SCHEMAS})
