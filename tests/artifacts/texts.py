"""Valid artifacts to be changed where a test wants a fault, and how tests read the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.document import Document, check_sections, read_document
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.kinds import BY_NAME
from harness_runtime.artifacts.plan import read_plan
from harness_runtime.artifacts.report import read_completion, read_review, read_summary

READERS: dict[str, Callable[[bytes], object]] = {
    "plan": read_plan,
    "implementation_summary": read_summary,
    "clean_context_review": read_review,
    "completion_report": lambda canonical: read_completion(canonical, tiny=False),
    "tiny_completion_report": lambda canonical: read_completion(canonical, tiny=True),
}


def changed(text: str, old: str, new: str) -> str:
    """`text` with its only `old` replaced: a test that changes nothing, or too much, tests nothing."""
    assert text.count(old) == 1, f"{text.count(old)} times: {old!r}"
    return text.replace(old, new)


def codes(faults: Iterable[Fault]) -> list[str]:
    return [fault.code for fault in faults]


def found(faults: Iterable[Fault]) -> list[tuple[str, str]]:
    return [(fault.section, fault.code) for fault in faults]


def document(text: str) -> Document:
    read, _ = read_document(canonical_bytes(text))
    assert read is not None
    return read


def document_faults(text: str) -> list[str]:
    return codes(read_document(canonical_bytes(text))[1])


def section_faults(text: str, kind: str) -> list[tuple[str, str]]:
    return found(check_sections(document(text), BY_NAME[kind], BY_NAME[kind].sections))


def plan_faults(text: str) -> list[tuple[str, str]]:
    plan, faults = read_plan(canonical_bytes(text))
    assert (plan is None) == bool(faults)
    return found(faults)


def completion_faults(text: str, *, tiny: bool = False) -> list[tuple[str, str]]:
    report, faults = read_completion(canonical_bytes(text), tiny=tiny)
    assert (report is None) == bool(faults)
    return found(faults)
