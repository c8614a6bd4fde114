"""Globs of changed files: what is one, and what it matches."""

from __future__ import annotations

import pytest

from harness_runtime.guides.globs import InvalidGlob, check_glob, glob_matches


@pytest.mark.parametrize(
    ("glob", "reason"),
    [
        ("", "glob_empty"),
        ("src/[a", "glob_class"),
        ("[]", "glob_class"),
        ("[z-a]", "glob_class"),
        ("a**", "glob_depth"),
        ("**b", "glob_depth"),
        ("a/***", "glob_depth"),
        ("{a,**}", "glob_depth"),
        ("{a,b", "glob_braces"),
        ("{a,{b,c}}", "glob_braces"),
        ("a\\", "glob_escape"),
    ],
)
def test_these_are_no_globs(glob: str, reason: str) -> None:
    with pytest.raises(InvalidGlob, match=reason):
        check_glob(glob)


@pytest.mark.parametrize(
    ("glob", "yes", "no"),
    [
        ("src/app.py", ["src/app.py"], ["src/app.pyc", "a/src/app.py", "SRC/app.py"]),
        ("*.py", ["a.py", ".py"], ["src/a.py"]),
        ("**/*.py", ["a.py", "src/a.py", "a/b/c.py"], ["a.pyc"]),
        ("src/**", ["src/a", "src/a/b"], ["src", "srcs/a"]),
        ("src/**/test_*.py", ["src/test_a.py", "src/x/y/test_a.py"], ["src/a.py"]),
        ("**", ["a", "a/b"], []),
        ("a?c", ["abc"], ["ac", "a/c"]),
        ("[a-c]x", ["bx"], ["dx", "-x"]),
        ("[!a-c]x", ["dx"], ["bx", "/x"]),
        ("[]]x", ["]x"], ["x"]),
        ("[*?]", ["*"], ["a"]),
        ("*.{ts,tsx}", ["a.ts", "a.tsx"], ["a.t", "a.{ts,tsx}"]),
        ("a\\*b", ["a*b"], ["axb"]),
        ("a.b", ["a.b"], ["axb"]),
        ("a}b,c", ["a}b,c"], []),
    ],
)
def test_what_a_glob_matches(glob: str, yes: list[str], no: list[str]) -> None:
    assert [path for path in yes if not glob_matches(glob, path)] == []
    assert [path for path in no if glob_matches(glob, path)] == []
