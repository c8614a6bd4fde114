"""Wrong values of a policy block are told in our own words: every kind that the models raise, in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.artifacts.fault import Fault
from harness_runtime.artifacts.policy_block import PlanPolicy, RepairPolicy, read_policy
from harness_runtime.artifacts.policy_faults import KINDS
from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.messages.faults import fault_line
from tests.artifacts.test_policy_block import BLOCK, WRONG
from tests.artifacts.test_repair import block as repair_block

OTHERS = ("ValidationError", "Input", "should", "valid", "pydantic", "constrained", "'")
COMMANDS = "verification_commands"

# kind of error: what is changed in the block, and what is told of it
ROWS: dict[str, tuple[dict[str, Any], str, str]] = {
    "missing": ({"risk": ...}, "policy_key_missing", "risk"),
    "extra_forbidden": ({"approved": True}, "policy_key_unknown", "approved"),
    "model_type": ({"limits": 600}, "policy_not_object", "limits"),
    "dict_type": ({COMMANDS: [{"command": "a", "env": ["CI=1"]}]}, "policy_not_object", f"{COMMANDS}.0.env"),
    "list_type": ({"allowed_write_paths": "src/**"}, "policy_not_list", "allowed_write_paths"),
    "string_type": ({"allowed_write_paths": ["a", 1]}, "policy_not_text", "allowed_write_paths.1"),
    "int_type": ({"limits": {"seconds": "10"}}, "policy_not_integer", "limits.seconds"),
    "bool_type": ({COMMANDS: [{"command": "a", "more_args": 1}]}, "policy_not_flag", f"{COMMANDS}.0.more_args"),
    "union_tag_not_found": ({COMMANDS: ["a", ["pytest", "-q"]]}, "policy_not_command", f"{COMMANDS}.1"),
    "literal_error": ({"risk": "None"}, "policy_not_choice", "risk (Low, Medium, High)"),
    "string_too_short": ({COMMANDS: [""]}, "policy_text_empty", f"{COMMANDS}.0"),
    "string_too_long": ({COMMANDS: ["x" * 4097]}, "policy_text_long", f"{COMMANDS}.0 (4096)"),
    "too_long": ({"allowed_write_paths": ["x"] * 201}, "policy_too_many", "allowed_write_paths (201 > 200)"),
    "greater_than_equal": ({"limits": {"processes": 7}}, "policy_too_low", "limits.processes (8)"),
    "less_than_equal": ({"schema_version": 2}, "policy_too_high", "schema_version (1)"),
    "string_pattern_mismatch": ({"source_plan_sha256": "ABC"}, "policy_not_sha256", "source_plan_sha256"),
}
OF_A_REPAIR_PLAN = ("string_pattern_mismatch",)


def told(changes: dict[str, Any], *, repair: bool = False) -> list[Fault]:
    whole = repair_block() if repair else BLOCK
    changed = {key: value for key, value in (whole | changes).items() if value is not ...}
    model: Any = RepairPolicy if repair else PlanPolicy
    return read_policy(json.dumps(changed), model, "x")[1]


@pytest.mark.parametrize("kind", ROWS)
def test_a_wrong_value_is_told_with_its_key_and_what_is_allowed(kind: str) -> None:
    changes, code, detail = ROWS[kind]
    assert told(changes, repair=kind in OF_A_REPAIR_PLAN) == [Fault("x", code, detail)]
    assert KINDS[kind] == code


def test_the_rows_are_all_kinds() -> None:
    assert set(ROWS) == set(KINDS)


@pytest.mark.parametrize("model", [PlanPolicy, RepairPolicy])
def test_the_models_can_raise_no_other_kind(model: type[PlanPolicy] | type[RepairPolicy]) -> None:
    assert set(_kinds(model.__pydantic_core_schema__)) <= set(KINDS)


# What a part of a core schema can object to: its own type, and each limit that stands beside it.
OBJECTS = {
    "model": "model_type",
    "model-fields": "extra_forbidden",
    "list": "list_type",
    "dict": "dict_type",
    "str": "string_type",
    "int": "int_type",
    "bool": "bool_type",
    "literal": "literal_error",
    "tagged-union": "union_tag_not_found",
    **dict.fromkeys(("default", "nullable", "model-field", "definitions", "definition-ref"), ""),
}
LIMITS = {
    ("str", "min_length"): "string_too_short",
    ("str", "max_length"): "string_too_long",
    ("str", "pattern"): "string_pattern_mismatch",
    ("list", "max_length"): "too_long",
    ("dict", "max_length"): "too_long",
    ("int", "ge"): "greater_than_equal",
    ("int", "le"): "less_than_equal",
}
SILENT = {"type", "strict", "metadata", "ref", "serialization", "schema_ref", "definitions", "schema"}


def _kinds(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        kind = part.get("type")
        if isinstance(kind, str):
            yield from filter(None, [OBJECTS[kind]])  # a KeyError: teach both tables about the new part
            yield from (LIMITS[kind, name] for name in part if kind in ("str", "list", "dict", "int") and (
                name not in {*SILENT, "items_schema", "keys_schema", "values_schema"}
            ))  # fmt: skip
        for name, inner in part.items():
            if name not in ("metadata", "serialization", "config"):
                yield from _kinds(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _kinds(inner)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("changes", [changes for changes, _ in WRONG.values()], ids=WRONG.keys())
def test_nothing_of_pydantic_s_is_said(changes: dict[str, Any], language: str) -> None:
    for fault in told(changes):
        line = fault_line(language, fault.section, fault.code, fault.detail)
        assert not any(word in line for word in OTHERS), line


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.just("x"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.sampled_from([*PlanPolicy.model_fields]), VALUES, max_size=3))
def test_whatever_the_value_its_kind_is_known(changes: dict[str, Any]) -> None:
    assert "policy_value" not in {fault.code for fault in told(changes)}
