"""The published schemas of what a run stores: in step with the models, and true of the files of a real run.

`python -m tests.test_schemas` writes those that are made from models.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import BaseModel

from harness_runtime.artifacts.policy_block import PlanPolicy, RepairPolicy, VerificationCommand
from harness_runtime.boundary.call import check_authority
from harness_runtime.boundary.decision import Fault
from harness_runtime.session.state import State
from harness_runtime.wire.published import Mode, json_schema, write_schemas
from tests.artifacts.test_policy_block import BLOCK, RIGHT, WRONG
from tests.artifacts.test_repair import FIELDS, LINEAGE, block
from tests.conftest import piped_host
from tests.support.artifacts import handoff, repair_plan, review, small_plan, summary, tiny_completion, tiny_plan
from tests.support.piped import PipedHost

FOLDER = Path(__file__).resolve().parents[1] / "docs/contracts/schemas"
MODELS: dict[str, tuple[type[BaseModel], Mode]] = {
    "plan-policy": (PlanPolicy, "validation"),
    "repair-policy": (RepairPolicy, "validation"),
    "state": (State, "serialization"),
}
NAMES = [*MODELS, "sealed-policy"]


def made(name: str) -> dict[str, Any]:
    return json_schema(*MODELS[name])


def published(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return schema


def takes(name: str, value: object) -> bool:
    return bool(jsonschema.Draft202012Validator(published(name)).is_valid(value))


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of the schema that describes an object with named keys."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema:
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("name", MODELS)
def test_a_published_schema_is_that_of_its_model(name: str) -> None:
    assert published(name) == made(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_knows_every_key(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(published(name))
    assert all(part["additionalProperties"] is False for part in objects(published(name)))


# The schemas and the readers agree

JSON_HAS_ONE_NUMBER_ONE = {"1.0 for 1"}


@pytest.mark.parametrize("changes", RIGHT.values(), ids=RIGHT.keys())
def test_the_plan_schema_takes_what_the_reader_takes(changes: dict[str, Any]) -> None:
    assert takes("plan-policy", BLOCK | changes)


@pytest.mark.parametrize("what", sorted(set(WRONG) - JSON_HAS_ONE_NUMBER_ONE))
def test_the_plan_schema_refuses_what_the_reader_refuses(what: str) -> None:
    changed = {key: value for key, value in (BLOCK | WRONG[what][0]).items() if value is not ...}
    assert not takes("plan-policy", changed)


@pytest.mark.parametrize("fields", [fields for fields, _ in LINEAGE.values()], ids=LINEAGE.keys())
def test_the_repair_schema_judges_the_form_not_the_lineage(fields: dict[str, Any]) -> None:
    assert takes("repair-policy", fields)


@pytest.mark.parametrize("what", sorted(set(FIELDS) - {"a hash with a line end"}))
def test_the_repair_schema_refuses_what_the_reader_refuses(what: str) -> None:
    assert not takes("repair-policy", block(**deepcopy(FIELDS[what])))


# The schemas and the files of a run


def sealed(host: PipedHost) -> dict[str, Any]:
    path = host.folder / "policies" / f"{host.state['policy_sha256']}.json"
    policy: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return policy


def follow(host: PipedHost) -> Iterator[dict[str, Any]]:
    """The state after each step of a run with a refused Plan, a review, a repair and an end."""
    command = {"command": "pnpm test", "cwd": "src", "env": {"CI": "1"}, "more_args": True}
    host.approve(small_plan("src/app.py", commands=("pytest -q", command)))
    yield host.state
    host.stop(summary())
    yield host.state
    host.prompt("go on")
    host.review(review("REPAIR_REQUIRED") + handoff())
    host.stop("# Repair Plan\n\nnothing\n")
    yield host.state
    host.prompt("go on")
    plan = host.state["accepted"]["plan"]
    host.stop(
        repair_plan(plan, "src/app.py", "src/b.py", add=("src/b.py",), verification_commands=["pytest -q", command])
    )
    yield host.state
    host.prompt("y")
    yield host.state
    host.prompt("cancel")
    yield host.state
    host.prompt("$harness again")
    yield host.state


def test_every_file_of_a_run_is_as_published(host: PipedHost) -> None:
    sealed_in = []
    for state in follow(host):
        jsonschema.validate(state, published("state"))
        if state["policy_sha256"]:
            jsonschema.validate(sealed(host), published("sealed-policy"))
            sealed_in.append(state["phase"])
    assert sealed_in == ["implement", "repair_implement"]


def test_an_ended_run_is_as_published(codex: PipedHost) -> None:
    codex.approve(tiny_plan("src/app.py"))
    codex.stop(tiny_completion())
    jsonschema.validate(codex.state, published("state"))


# The sealed policy


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    host = piped_host(tmp_path_factory.mktemp("sealed"), "codex")
    host.approve(tiny_plan("src/app.py", commands=("pytest -q",)))
    return host


@pytest.fixture
def policy(approved: PipedHost) -> dict[str, Any]:
    return sealed(approved)


def test_a_sealed_command_is_a_command_with_its_words(policy: dict[str, Any]) -> None:
    fields = published("sealed-policy")["$defs"]["Command"]["properties"]
    assert set(fields) == {*VerificationCommand.model_fields, "words"} == set(policy["verification_commands"][0])


def test_every_key_that_authority_rests_on_is_required(policy: dict[str, Any], approved: PipedHost) -> None:
    assert check_authority(approved.state, policy) == ["src/app.py"]
    assert set(policy) == set(published("sealed-policy")["required"])
    for key in policy:
        without = {name: value for name, value in policy.items() if name != key}
        assert not takes("sealed-policy", without)


@pytest.mark.parametrize(
    "changes",
    [
        {"approved": True},
        {"schema_version": 2},
        {"phase": "planning"},
        {"phase": "repair_implement"},
        {"kind": "repair_plan"},
        {"revision": 0},
        {"revision": "1"},
        {"artifact_sha256": None},
        {"artifact_sha256": "abc"},
        {"source_plan_sha256": "a" * 64},
        {"workspace_root": "src"},
        {"allowed_write_paths": None},
        {"allowed_write_paths": ["/etc/passwd"]},
        {"allowed_write_paths": [""]},
        {"verification_commands": ["pytest -q"]},
        {"verification_commands": [{"command": "pytest -q"}]},
        {"network": "internet"},
        {"network": True},
    ],
)
def test_another_sealed_policy_is_not_as_published(policy: dict[str, Any], changes: dict[str, Any]) -> None:
    assert takes("sealed-policy", policy)
    assert not takes("sealed-policy", policy | changes)


@pytest.mark.parametrize("key", ["schema_version", "session_id", "run_id", "revision", "phase", "kind",
                                 "artifact_sha256", "workspace_root", "allowed_write_paths"])  # fmt: skip
def test_a_policy_that_says_otherwise_gives_no_authority(
    policy: dict[str, Any], approved: PipedHost, key: str
) -> None:
    with pytest.raises(Fault):
        check_authority(approved.state, policy | {key: "other"})


if __name__ == "__main__":
    write_schemas(FOLDER, {name: made(name) for name in MODELS})
