"""The `## SubagentStop Summary` of a child's artifact (contract: Sub-agents)."""

from __future__ import annotations

from harness_runtime.artifacts.document import read_document
from harness_runtime.artifacts.fault import Fault

SECTION = "SubagentStop Summary"
FIELDS = ("Role", "Result", "Inputs", "Files changed", "Open points")


def handoff_faults(canonical: bytes) -> list[Fault]:
    """The section is there, with a line `Field: …` for each field; list marks and emphasis do not matter."""
    document, faults = read_document(canonical)
    if document is None:
        return faults
    section = document.section(SECTION) if document else None
    if section is None:
        return [Fault("", "handoff_missing")]
    lines = [line.strip().lstrip("-* ").replace("**", "").replace("`", "") for line in section.body.splitlines()]
    return [
        Fault(SECTION, "handoff_field", field) for field in FIELDS if not any(_says(line, field) for line in lines)
    ]


def _says(line: str, field: str) -> bool:
    name, colon, value = line.partition(":")
    return bool(colon and value.strip()) and name.strip().casefold() == field.casefold()
