"""What is wrong with the values of a policy block, as faults of ours: pydantic's errors, each kind with its code.

Source: harness contract, Policy block. `detail` is the key and, in brackets, what was found or is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness_runtime.artifacts.fault import Fault

MAX_FAULTS = 12
FORMS = ("text", "object")  # the two forms of a command; pydantic names them in its places, the block does not

KINDS: dict[str, str] = {
    "missing": "policy_key_missing",
    "extra_forbidden": "policy_key_unknown",
    "model_type": "policy_not_object",
    "dict_type": "policy_not_object",
    "list_type": "policy_not_list",
    "string_type": "policy_not_text",
    "int_type": "policy_not_integer",
    "bool_type": "policy_not_flag",
    "union_tag_not_found": "policy_not_command",
    "literal_error": "policy_not_choice",
    "string_too_short": "policy_text_empty",
    "string_too_long": "policy_text_long",
    "string_pattern_mismatch": "policy_not_sha256",
    "too_long": "policy_too_many",
    "greater_than_equal": "policy_too_low",
    "less_than_equal": "policy_too_high",
}
# Which of an error's facts the detail shows, and how.
SHOWN: dict[str, str] = {
    "literal_error": "{expected}",
    "string_too_long": "{max_length}",
    "too_long": "{actual_length} > {max_length}",
    "greater_than_equal": "{ge}",
    "less_than_equal": "{le}",
}


def value_faults(section: str, errors: list[Any]) -> list[Fault]:
    """`errors`: of a pydantic ValidationError."""
    return list(_faults(section, errors[:MAX_FAULTS]))


def _faults(section: str, errors: list[Any]) -> Iterator[Fault]:
    for error in errors:
        kind = error["type"]
        yield Fault(section, KINDS.get(kind, "policy_value"), _detail(kind, error["loc"], error.get("ctx", {})))


def _detail(kind: str, place: tuple[int | str, ...], facts: Mapping[str, Any]) -> str:
    before = (None, *place)
    parts = [
        str(part)
        for part, previous in zip(place, before, strict=False)
        if not (isinstance(previous, int) and part in FORMS)
    ]
    where = ".".join(parts) or "policy"
    if kind not in SHOWN:
        return where
    plain = {name: str(value).replace("'", "").replace(" or ", ", ") for name, value in facts.items()}
    return f"{where} ({SHOWN[kind].format(**plain)})"
