"""A host's settings after we leave: the bytes of before, unless anybody else has changed something meanwhile."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from harness_runtime.cli.installation.settings_kept import RECORD, given_back, kept

BEFORE = b'{"theme": "dark",\n "permissions": {"allow": ["Bash(ls)"]}}'
OURS = {"enabledPlugins": {"harness@harness": True}}


class Host:
    """Writes its settings anew in an order of its own, as Claude Code does."""

    def __init__(self, folder: Path) -> None:
        self.path, self.data = folder / "settings.json", folder / "data"

    def values(self) -> dict:
        return json.loads(self.path.read_bytes()) if self.path.exists() else {}

    def write(self, values: dict) -> None:
        self.path.write_text(json.dumps(dict(sorted(values.items())), indent=2))

    def install(self) -> None:
        with kept(self.path, self.data):
            self.write({**self.values(), **OURS})

    def uninstall(self) -> None:
        with given_back(self.path, self.data):
            self.write({name: value for name, value in self.values().items() if name not in OURS})


@pytest.fixture
def host(tmp_path: Path) -> Host:
    found = Host(tmp_path)
    found.path.write_bytes(BEFORE)
    return found


@pytest.mark.parametrize("folder", ["", "김철수", "caf\udce9"])
def test_leaving_gives_the_bytes_back(tmp_path, folder):
    (tmp_path / folder).mkdir(exist_ok=True)
    host = Host(tmp_path / folder)
    host.path.write_bytes(BEFORE)
    host.install()
    assert host.path.read_bytes() != BEFORE
    host.uninstall()
    assert host.path.read_bytes() == BEFORE
    assert not (host.data / RECORD).exists()


def test_what_is_kept_is_private(host):
    host.install()
    assert (host.data / RECORD).stat().st_mode & 0o777 == 0o600
    assert host.data.stat().st_mode & 0o777 == 0o700


def test_again_and_upgrades_keep_the_first_bytes(host):
    for _ in range(3):
        host.install()
    host.uninstall()
    assert host.path.read_bytes() == BEFORE


def test_what_somebody_else_changed_meanwhile_stays(host):
    host.install()
    host.write({**host.values(), "theme": "light"})
    host.uninstall()
    assert host.values() == {**json.loads(BEFORE), "theme": "light"}


def test_a_change_before_an_upgrade_is_part_of_what_was_there(host):
    """The file with the change and our entry is no file of before: nothing is given back for it."""
    host.install()
    host.write({**host.values(), "theme": "light"})
    host.install()
    host.uninstall()
    assert host.values() == {**json.loads(BEFORE), "theme": "light"}


def test_a_file_that_was_not_there_is_gone_again(tmp_path):
    host = Host(tmp_path)
    host.install()
    host.uninstall()
    assert not host.path.exists()


def test_mode_and_link_of_the_file_stay(host, tmp_path):
    dotfiles = tmp_path / "dotfiles.json"
    os.replace(host.path, dotfiles)
    dotfiles.chmod(0o640)
    host.path.symlink_to(dotfiles)
    host.install()
    host.uninstall()
    assert host.path.is_symlink()
    assert (dotfiles.read_bytes(), dotfiles.stat().st_mode & 0o777) == (BEFORE, 0o640)


def test_an_installation_that_fails_halfway_is_known_too(host):
    with pytest.raises(RuntimeError), kept(host.path, host.data):
        host.write({**host.values(), **OURS})
        raise RuntimeError
    host.install()
    host.uninstall()
    assert host.path.read_bytes() == BEFORE


def test_an_uninstallation_that_fails_leaves_all_as_it_is(host):
    host.install()
    with pytest.raises(RuntimeError), given_back(host.path, host.data):
        raise RuntimeError
    host.uninstall()
    assert host.path.read_bytes() == BEFORE


@pytest.mark.parametrize("text", ["", "{", '{"path": "/elsewhere", "before": null, "left": ""}'])
def test_a_record_that_is_not_ours_gives_nothing_back(host, text):
    host.install()
    (host.data / RECORD).write_text(text)
    host.uninstall()
    assert host.values() == json.loads(BEFORE)


def test_a_host_without_such_a_file_costs_nothing(tmp_path):
    with kept(None, tmp_path / "data"), given_back(None, tmp_path / "data"):
        pass
    assert not (tmp_path / "data").exists()
