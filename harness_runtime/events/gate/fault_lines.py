"""Faults as lines to say and to record: all of them while they are few, a number for the rest."""

from __future__ import annotations

from collections.abc import Sequence

from harness_runtime.artifacts.fault import Fault
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.faults import fault_line
from harness_runtime.messages.gates import GATES
from harness_runtime.settings.fault import shown

MOST = 20
FOR_THE_PERSON, LONGEST = 2, 200  # a host may show the person no other word of what the model is told


def fault_lines(language: str, faults: Sequence[Fault]) -> list[str]:
    lines = [fault_line(language, fault.section, fault.code, fault.detail) for fault in faults[:MOST]]
    if len(faults) > MOST:
        lines.append(sentence(GATES, language, "more_faults", count=len(faults) - MOST))
    return lines


def first_faults(language: str, faults: Sequence[Fault]) -> str:
    """The first ones as a short list that a terminal shows as it is."""
    lines = [
        shown(fault_line(language, fault.section, fault.code, fault.detail), LONGEST)
        for fault in faults[:FOR_THE_PERSON]
    ]
    if len(faults) > FOR_THE_PERSON:
        lines.append(sentence(GATES, language, "more_faults", count=len(faults) - FOR_THE_PERSON))
    return "\n".join(f"- {line}" for line in lines)
