"""`trust`, `untrust`, `trusted`: a person at a terminal, who sees what will enter the context and what will run."""

from __future__ import annotations

import json
import os
from hashlib import sha256

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS
from tests.cli.pseudo_terminal import YES_NO, talk
from tests.cli.trusting import HARNESS, trust, write_harness

SHA256 = sha256(HARNESS.encode()).hexdigest()


@pytest.fixture
def at_terminal(workspace, data):
    def call(*words: str, answers=(), **environ: str):
        write_harness(workspace) if not (workspace / ".o4").exists() else None
        return talk(*words, "--workspace", str(workspace), environ={**os.environ, **environ}, answers=answers)

    return call


@pytest.fixture
def trusted(answer, workspace):
    def ask() -> tuple[dict, int]:
        told, code = answer("trusted", "--workspace", str(workspace))
        jsonschema.validate(told, json.loads((SCHEMAS / "trust.json").read_text()))
        return told, code

    return ask


def test_a_person_sees_the_content_and_trusts_it(at_terminal, trusted):
    said = at_terminal("trust", answers=[(YES_NO, "y")])
    assert said.exit_code == 0
    for shown in (SHA256, "docs/style.md", "seq 3; exit 4", "enter the model's context"):
        assert shown in said.shown
    told, code = trusted()
    assert (told["sha256"], told["trusted"], told["changed_guides"], told["untrusted_in"], code) == (
        SHA256, True, [], [], 0,
    )  # fmt: skip


@pytest.mark.parametrize("reply", ["", "n", "yes", "Y"])
def test_only_an_exact_y_trusts(at_terminal, trusted, reply):
    assert at_terminal("trust", answers=[(YES_NO, reply)]).exit_code == 2
    assert trusted()[0]["trusted"] is False


def test_what_is_wrong_with_the_file_is_shown_before_the_question(at_terminal, workspace):
    write_harness(workspace, "[defaults]\nworkflow = 'nobody'\n")
    said = at_terminal("trust", answers=[(YES_NO, "n")])
    assert said.shown.index("unknown workflow") < said.shown.index(YES_NO)


def test_a_file_that_does_not_parse_cannot_be_trusted(at_terminal, workspace):
    write_harness(workspace, "[[guides")
    said = at_terminal("trust")
    assert (said.exit_code, YES_NO in said.shown, "TOML" in said.shown) == (2, False, True)


def test_trust_is_taken_back_in_a_terminal(at_terminal, trusted, data, workspace):
    trust(data, write_harness(workspace))
    assert at_terminal("untrust").exit_code == 0
    assert trusted()[1] == 1


@pytest.mark.parametrize("verb", ["trust", "untrust"])
def test_without_a_terminal_nothing_changes(harness_state, trusted, data, workspace, verb):
    write_harness(workspace)
    if verb == "untrust":
        trust(data, workspace)
    before = trusted()
    result = harness_state(verb, "--workspace", str(workspace))
    assert (result.exit_code, result.stdout, "terminal" in result.stderr) == (2, "", True)
    assert trusted() == before


@pytest.mark.parametrize("verb", ["trust", "untrust"])
@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_inside_a_host_s_session_they_refuse(at_terminal, trusted, verb, variable):
    said = at_terminal(verb, **{variable: "x"})
    assert (said.exit_code, variable in said.shown) == (2, True)


def test_neither_has_an_option_that_answers_for_the_person(harness_state):
    assert "--yes" not in harness_state("trust", "--help").stdout


def test_a_workspace_without_a_file(trusted, workspace, harness_state):
    told, code = trusted()
    assert (told["sha256"], told["trusted"], code) == (None, False, 1)


def test_a_changed_file_and_a_changed_guide_are_told(trusted, data, workspace):
    trust(data, write_harness(workspace))
    (workspace / "docs/style.md").write_text("Spaces.\n")
    told, code = trusted()
    assert (told["trusted"], told["changed_guides"], code) == (True, ["docs/style.md"], 1)
    write_harness(workspace, HARNESS + "\n")
    assert trusted()[0]["trusted"] is False


def test_each_host_s_data_folder_counts(trusted, person, data, workspace):
    other = person / ".claude/plugins/data/harness-harness"
    other.mkdir(parents=True)
    trust(data, write_harness(workspace))
    told, _ = trusted()
    assert (told["trusted"], told["untrusted_in"]) == (False, [str(other)])


def test_there_is_no_trust_without_a_data_folder(workspace, person):
    write_harness(workspace)
    said = talk("trust", "--workspace", str(workspace), environ=os.environ)
    assert (said.exit_code, "no data folder" in said.shown) == (2, True)
