"""The digest of a call: one for every spelling of the same call, another for every other call."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.wire.call_digest import call_digest
from harness_runtime.wire.fastjson import loads

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def digest(text: str, name: str = "Bash") -> str:
    return call_digest(name, loads(text.encode("utf-8", "surrogatepass")))


def strict(text: str) -> str:
    """What Python writes, with infinity as JSON can have it; a text that says so stays one."""
    return re.sub(r'("(?:\\.|[^"\\])*")|Infinity', lambda found: found[1] or "1e999", text)


def reordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


@given(value=VALUES)
def test_order_blanks_and_escapes_do_not_matter(value: Any) -> None:
    usual = strict(json.dumps(value))
    assert digest(usual) == call_digest("Bash", value)
    wide = strict(json.dumps(reordered(value), indent=2))
    assert digest(wide) == digest(usual)


@given(left=VALUES, right=VALUES)
def test_other_inputs_have_other_digests(left: Any, right: Any) -> None:
    same = json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
    if not same and not numbers_agree(left, right):
        assert call_digest("Bash", left) != call_digest("Bash", right)


def numbers_agree(left: Any, right: Any) -> bool:
    """Equal for a host that keeps numbers as doubles."""

    def doubled(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: doubled(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [doubled(inner) for inner in value]
        return ("number", float(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value

    try:
        return repr(doubled(left)) == repr(doubled(right)) or doubled(left) == doubled(right)
    except OverflowError:
        return True


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1", "1.0"),
        ("1", "1e0"),
        ("100", "1E+2"),
        ("0", "-0.0"),
        ("0.5", "5e-1"),
        ("100000000000000000000000", "1e23"),
        ("9007199254740993", "9007199254740992"),
        ("1e999", "1e1000"),
        ('"/"', '"\\/"'),
        ('"é"', '"\\u00e9"'),
        ('{"a":1,"b":2}', '{ "b" : 2.0, "a" : 1 }'),
    ],
)
def test_one_call_in_two_spellings(left: str, right: str) -> None:
    assert digest(left) == digest(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1", "true"),
        ("0", "false"),
        ("null", '""'),
        ('"1"', "1"),
        ("[]", "{}"),
        ("[1,[2]]", "[1,2]"),
        ('["a","b"]', '["a,b"]'),
        ('["b","a"]', '["a","b"]'),
        ('{"a":"b"}', '["a","b"]'),
        ('"\\ud800"', '"?"'),
        ("1e999", "-1e999"),
    ],
)
def test_two_calls_that_look_alike(left: str, right: str) -> None:
    assert digest(left) != digest(right)


def test_the_tool_counts() -> None:
    assert digest("{}", "Bash") != digest("{}", "Read")
    assert call_digest('x",', "y") != call_digest("x", '",y')


def test_it_is_the_same_on_every_machine() -> None:
    known = "6f3b0d080fa87c9a1bbbb05840b8c0beffbd57e868124d7a1f1ae42d880adea1"
    assert digest('{"command": "ls", "timeout": 1.5}') == known


def test_what_is_no_json_has_none() -> None:
    with pytest.raises(TypeError):
        call_digest("Bash", {"a": b""})
