"""The order of an exchange, with a host of paper: what is refused and asked comes before what changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.cli.faults import HostFault, InputFault
from harness_runtime.cli.hosts.codex import Codex
from harness_runtime.cli.hosts.told import PLUGIN_ID, Hook, Market, Plugin
from harness_runtime.cli.installation import bring as installation
from harness_runtime.cli.installation.publication import marketplace_folder, plugin_folder, publish_marketplace
from tests.cli.conftest import Run


class Paper(Codex):
    """A Codex that has our plugin from the staged marketplace, and says what it is told to do."""

    def __init__(self, marketplace: Path, fails: str = "") -> None:
        super().__init__(Path("/absent"), {})
        self.marketplace, self.fails = marketplace, fails
        self.done: list[str] = []
        self.is_trusted = True

    def market(self) -> Market:
        return Market(str(self.marketplace), self.marketplace, True)

    def installed(self) -> Plugin:
        return Plugin("0.1.0", True, plugin_folder(self.marketplace))

    def add(self, marketplace: Path) -> None:
        self.done.append("add")
        self.is_trusted = False

    def hooks(self) -> list[Hook]:
        if self.fails in self.done:
            raise HostFault("no answer")
        commands = installation.hook_check.declared(self, self.installed().folder)
        return [Hook(PLUGIN_ID, event, command, trusted=self.is_trusted) for event, command in commands]

    def trust(self, hooks: list[Hook]) -> None:
        self.done.append("trust")
        self.is_trusted = True


@pytest.fixture
def marketplace(person) -> Path:
    """Published, and changed since."""
    folder = marketplace_folder({"HOME": str(person)}, "codex")
    publish_marketplace(folder)
    (plugin_folder(folder) / "LICENSE").write_text("another\n")
    return folder


@pytest.fixture
def says(monkeypatch):
    """What the person answers; returns the questions."""

    def answer(reply: bool) -> list[str]:
        asked: list[str] = []
        monkeypatch.setattr(installation, "agrees", lambda question: asked.append(question) or reply)
        return asked

    return answer


def statuses(checks) -> dict[str, str]:
    return {check.name: check.status for check in checks}


def test_trust_is_asked_for_once_before_and_stored_right_after(marketplace, data, says):
    host, asked = Paper(marketplace), says(True)
    found = statuses(installation.bring(host, data, marketplace, force=False))
    assert (host.done, len(asked)) == (["add", "trust"], 1)
    assert (found["codex_hooks"], found["codex_open_sessions"]) == ("ok", "warning")


def test_without_consent_nothing_changes(marketplace, data, says):
    host, _ = Paper(marketplace), says(False)
    with pytest.raises(InputFault):
        installation.bring(host, data, marketplace, force=False)
    assert (host.done, (plugin_folder(marketplace) / "LICENSE").read_text()) == ([], "another\n")


@pytest.mark.parametrize("force", [True, False])
def test_an_open_run_is_met_before_anybody_is_asked(marketplace, data, workspace, says, force):
    Run(data, "open-run", workspace).approved()
    host, asked = Paper(marketplace), says(True)
    if force:
        installation.bring(host, data, marketplace, force=True)
        assert host.done == ["add", "trust"]
    else:
        with pytest.raises(InputFault):
            installation.bring(host, data, marketplace, force=False)
        assert (host.done, asked) == ([], [])


@pytest.mark.parametrize("fails", ["add", "trust"])
def test_a_host_that_fails_after_the_change_is_an_error_that_says_what_may_be_open(marketplace, data, says, fails):
    host, _ = Paper(marketplace, fails), says(True)
    checks = {check.name: check for check in installation.bring(host, data, marketplace, force=False)}
    hooks = checks["codex_hooks"]
    assert (hooks.status, "nothing may be guarded" in hooks.detail, "install codex" in hooks.mend) == (
        "error",
        True,
        True,
    )


def test_other_hooks_than_those_shown_are_not_trusted(marketplace, data, says, monkeypatch):
    host, _ = Paper(marketplace), says(True)
    monkeypatch.setattr(installation.hook_check, "as_declared", lambda hooks, plugin: [("Stop", "theirs")])
    found = statuses(installation.bring(host, data, marketplace, force=False))
    assert (host.done, found["codex_hooks"]) == (["add"], "error")


def test_a_python_that_hooks_cannot_use_stops_it_before_anything_changes(marketplace, data, monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    paper = Paper(marketplace)
    with pytest.raises(InputFault) as caught:
        installation.bring(paper, data, marketplace, force=False)
    assert (caught.value.rule, paper.done) == ("interpreter_lacks", [])
