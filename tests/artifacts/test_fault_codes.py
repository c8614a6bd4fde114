"""Every fault that the code can raise has a sentence, and every sentence a fault; each is told in one short line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.messages.faults import FAULTS, fault_line

ROOT = Path(__file__).resolve().parents[2] / "harness_runtime"
SOURCES = sorted([*ROOT.glob("artifacts/*.py"), *ROOT.glob("events/**/*.py")])
# Functions that hand a code on: their callers' constants, or what they return, are the codes.
TAKES_CODE = {"_word": 2}
RETURNS_CODE = {"_place_code", "_place_fault", "_code"}


def codes_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Constants that become the code of a Fault: its second argument, what feeds it, what returns it."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Fault"), args=[_, code, *_]):
                yield from _constants(code)
            case ast.Call(func=ast.Name(id=name), args=args) if name in TAKES_CODE:
                yield from _constants(args[TAKES_CODE[name]])
            case ast.AnnAssign(target=ast.Name(id="KINDS"), value=ast.Dict(values=values)):
                for value in values:
                    yield from _constants(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="KINDS")), args=[_, otherwise]):
                yield from _constants(otherwise)
            case ast.FunctionDef(name=name) if name in RETURNS_CODE:
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value is not None:
                        yield from _constants(inner.value)


def _constants(node: ast.expr) -> Iterator[tuple[str, int]]:
    match node:
        case ast.Constant(value=str(code)):
            if code:
                yield code, node.lineno
        case ast.IfExp(body=body, orelse=orelse):
            yield from _constants(body)
            yield from _constants(orelse)


RAISED = {
    code: f"{path.relative_to(ROOT)}:{line}"
    for path in SOURCES
    for code, line in codes_in(ast.parse(path.read_text("utf-8")))
}


@pytest.mark.parametrize("code", sorted(RAISED))
def test_a_fault_has_its_sentence(code: str) -> None:
    assert code in FAULTS, RAISED[code]


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_a_sentence_has_its_fault(code: str) -> None:
    assert code in RAISED, "no code raises it: drop the sentence, or teach this test how the code is made"


LONG = ["x" * 60_000, "가" * 20_000, "a b " * 9000, "🙂" * 5000]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(FAULTS))
def test_a_fault_is_told_in_one_short_line(code: str, language: str) -> None:
    for detail in ("", "x", "a\nb\r\nc\u2028d", *LONG):
        line = fault_line(language, "Blockers / Residual Risks", code, detail)
        assert line.startswith("Blockers / Residual Risks: ")
        assert len(line.splitlines()) == 1
        assert len(line.encode()) < 800


def test_a_long_detail_shows_both_its_ends() -> None:
    line = fault_line("en", "", "path_form", "begin" + "x" * 5000 + "end")
    assert "begin" in line and line.endswith("end") and "…" in line


def test_a_short_detail_is_told_whole() -> None:
    assert (
        fault_line("en", "Status", "policy_not_list", "deltas.scope") == "Status: must be a list ([…]): deltas.scope"
    )


def test_a_fault_of_the_whole_text_names_no_section() -> None:
    assert fault_line("en", "", "link_references", "") == FAULTS["link_references"]["en"]
