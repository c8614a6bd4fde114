"""The published schemas are those of the models that are printed."""

import json

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import SCHEMAS as MODELS
from harness_runtime.cli.contracts.schemas import schema
from tests.cli.conftest import SCHEMAS


@pytest.mark.parametrize("name", MODELS)
def test_published_schema_is_in_step(name):
    """Made anew by `python -m harness_runtime.cli.contracts.schemas docs/contracts/schemas`."""
    assert json.loads((SCHEMAS / f"{name}.json").read_text()) == schema(name)


@pytest.mark.parametrize("name", MODELS)
def test_schema_is_valid_and_closed(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert schema(name)["additionalProperties"] is False


@pytest.mark.parametrize("name", MODELS)
def test_every_key_is_always_there(name):
    assert set(schema(name)["required"]) == set(schema(name)["properties"])
