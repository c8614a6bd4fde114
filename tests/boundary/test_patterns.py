"""The glob matcher, and that it agrees with a slow one that tries everything."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.patterns import first_match, first_rule, is_literal, matches

ROWS = [
    ("src/a.py", "src/a.py", True),
    ("src/a.py", "src/A.py", False),
    ("src/*", "src/a", True),
    ("src/*", "src/.hidden", True),
    ("src/*", "src/a/b", False),
    ("src/*", "src", False),
    ("src/**", "src/a", True),
    ("src/**", "src/a/b/c", True),
    ("src/**", "src", False),
    ("src/**", "srcs/a", False),
    ("**", "a/b", True),
    ("**/a", "a", True),
    ("**/a", "x/y/a", True),
    ("**/a", "x/y/b", False),
    ("a/**/b", "a/b", True),
    ("a/**/b", "a/x/y/b", True),
    ("a/**/b/**", "a/b", False),
    ("a/**/b/**", "a/x/b/c", True),
    ("**/**", "a", True),
    ("**/*", "a", True),
    ("?", "a", True),
    ("?", "ab", False),
    ("?", "", False),
    ("a?c", "a/c", False),
    ("a*c", "a/c", False),
    ("*.py", "a.py", True),
    ("*.py", ".py", True),
    ("*.py", "a.pyc", False),
    ("a**b", "axxb", True),
    ("a**b", "a/b", False),
    ("[ab]", "a", False),
    ("[ab]", "[ab]", True),
    ("{a,b}", "a", False),
    ("a.c", "abc", False),
    ("\\*", "*", False),
    ("한*", "한글", True),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), ROWS)
def test_rows(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected


def brute(pattern: str, path: str) -> bool:
    """The definition, by trying every split."""

    @cache
    def names(p: str, n: str) -> bool:
        if not p:
            return not n
        if p[0] == "*":
            return names(p[1:], n) or (bool(n) and names(p, n[1:]))
        return bool(n) and p[0] in ("?", n[0]) and names(p[1:], n[1:])

    @cache
    def segments(p: tuple[str, ...], s: tuple[str, ...]) -> bool:
        if not p:
            return not s
        if p[0] == "**":
            if len(p) == 1:
                return bool(s)
            return segments(p[1:], s) or (bool(s) and segments(p, s[1:]))
        return bool(s) and names(p[0], s[0]) and segments(p[1:], s[1:])

    return segments(tuple(pattern.split("/")), tuple(path.split("/")))


_SEGMENT = st.text("ab*?", min_size=1, max_size=4) | st.just("**")
_NAME = st.text("ab", min_size=1, max_size=4)


@settings(max_examples=1500, deadline=None)
@given(st.lists(_SEGMENT, min_size=1, max_size=5), st.lists(_NAME, min_size=1, max_size=6))
def test_it_agrees_with_the_definition(pattern: list[str], path: list[str]) -> None:
    glob, name = "/".join(pattern), "/".join(path)
    assert matches(glob, name) is brute(glob, name)


def test_many_stars_stay_cheap() -> None:
    assert not matches("*a" * 2000 + "b", "a" * 4000)
    assert not matches("**/a/" * 300 + "b", "a/" * 600 + "c")


def test_the_first_covering_pattern_is_named() -> None:
    assert first_match(["x", "src/**", "src/a"], "src/a") == "src/**"
    assert first_match([], "src/a") == ""


def test_a_literal_has_no_wildcard() -> None:
    assert is_literal("a/b.md")
    assert not is_literal("a/*.md")
    assert not is_literal("a?")


RULES = [
    ("vault/**", "Vault/key", True),
    ("Vault/**", "vault/KEY", True),
    ("vault/**", "vault./key ", True),
    ("vault/**", "vaults/key", False),
    ("*.Secret", "a/b.secret", False),
    ("**/*.Secret", "a/b.sECRET.", True),
    ("geheim/Stra\u00dfe", "GEHEIM/STRASSE", True),
    ("caf\u00e9/x", "cafe\u0301/x", True),
    ("cafe\u0301/?", "CAF\u00c9/\u00e9", True),
    ("?", "\u00df", True),
    ("*.", "a.", True),
    ("*.", "a", False),
    ("a?. ", "ab", False),
    ("a.", "A", True),
    ("..", "a", False),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), RULES)
def test_a_rule_holds_however_it_is_spelled(pattern: str, path: str, expected: bool) -> None:
    assert first_rule([pattern], path) == (pattern if expected else "")


@settings(max_examples=500, deadline=None)
@given(st.lists(_SEGMENT, min_size=1, max_size=4), st.lists(_NAME, min_size=1, max_size=4))
def test_a_rule_covers_what_its_pattern_covers_in_any_case(pattern: list[str], path: list[str]) -> None:
    glob, name = "/".join(pattern), "/".join(path)
    expected = glob if matches(glob, name) else ""
    assert first_rule([glob], name.upper()) == first_rule([glob], name) == expected
    assert bool(first_rule([glob.upper()], name)) is bool(expected)
