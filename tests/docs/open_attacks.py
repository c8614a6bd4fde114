"""The open attacks of docs/threat-model.md, made from the strict expected failures below tests/attacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- open: made by `make docs` -->", "<!-- open end -->"


def page(present: str) -> str:
    """The page with its list made anew."""
    before, rest = present.split(BEGIN)
    rows = [f"| {reason} | `{test}` |" for test, reason in sorted(found())]
    table = (
        "\n".join(["| what succeeds | test |", "|---|---|", *rows])
        if rows
        else "None: each test below `tests/attacks` sees its attack fail."
    )
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}"


def found() -> Iterator[tuple[str, str]]:
    """Each test that is expected to fail, in whole or in part, with what succeeds there."""
    for path in sorted((ROOT / "tests/attacks").glob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        named = {
            target.id: reason
            for node in tree.body
            if isinstance(node, ast.Assign) and (reason := _reason(node.value))
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                reasons = [_reason(inner) or named.get(getattr(inner, "id", ""), "") for inner in _marks(node)]
                for reason in dict.fromkeys(filter(None, reasons)):
                    yield f"{path.relative_to(ROOT)}::{node.name}", reason.removeprefix("open: ")


def _marks(function: ast.FunctionDef) -> Iterator[ast.AST]:
    for decorator in function.decorator_list:
        yield from ast.walk(decorator)


def _reason(node: ast.AST) -> str:
    """The reason of `pytest.mark.xfail(…, reason="…")`, "" for anything else."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "xfail"):
        return ""
    texts = [word.value for word in node.keywords if word.arg == "reason"]
    return str(texts[0].value) if texts and isinstance(texts[0], ast.Constant) else ""
