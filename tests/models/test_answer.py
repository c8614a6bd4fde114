"""One JSON object in an answer, whatever stands around it; anything else is no answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.models.answer import MAX_DEPTH, MAX_TEXT, json_object

MET = '{"met": true, "next_step": ""}'

TAKEN = {
    "alone": MET,
    "with blanks": f"\n  {MET}\n",
    "fenced": f"```json\n{MET}\n```",
    "in prose": f"Here you are: {MET} I hope it helps.",
    "after a placeholder": f"The template `{{name}}` is filled in, `f{{}}` too.\n{MET}",
    "said twice": f"{MET}\n\nFinal answer:\n{MET}",
    "said twice, spelled otherwise": f'{{"next_step":"","met":true}} {MET}',
    "after a brace": f"{{ {MET}",
}


@pytest.mark.parametrize("text", TAKEN.values(), ids=TAKEN)
def test_the_object_is_found(text: str) -> None:
    assert json_object(text) == {"met": True, "next_step": ""}


def test_braces_and_fences_in_strings_are_text() -> None:
    value = {"missing": 'run `{"a": 1}` and }{ then ```'}
    assert json_object(f"so: {json.dumps(value)}.") == value


NONE = {
    "nothing": "",
    "prose": "The request was carried out.",
    "an empty object": "{}",
    "cut off": '{"met": true, "next_step": "abc',
    "cut off after an inner one": '{"x": {"met": true}',
    "two that differ": '{"met": true} {"met": false}',
    "two that Python takes for equal": '{"met": true} {"met": 1}',
    "a broken one first": f'{{"met": yes}} {MET}',
    "a broken one last": f'{MET} {{"met": ',
    "single quotes": "{'met': True}",
    "a key twice": '{"met": false, "met": true}',
    "a key twice inside": '{"met": true, "x": {"a": 1, "a": 2}}',
    "NaN": '{"met": NaN}',
    "infinity": '{"met": 1e999}',
    "a lone surrogate": '{"met": "\\ud800"}',
    "thousands of digits": '{"met": ' + "9" * 5000 + "}",
    "a comment": '{"met": true} // {"met',
    "a string that holds one": json.dumps(MET),
    "too deep": '{"a": ' * MAX_DEPTH + "1" + "}" * MAX_DEPTH + " ",
    "far too deep": '{"a":' * 10_000,
    "too long": " " * MAX_TEXT + MET,
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_anything_else_is_none(text: str) -> None:
    assert json_object(text) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=10,
)
PROSE = st.text().map(lambda text: text.replace("{", "").replace("\ud800", ""))


@given(
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), VALUES, min_size=1), PROSE, PROSE
)
def test_every_object_is_found_in_any_prose(value: dict[str, object], before: str, after: str) -> None:
    assert json_object(f"{before}{json.dumps(value)}{after}") == value


@given(st.text(alphabet='{}[]":,\\ \n0a', max_size=80))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    assert json_object(text) is None or isinstance(json_object(text), dict)
