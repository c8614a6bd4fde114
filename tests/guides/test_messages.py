"""Every code has its sentence and every sentence its code."""

from __future__ import annotations

import re
from pathlib import Path

from harness_runtime import guides
from harness_runtime.guides.document import CompletionPolicy
from harness_runtime.guides.escalation import CONDITIONS
from harness_runtime.guides.parse import EXPECTED as EXPECTATIONS
from harness_runtime.messages.guides import ESCALATIONS, EXPECTED, FAULTS, GLOBS, NOT_STARTED, POLICY

SOURCE = "".join(path.read_text("utf-8") for path in Path(guides.__file__).parent.rglob("*.py"))
USED = set(re.findall(r'"([a-z_]+)"', SOURCE))


def test_every_fault_is_used() -> None:
    built = {f"file_{code}" for code in re.findall(r'ReadFault\("([a-z_]+)"', SOURCE)}
    assert set(FAULTS) <= USED | built


def test_every_fault_that_is_made_has_its_sentence() -> None:
    made = set(re.findall(r'Fault\("([a-z_]+)"', re.sub(r'(Read|History)Fault\("[a-z_]+"', "", SOURCE)))
    assert made and made <= set(FAULTS)


def test_every_way_of_not_reading_a_file_has_its_sentence() -> None:
    assert {f"file_{code}" for code in re.findall(r'ReadFault\("([a-z_]+)"', SOURCE)} <= set(FAULTS)


def test_every_reason_of_a_glob_has_its_sentence() -> None:
    assert set(re.findall(r'InvalidGlob\("([a-z_]+)"', SOURCE)) == set(GLOBS)


def test_every_expectation_has_its_sentence() -> None:
    assert {*EXPECTATIONS.values(), "text"} == set(EXPECTED)


def test_every_reason_not_to_start_is_used() -> None:
    assert set(NOT_STARTED) <= USED | {"no_engine"}  # what confines is handed in


def test_every_condition_has_its_sentence() -> None:
    assert list(CONDITIONS) == list(ESCALATIONS)


def test_every_requirement_has_its_line() -> None:
    assert list(POLICY) == [key for key in CompletionPolicy.model_fields if key != "name"]
