"""Faults as lines to say and to record: all of them while they are few, a number for the rest."""

from __future__ import annotations

from collections.abc import Sequence

from harness_runtime.artifacts.fault import Fault
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.faults import fault_line
from harness_runtime.messages.gates import GATES

MOST = 20


def fault_lines(language: str, faults: Sequence[Fault]) -> list[str]:
    lines = [fault_line(language, fault.section, fault.code, fault.detail) for fault in faults[:MOST]]
    if len(faults) > MOST:
        lines.append(sentence(GATES, language, "more_faults", count=len(faults) - MOST))
    return lines
