"""JSON Schemas of models, and the files that publish them; which models those are, each room says. Cold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

Mode = Literal["validation", "serialization"]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Model(Protocol):
    """A pydantic model; this room knows no libraries."""

    @classmethod
    def model_json_schema(cls, *, mode: Mode) -> dict[str, Any]: ...


def json_schema(model: type[Model], mode: Mode) -> dict[str, Any]:
    """`validation`: what a reader takes. `serialization`: what a writer leaves, every key there."""
    return {"$schema": DIALECT, **model.model_json_schema(mode=mode)}


def write_schemas(folder: Path, schemas: Mapping[str, Mapping[str, Any]]) -> None:
    """One file a name. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in schemas.items():
        (folder / f"{name}.json").write_text(json.dumps(body, indent=2) + "\n", "utf-8")
