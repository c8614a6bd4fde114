"""What the repository's text keeps to: no place of its making, a first line a module, modules of a readable size."""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SKIPPED = {
    ".git",
    ".venv",
    ".hosts",
    ".pytest_cache",
    ".hypothesis",
    ".mypy_cache",
    ".ruff_cache",
    "__pycache__",
    "node_modules",
    "dist",
    "build",
}
PRODUCT = "harness_runtime/"
MAX_LINES = 400
EXECUTABLES = sorted(path for path in (ROOT / "hooks").iterdir() if path.read_bytes().startswith(b'"""'))


@cache
def texts() -> dict[str, str]:
    """Every file of the repository that is text, by its path in it; bytes that are no UTF-8 replaced."""
    found = {}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - SKIPPED)
        for path in (Path(folder) / name for name in sorted(files)):
            if path.is_file() and not path.is_symlink() and b"\x00" not in (raw := path.read_bytes()):
                found[path.relative_to(ROOT).as_posix()] = raw.decode("utf-8", "replace")
    return found


def modules(folder: str = "") -> dict[str, str]:
    return {name: text for name, text in texts().items() if name.startswith(folder) and name.endswith(".py")}


# `¦` stands for nothing: without it this file would hold what it looks for.
MADE_HERE = {
    "a working folder": r"(?<![\w.)~/])/wo¦rk(?![\w-])",
    "a note of the makers": r"sh¦ared/(seeds|design|facts)|see¦ds/\d|\b(ga¦tes|qual¦ity|pack¦aging)\.md|SP¦EC\.md",
    "a home folder": r"/(ho¦me|Us¦ers)/(?!some|user|dev\b|me\b|you\b|alice)\w|(?<!self)/ro¦ot/[\w.-]+/",
    "a temporary folder": r"/t¦mp/(hosts|spec|mine|bash_jobs)",
    "a package registry": r"py¦pi\.org|python¦hosted\.org|registry\.np¦mjs|proxy\.go¦lang",
    "a number of the makers' list": r"\bis¦sues? #?\d+|\(#\d+\)",
}


@pytest.mark.parametrize("what", MADE_HERE)
def test_no_text_names_the_place_it_was_made(what: str) -> None:
    pattern = re.compile(MADE_HERE[what].replace("¦", ""))
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


def test_a_module_says_its_subject_in_its_first_line() -> None:
    def said(name: str, text: str) -> bool:
        folder, _, file = name.rpartition("/")
        if file == "__init__.py" and not text.strip():
            return f"{folder}/".startswith("tests/") or folder in ("bench", "demo")
        return 10 <= len((ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]) <= 118

    assert [name for name, text in modules().items() if not said(name, text)] == []


def test_a_module_of_the_product_is_short() -> None:
    lines = {name: len(text.splitlines()) for name, text in modules(PRODUCT).items()}
    assert {name: count for name, count in lines.items() if count > MAX_LINES} == {}


@pytest.mark.parametrize("path", EXECUTABLES, ids=lambda path: path.name)
def test_a_hook_executable_is_a_door_and_nothing_else(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    code = [node for node in tree.body if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    assert ast.get_docstring(tree) and code == []
    assert path.stat().st_mode & 0o111 == 0o111 or not path.stat().st_mode & 0o111


# Cold code, and what brings it: the door of a hook may name none of it at its top
COLD = {"json", "re", "typing", "pathlib", "dataclasses", "enum", "pydantic", "filelock", "markdown_it", "importlib"}

HOT_DOORS = {"events.armed", "events.guides.rim", "events.post_tool_use", "events.pre_tool_use"}


@pytest.mark.parametrize("path", EXECUTABLES, ids=lambda path: path.name)
def test_the_door_of_a_hook_imports_no_cold_code(path: Path) -> None:
    room = "confinement/command" if path.name == "confine" else f"events/{path.name}"
    door = ROOT / f"harness_runtime/{room}.py"
    tree = ast.parse(door.read_text("utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in top if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in names} & COLD
    rooms = {name.removeprefix("harness_runtime.") for name in names if name.startswith("harness_runtime.")}
    assert not {room for room in rooms if room.startswith("events.")} - HOT_DOORS


def test_product_code_says_nothing_to_a_person_outside_messages() -> None:
    answers = re.compile(r"\"(취소|중단|네|예|아니오|아니요|수정|다시 계획)\"")
    code = {name: text for name, text in modules(PRODUCT).items() if not name.startswith(f"{PRODUCT}messages/")}
    assert [name for name, text in code.items() if re.search("[가-힣]", answers.sub("", text))] == []


def test_a_text_ends_its_lines_plainly() -> None:
    assert [name for name, text in texts().items() if "\r" in text or (text and not text.endswith("\n"))] == []
