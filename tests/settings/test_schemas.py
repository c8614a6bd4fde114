"""The published schemas are those of the models, and agree with the loaders as far as a schema can say."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.settings.schemas import SCHEMAS, schema
from harness_runtime.settings.trusted import trust_guard, trust_path

from .test_config import FULL as FULL_CONFIG
from .test_guard import FULL as FULL_GUARD

PUBLISHED = Path(__file__).parents[2] / "docs" / "contracts" / "schemas"
FULL = {"guard": FULL_GUARD, "config": FULL_CONFIG}


@pytest.mark.parametrize("name", SCHEMAS)
def test_published_schema_is_in_step(name):
    """Made anew by `python -m harness_runtime.settings.schemas docs/contracts/schemas`."""
    assert json.loads((PUBLISHED / f"{name}.json").read_text("utf-8")) == schema(name)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid_and_closed(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert schema(name)["additionalProperties"] is False


@pytest.mark.parametrize("name", FULL)
def test_schema_takes_what_the_loader_takes(name):
    jsonschema.validate(FULL[name], schema(name))
    jsonschema.validate({}, schema(name))


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("content", [{"colour": 1}, {"agent": []}, {"schema_version": 2}, [], None])
def test_schema_refuses_what_the_loader_refuses(name, content):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, schema(name))


def test_the_record_of_trust_is_as_it_is_written(tmp_path):
    trust_guard(tmp_path, tmp_path, "0" * 64)
    jsonschema.validate(json.loads(trust_path(tmp_path, tmp_path).read_text("utf-8")), schema("guard-trust"))
