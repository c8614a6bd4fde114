"""Staging: what a host is given, where it lies, and that it is published whole."""

import json
import os
import shutil
from pathlib import Path

import pytest

from harness_runtime.cli import staging
from harness_runtime.cli.staging import (
    StagingFault,
    content_digest,
    marketplace_folder,
    plugin_folder,
    publish_marketplace,
    stage_plugin,
)

PACKAGE = Path(staging.__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parent


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def plugin(tmp_path):
    return stage_plugin(tmp_path / "plugin")


def test_top_level_holds_the_plugin_and_nothing_else(plugin):
    assert {path.name for path in plugin.iterdir()} == {
        "plugin.json",
        ".codex-plugin",
        ".claude-plugin",
        "agents",
        "hooks",
        "skills",
        "docs",
        "harness_runtime",
        "LICENSE",
    }


@pytest.mark.parametrize("litter", ["__pycache__", "_plugin", ".git", ".venv"])
def test_litter_is_left_out(plugin, litter):
    assert not list(plugin.rglob(litter))


@pytest.mark.parametrize("name", ["hooks/hooks.json", "hooks/launch", "harness_runtime/session/store.py"])
def test_files_are_the_checkouts(plugin, name):
    assert (plugin / name).read_bytes() == (CHECKOUT / name).read_bytes()


def test_executable_bits_are_kept(plugin):
    assert os.access(plugin / "hooks/launch", os.X_OK) == os.access(CHECKOUT / "hooks/launch", os.X_OK)


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
        monkeypatch.setattr(staging, "_exchange_in_one_step", lambda one, other: False)
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


def as_wheel(folder: Path) -> Path:
    """An installed package as the wheel lays it out; returns its staging module's path."""
    package = folder / "site-packages" / "harness_runtime"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in staging.PARTS:
        source, target = CHECKOUT / part, package / "_plugin" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    return package / "cli" / "staging.py"


def test_the_wheel_stages_the_same_plugin(tmp_path, plugin, monkeypatch):
    monkeypatch.setattr(staging, "__file__", str(as_wheel(tmp_path)))
    assert content_digest(stage_plugin(tmp_path / "from-wheel")) == content_digest(plugin)


def test_a_link_among_the_parts_is_refused(tmp_path, monkeypatch):
    module = as_wheel(tmp_path)
    (module.parents[1] / "_plugin" / "skills" / "linked").symlink_to("/etc")
    monkeypatch.setattr(staging, "__file__", str(module))
    with pytest.raises(StagingFault) as caught:
        stage_plugin(tmp_path / "out")
    assert caught.value.rule == "staging_link"


def test_digest_sees_names_and_bytes_but_no_bytecode(tmp_path, plugin):
    before = content_digest(plugin)
    (plugin / "__pycache__").mkdir()
    (plugin / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert content_digest(plugin) == before
    (plugin / "LICENSE").write_text("other")
    assert content_digest(plugin) != before


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"HOME": "/h"}, "/h/.local/share/harness/marketplace"),
        ({"HOME": "/h", "XDG_DATA_HOME": "/d"}, "/d/harness/marketplace"),
        ({"HOME": "/h", "XDG_DATA_HOME": "relative"}, "/h/.local/share/harness/marketplace"),
    ],
)
def test_place_of_the_marketplace(environ, folder):
    assert marketplace_folder(environ) == Path(folder)
