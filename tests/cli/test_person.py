"""Installing and removing take a person at a terminal; there is no way around the question."""

import click
import pytest

from harness_runtime.cli.main import program
from harness_runtime.cli.person import say
from harness_runtime.cli.verbs.install import verb as install


@pytest.mark.parametrize("host", ["codex", "claude"])
@pytest.mark.parametrize("verb", ["install", "upgrade", "uninstall"])
def test_without_a_terminal_it_refuses(harness_state, verb, host, person):
    result = harness_state(verb, host)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "terminal" in result.stderr
    assert list(person.iterdir()) == []


@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID", "HARNESS_NESTED"])
def test_inside_a_hosts_session_it_refuses(harness_state, monkeypatch, variable):
    monkeypatch.setenv(variable, "")
    assert variable in harness_state("install", "codex").stderr


def test_install_has_no_option_that_answers_for_the_person():
    options = {name for option in install.params if isinstance(option, click.Option) for name in option.opts}
    assert options == {"--program", "--json"}


def test_the_program_as_a_whole_has_none_either():
    assert {name for option in program.params for name in option.opts} == {"--version"}


def test_an_unknown_host_is_bad_input(harness_state):
    assert harness_state("install", "other").exit_code == 2


def test_what_is_said_acts_on_no_terminal(capsys):
    say("Goal: \x1b[2Jdone\nnext\x07", "")
    assert capsys.readouterr().out == "Goal: \\x1b[2Jdone\nnext\\x07\n\n"


def test_a_config_that_nests_too_deep_names_no_language(harness_state, data, monkeypatch):
    monkeypatch.delenv("HARNESS_LANG")
    (data / "config.json").write_bytes(b"[" * 100_000)
    assert harness_state("sessions", "--data", str(data)).exit_code == 0
