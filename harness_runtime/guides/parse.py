"""From the bytes of a harness file to its model: UTF-8, TOML, shape. Every fault of the shape is named at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from harness_runtime.guides.document import (
    CompletionPolicy,
    Defaults,
    EscalationRule,
    Guide,
    HarnessFile,
    Sensor,
    Workflow,
)
from harness_runtime.guides.fault import Fault, HarnessFault

FILE = ".o4/harness.toml"

TABLES: dict[str, type[BaseModel]] = {
    "defaults": Defaults,
    "guides": Guide,
    "sensors": Sensor,
    "workflows": Workflow,
    "completion_policies": CompletionPolicy,
    "escalation_rules": EscalationRule,
}

# What belongs at a key, as a sentence names it; "text" where nothing else is said.
EXPECTED = {
    "defaults": "table",
    **dict.fromkeys(set(TABLES) - {"defaults"}, "tables"),
    "max_sensor_retries": "count",
    "priority": "number",
    "timeout_secs": "seconds",
    **dict.fromkeys(("applies_to", "paths", "exclude_paths", "task_types", "required_validation_steps"), "texts"),
    **dict.fromkeys(("required", "blocking", "auto"), "flag"),
    **dict.fromkeys((key for key in CompletionPolicy.model_fields if key.startswith("require_")), "flag"),
}
LISTS_OF_A_WORKFLOW = ("guides", "sensors")


def parse(raw: bytes) -> HarnessFile:
    """The file's model. Raises HarnessFault."""
    return shape(read_toml(raw))


def read_toml(raw: bytes) -> dict[str, Any]:
    """The file's tables as they stand there. Raises HarnessFault."""
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise HarnessFault(FILE, [Fault("encoding", fields={"offset": str(error.start)})]) from None
    except tomllib.TOMLDecodeError as error:
        raise HarnessFault(FILE, [Fault("toml", fields={"detail": str(error)})]) from None
    except RecursionError:
        raise HarnessFault(FILE, [Fault("toml", fields={"detail": "nesting"})]) from None
    except ValueError:  # an integer of thousands of digits
        raise HarnessFault(FILE, [Fault("toml", fields={"detail": "number"})]) from None


def shape(tables: dict[str, Any]) -> HarnessFile:
    """Raises HarnessFault."""
    try:
        return HarnessFile.model_validate(tables)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
    faults = [_fault(entry["loc"], entry["type"]) for entry in found]
    raise HarnessFault(FILE, list({fault.subject: fault for fault in faults}.values()))


def unknown_keys(tables: dict[str, Any]) -> Iterator[str]:
    """Where the file has keys that nothing reads: `sensors[0].blockng`."""
    for name, value in tables.items():
        if name not in TABLES:
            yield name
            continue
        entries = value if isinstance(value, list) else [value]
        for position, entry in enumerate(entries):
            place = f"{name}[{position}]" if isinstance(value, list) else name
            yield from (f"{place}.{key}" for key in entry if key not in TABLES[name].model_fields)


def _fault(place: Sequence[int | str], kind: str) -> Fault:
    parts = [part for part in place if part not in ("int", "float")]  # how pydantic names the forms of a number
    code = "missing" if kind == "missing" else "expected"
    return Fault(code, _where(parts), {"expected": _kind(parts)})


def _kind(parts: Sequence[int | str]) -> str:
    """What belongs at the innermost key; in a list of texts, a text."""
    if not isinstance(parts[-1], str):
        return "table" if len(parts) == 2 else "text"
    if parts[0] == "workflows" and parts[-1] in LISTS_OF_A_WORKFLOW:
        return "texts"
    return EXPECTED.get(parts[-1], "text")


def _where(parts: Sequence[int | str]) -> str:
    """`sensors[0].command`"""
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
