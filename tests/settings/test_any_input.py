"""Whatever stands in a settings file, a loader returns a model or raises a SettingsFault: no traceback, ever."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.settings.config import Config, parse_config
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import PERSON_ONLY, PLAN_ONLY, Guard, parse_guard
from harness_runtime.settings.schemas import schema

PARSERS = {"guard": parse_guard, "config": parse_config}
KEYS = sorted({*Guard.model_fields, *Config.model_fields, *PLAN_ONLY, *PERSON_ONLY, "command", "cwd", "env", "text"})
WORDS = ["ko", "Low", "strict", "prompt", "required", "src/**", "../x", "pytest -q", "a 'b", "\ud800", "\x00", ""]

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(WORDS)
    | st.just(1)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner),
    max_leaves=12,
)
files = values | st.dictionaries(st.sampled_from(KEYS), values, max_size=4)


def outcome(kind: str, raw: bytes) -> Guard | Config | None:
    try:
        return PARSERS[kind]("/project/settings.json", raw)
    except SettingsFault as fault:
        for line in (str(fault), fault.line("ko"), fault.line("en")):
            assert line.isprintable()
            assert line.startswith("/project/settings.json")
        return None


@pytest.mark.parametrize("kind", PARSERS)
@given(value=files)
def test_any_json(kind, value):
    found = outcome(kind, json.dumps(value).encode())
    if found is not None:
        jsonschema.validate(value, schema(kind))


@pytest.mark.parametrize("kind", PARSERS)
@given(raw=st.binary(max_size=64) | st.text(alphabet='{}[]",:\\u0aNfeE+-.', max_size=32).map(str.encode))
def test_any_bytes(kind, raw):
    outcome(kind, raw)


@given(value=files)
def test_a_guard_never_holds_more_than_its_restrictions(value):
    found = outcome("guard", json.dumps(value).encode())
    assert found is None or not set(value) & {*PLAN_ONLY, *PERSON_ONLY}
