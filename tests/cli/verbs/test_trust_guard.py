"""Trust in guard.json: asked for where it holds chains or commands, shown whole, given for exactly these bytes."""

from __future__ import annotations

import json
import os
from hashlib import sha256

import jsonschema
import pytest

from harness_runtime.settings.guard import GUARD
from harness_runtime.settings.trusted import is_trusted
from tests.cli.conftest import SCHEMAS
from tests.cli.pseudo_terminal import YES_NO, talk
from tests.cli.trusting import trust, write_harness

CHAINS = {
    "harness": {
        "loop": {
            "description": "Build, then look",
            "chain": [
                "implement",
                {"agent": "test", "on_failure": "implement", "gate": ["tests", {"command": "make check"}]},
                {"agent": "review", "brief": "Look hard.", "done": "All read."},
            ],
        }
    }
}
COMMANDS = {"model": {"judge": {"command": ["ask-it", "--fast"]}}}
RESTRICTIONS = {"deny_write_paths": ["infra/**"]}


@pytest.fixture
def guard(workspace, data):
    def write(content: dict | str) -> str:
        path = workspace / GUARD
        path.parent.mkdir(exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return sha256(path.read_bytes()).hexdigest()

    return write


@pytest.fixture
def say(workspace):
    def call(*words: str, answers=()):
        return talk(*words, "--workspace", str(workspace), environ=os.environ, answers=answers)

    return call


@pytest.fixture
def told(answer, workspace):
    def ask() -> tuple[dict, int]:
        found, code = answer("trusted", "--workspace", str(workspace))
        jsonschema.validate(found, json.loads((SCHEMAS / "trust.json").read_text()))
        return found["guard"], code

    return ask


def test_a_person_sees_chains_and_commands_and_trusts_them(say, guard, told, data, workspace):
    digest = guard(CHAINS)
    assert told() == (
        {
            "path": f"{workspace}/{GUARD}",
            "sha256": digest,
            "asks": True,
            "trusted": False,
            "untrusted_in": [str(data)],
        },
        1,
    )
    said = say("trust", answers=[(YES_NO, "y")])
    assert said.exit_code == 0
    for shown in (digest, "implement → test (↩ implement) → review", "make check", "Look hard.", "All read."):
        assert shown in said.shown
    assert is_trusted(data, workspace, digest)
    found, code = told()
    assert (found["trusted"], found["untrusted_in"], code) == (True, [], 0)


def test_another_byte_is_not_trusted(say, guard, told):
    guard(CHAINS)
    say("trust", answers=[(YES_NO, "y")])
    guard({**CHAINS, **RESTRICTIONS})
    assert (told()[0]["trusted"], told()[1]) == (False, 1)


def test_trust_in_it_is_taken_back(say, guard, told):
    guard(CHAINS)
    say("trust", answers=[(YES_NO, "y")])
    assert say("untrust").exit_code == 0
    assert (told()[0]["trusted"], told()[1]) == (False, 1)


@pytest.mark.parametrize(("content", "asks"), [(CHAINS, True), (COMMANDS, True), (RESTRICTIONS, False), ({}, False)])
def test_only_chains_and_commands_need_trust(guard, told, content, asks):
    guard(content)
    assert told()[0]["asks"] is asks


def test_a_command_that_answers_for_a_model_is_shown(say, guard):
    guard(COMMANDS)
    said = say("trust", answers=[(YES_NO, "n")])
    assert "model.judge" in said.shown
    assert "ask-it --fast" in said.shown


def test_restrictions_alone_are_nothing_to_trust(say, guard):
    guard(RESTRICTIONS)
    said = say("trust")
    assert (said.exit_code, "nothing to trust" in said.shown) == (2, True)


def test_both_files_are_trusted_at_once(say, guard, told, workspace, data):
    write_harness(workspace)
    digest = guard(CHAINS)
    said = say("trust", answers=[(YES_NO, "y")])
    assert said.shown.index("docs/style.md") < said.shown.index("make check") < said.shown.index(YES_NO)
    assert said.shown.count(YES_NO) == 1
    assert is_trusted(data, workspace, digest)
    assert told()[1] == 0


def test_a_trusted_harness_file_beside_an_untrusted_chain_is_a_finding(guard, told, workspace, data):
    trust(data, write_harness(workspace))
    assert told()[1] == 0
    guard(RESTRICTIONS)
    assert told()[1] == 0
    guard(CHAINS)
    assert told()[1] == 1


@pytest.mark.parametrize("wrong", ["{", json.dumps({"harness": {"loop": {"chain": []}}})])
def test_a_file_that_is_wrong_is_not_trusted(say, guard, told, workspace, wrong):
    guard(wrong)
    said = say("trust")
    assert (said.exit_code, YES_NO in said.shown, GUARD in said.shown) == (2, False, True)
    assert told()[0]["sha256"] is None


def test_a_wrong_file_does_not_keep_the_other_one_from_being_trusted(say, guard, workspace, data):
    write_harness(workspace, "[[guides")
    digest = guard(CHAINS)
    said = say("trust", answers=[(YES_NO, "y")])
    assert (said.exit_code, "TOML" in said.shown, is_trusted(data, workspace, digest)) == (0, True, True)
