"""Whatever an agent writes, a reader answers with the artifact or with faults; never with an exception."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.handoff import handoff_faults
from harness_runtime.artifacts.repair import read_repair
from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.messages.faults import fault_line
from tests.artifacts.test_repair import SOURCE, block, repair
from tests.artifacts.texts import READERS
from tests.support.artifacts import completion, review, small_plan, summary, tiny_completion, tiny_plan

EVERY_READER = READERS | {
    "repair_plan": lambda canonical: read_repair(canonical, SOURCE),
    "handoff": handoff_faults,
}
VALID = [tiny_plan(), small_plan(), repair(block()), summary(), review(), completion(), tiny_completion()]
SNIPPETS = [
    "\n", "\n\n", "## ", "# ", "```", "```harness-policy\n", "|", "| a | b |\n|---|---|\n", "> ", "- ", "    ", "\t",
    "<b>", "<!--", "[x]: /y", "\\", "\u200b", "\ufe0f", "가", "\x00", "&#0;", "{", "}", '"', "[", "]", ",", "\\u0041",
    "null", "Proceed with this Plan? [y/N]", "## Status", "completed", "y", "===", "---", "[" * 40, "1e999", "\r",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid artifact with a few cuts and insertions."""
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 40))
        text = text[:start] + draw(st.sampled_from(SNIPPETS) | st.text(max_size=8)) + text[start + cut :]
    return text


def check(canonical: bytes) -> None:
    for name, read in EVERY_READER.items():
        answer = read(canonical)
        value, faults = answer if isinstance(answer, tuple) else ("", answer)
        assert isinstance(faults, list) and (value is None) == (bool(faults) and value != ""), name
        for fault in faults:
            assert isinstance(fault, Fault)
            for language in LANGUAGES:
                assert "\n" not in fault_line(language, fault.section, fault.code, fault.detail)


@settings(deadline=None)
@given(st.text())
def test_any_text(text: str) -> None:
    check(canonical_bytes(text.encode("utf-8", "ignore").decode()))


@settings(deadline=None)
@given(mutated())
def test_mutated_artifacts(text: str) -> None:
    check(canonical_bytes(text.encode("utf-8", "ignore").decode()))


@settings(deadline=None)
@given(st.binary())
def test_any_bytes(canonical: bytes) -> None:
    check(canonical)
