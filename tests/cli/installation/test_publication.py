"""The staged marketplace: where it lies, that it is published whole, and that its folder is never away."""

import json
import threading
from pathlib import Path

import pytest

from harness_runtime.cli.installation import publication, staging
from harness_runtime.cli.installation.publication import (
    marketplace_folder,
    plugin_folder,
    publish_marketplace,
    remove_marketplace,
)
from harness_runtime.cli.installation.staging import StagingFault


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("host", [".agents/plugins", ".claude-plugin"])
def test_marketplace_offers_the_staged_plugin(tmp_path, host):
    publish_marketplace(tmp_path / "marketplace")
    market = json.loads((tmp_path / "marketplace" / host / "marketplace.json").read_text())
    assert (tmp_path / "marketplace" / market["plugins"][0]["source"] / "plugin.json").is_file()


def test_publishing_again_changes_nothing(tmp_path):
    market = tmp_path / "marketplace"
    assert publish_marketplace(market)
    before = market.stat().st_ino
    assert not publish_marketplace(market)
    assert market.stat().st_ino == before


@pytest.mark.parametrize("in_one_step", [True, False])
def test_publishing_replaces_what_differs_and_leaves_no_litter(tmp_path, monkeypatch, in_one_step):
    if not in_one_step:
        monkeypatch.setattr(publication, "_exchange_in_one_step", lambda one, other: False)
    market = tmp_path / "share/marketplace"
    publish_marketplace(market)
    (plugin_folder(market) / "added").write_text("x")
    assert publish_marketplace(market)
    assert not (plugin_folder(market) / "added").exists()
    assert [path.name for path in market.parent.iterdir()] == ["marketplace"]


def test_a_failed_publication_leaves_the_old_one(tmp_path, monkeypatch):
    market = tmp_path / "marketplace"
    publish_marketplace(market)
    before = names(tmp_path)
    monkeypatch.setattr(staging, "PARTS", (*staging.PARTS, "absent"))
    with pytest.raises(StagingFault):
        publish_marketplace(market)
    assert names(tmp_path) == before


@pytest.mark.parametrize("in_one_step", [True, False])
def test_the_folder_is_there_at_every_moment_of_an_exchange(tmp_path, monkeypatch, in_one_step):
    """Claude Code lets every tool call pass while the folder of its hooks is missing."""
    if not in_one_step:
        monkeypatch.setattr(publication, "_exchange_in_one_step", lambda one, other: False)
    market = tmp_path / "marketplace"
    publish_marketplace(market)
    hooks = plugin_folder(market) / "hooks/launch"
    missing, done = [], threading.Event()

    def watch():
        while not done.is_set():
            if not hooks.exists():
                missing.append("now")

    watcher = threading.Thread(target=watch)
    watcher.start()
    (plugin_folder(market) / "added").write_text("x")
    publish_marketplace(market)
    done.set()
    watcher.join()
    assert missing == []


def test_a_removed_marketplace_leaves_no_folder_of_ours_and_all_of_others(tmp_path):
    market = marketplace_folder({"XDG_DATA_HOME": str(tmp_path / "share")}, "codex")
    other = marketplace_folder({"XDG_DATA_HOME": str(tmp_path / "share")}, "claude")
    publish_marketplace(market)
    publish_marketplace(other)
    remove_marketplace(market)
    assert [path.name for path in (tmp_path / "share/harness").iterdir()] == ["claude"]
    remove_marketplace(other)
    assert list((tmp_path / "share").iterdir()) == []


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"HOME": "/h"}, "/h/.local/share/harness/claude/marketplace"),
        ({"HOME": "/h", "XDG_DATA_HOME": "/d"}, "/d/harness/claude/marketplace"),
        ({"HOME": "/h", "XDG_DATA_HOME": "relative"}, "/h/.local/share/harness/claude/marketplace"),
    ],
)
def test_place_of_the_marketplace(environ, folder):
    assert marketplace_folder(environ, "claude") == Path(folder)
