"""The installed hooks, run by hand by `doctor`: they refuse, or it says how they fail."""

import sys
from pathlib import Path

import pytest

from harness_runtime.cli.diagnosis import rehearsal
from harness_runtime.cli.hosts.told import Plugin
from harness_runtime.cli.installation.staging import stage_plugin


@pytest.fixture
def plugin(tmp_path) -> Plugin:
    return Plugin("0.1.0", True, stage_plugin(tmp_path / "plugin"))


@pytest.fixture
def checks(data, plugin):
    (data / "interpreter").write_text(f"{sys.executable}\n")
    return lambda host="codex": rehearsal.examine(host, plugin, data)


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_they_refuse_and_leave_nothing_behind(checks, data, plugin, host):
    [check] = checks(host)
    assert check.status == "ok", check.detail
    assert {path.name for path in data.iterdir()} == {"interpreter"}
    assert not list(plugin.folder.rglob("__pycache__"))


def break_cold(plugin: Path) -> None:
    (plugin / "harness_runtime/events/on_prompt.py").write_text("import absent\n")


def remove_launcher(plugin: Path) -> None:
    (plugin / "hooks/launch").unlink()


def open_launcher(plugin: Path) -> None:
    (plugin / "hooks/launch").write_text("exit 0\n")


@pytest.mark.parametrize("spoil", [break_cold, remove_launcher, open_launcher])
def test_hooks_that_answer_otherwise_are_an_error_that_says_so(checks, plugin, spoil):
    spoil(plugin.folder)
    [check] = checks()
    assert (check.status, "user_prompt_submit" in check.detail) == ("error", True)


def test_an_interpreter_that_is_none_is_an_error(checks, data):
    (data / "interpreter").write_text("/bin/false\n")
    assert checks()[0].status == "error"


def test_a_plugin_whose_folder_is_gone_has_been_said_elsewhere(data, tmp_path):
    assert rehearsal.examine("codex", Plugin("0.1.0", True, tmp_path / "absent"), data) == []
