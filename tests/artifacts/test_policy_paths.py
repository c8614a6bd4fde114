"""What a path of a policy may look like: each accepted and each refused form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.artifacts.policy_paths import MAX_PATH, MAX_SEGMENTS, has_wildcard, path_faults

ACCEPTED = [
    "a",
    "src/app.py",
    "src/**",
    "**",
    "**/*.py",
    "src/**/test_*.py",
    "src/?.py",
    "*",
    ".pytest_cache/**",
    ".github/workflows/ci.yml",
    "a b/c d.txt",
    "a/[x].py",
    "{a,b}.py",
    "src/앱.py",
    "src/café.py",
    "a..b/c",
    "...",
    "a~",
    "a/~b",
    "-x",
    "$HOME/x",
    "x" * MAX_PATH,
    "/".join("x" * MAX_SEGMENTS),
]
REFUSED = {
    "nothing": "",
    "absolute": "/etc/passwd",
    "absolute glob": "/**",
    "home": "~",
    "a path below home": "~/x",
    "another's home": "~root/x",
    "above": "..",
    "above, then down": "../x",
    "above in the middle": "src/../x",
    "above at the end": "src/..",
    "here": ".",
    "here, then down": "./src",
    "here in the middle": "src/./x",
    "an empty segment": "src//x",
    "a trailing slash": "src/",
    "only a slash": "/",
    "too deep": "/".join("x" * (MAX_SEGMENTS + 1)),
    "a backslash": "src\\x",
    "a Windows path": "C:\\x",
    "an escaped star": "src/\\*",
    "two stars inside a segment": "src/**.py",
    "two stars behind a name": "src/a**",
    "three stars": "***",
    "three stars in a segment": "src/***/x",
    "a blank in front": " src",
    "a blank behind": "src ",
    "only a blank": " ",
    "a wide blank behind": "src\u3000",
    "a tab": "a\tb",
    "a line end": "a\nb",
    "a carriage return": "a\rb",
    "NUL": "a\x00b",
    "delete": "a\x7fb",
    "escape": "a\x1bb",
    "blanks in a row": "src/a  b",
    "wide blanks in a row": "src/a\u3000\u3000b",
    "a mark of the gate": "src/x · network: none",
    "too long": "x" * (MAX_PATH + 1),
}


def codes(*patterns: str) -> list[str]:
    return [fault.code for fault in path_faults("Write Boundary", "allowed_write_paths", list(patterns))]


@pytest.mark.parametrize("pattern", ACCEPTED)
def test_accepted(pattern: str) -> None:
    assert codes(pattern) == []


@pytest.mark.parametrize("pattern", REFUSED.values(), ids=REFUSED.keys())
def test_refused(pattern: str) -> None:
    assert codes(pattern) == ["path_form"]


def test_a_repeated_path_is_named_once() -> None:
    assert codes("a", "b", "a", "a") == ["path_repeated"]


def test_every_refused_path_is_named() -> None:
    faults = path_faults("Write Boundary", "scratch_paths", ["ok", "/x", "../y"])
    assert [fault.detail for fault in faults] == ["scratch_paths: '/x'", "scratch_paths: '../y'"]


@pytest.mark.parametrize(
    ("pattern", "wild"), [("a", False), ("a*", True), ("**", True), ("a?", True), ("[a]", False), ("{a,b}", False)]
)
def test_has_wildcard(pattern: str, wild: bool) -> None:
    assert has_wildcard(pattern) == wild


@given(st.lists(st.text(max_size=20) | st.lists(st.sampled_from(["a", "..", ".", "", "**", "*", "~"])).map("/".join)))
def test_what_is_accepted_stays_below_the_root(patterns: list[str]) -> None:
    refused = {fault.detail for fault in path_faults("x", "k", patterns) if fault.code == "path_form"}
    for pattern in patterns:
        if f"k: {pattern!r}" not in refused:
            assert not {"", ".", ".."} & set(pattern.split("/"))
