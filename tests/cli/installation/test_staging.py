"""Staging: what a host is given."""

import os
import shutil
from pathlib import Path

import pytest

from harness_runtime.cli.installation import staging
from harness_runtime.cli.installation.staging import StagingFault, content_digest, stage_plugin

PACKAGE = Path(staging.__file__).resolve().parents[2]
CHECKOUT = PACKAGE.parent


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    """Every test leaves it as it is."""
    return stage_plugin(tmp_path_factory.mktemp("staged") / "plugin")


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


@pytest.mark.parametrize("mark", [".in_use", ".orphaned_at"])
def test_a_hosts_mark_on_its_copy_makes_no_other_content(plugin, tmp_path, mark):
    copy = tmp_path / "copy"
    shutil.copytree(plugin, copy)
    (copy / mark).mkdir()
    (copy / mark / "4711").write_text("1\n", "utf-8")
    assert staging.content_digest(copy) == staging.content_digest(plugin)


@pytest.mark.parametrize("name", ["hooks/hooks.json", "hooks/launch", "harness_runtime/session/store.py"])
def test_files_are_the_checkouts(plugin, name):
    assert (plugin / name).read_bytes() == (CHECKOUT / name).read_bytes()


def test_executable_bits_are_kept(plugin):
    assert os.access(plugin / "hooks/launch", os.X_OK) == os.access(CHECKOUT / "hooks/launch", os.X_OK)


def as_wheel(folder: Path) -> Path:
    """An installed package as the wheel lays it out; returns its staging module's path."""
    package = folder / "site-packages" / "harness_runtime"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in staging.PARTS:
        source, target = CHECKOUT / part, package / "_plugin" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    return package / "cli/installation/staging.py"


def test_the_wheel_stages_the_same_plugin(tmp_path, plugin, monkeypatch):
    monkeypatch.setattr(staging, "__file__", str(as_wheel(tmp_path)))
    assert content_digest(stage_plugin(tmp_path / "from-wheel")) == content_digest(plugin)


def test_a_link_among_the_parts_is_refused(tmp_path, monkeypatch):
    module = as_wheel(tmp_path)
    (module.parents[2] / "_plugin" / "skills" / "linked").symlink_to("/etc")
    monkeypatch.setattr(staging, "__file__", str(module))
    with pytest.raises(StagingFault) as caught:
        stage_plugin(tmp_path / "out")
    assert caught.value.rule == "staging_link"


def test_digest_sees_names_and_bytes_but_no_bytecode(tmp_path, plugin):
    before, plugin = content_digest(plugin), shutil.copytree(plugin, tmp_path / "own")
    (plugin / "__pycache__").mkdir()
    (plugin / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert content_digest(plugin) == before
    (plugin / "LICENSE").write_text("other")
    changed = content_digest(plugin)
    (plugin / "link").symlink_to("/etc")
    assert len({before, changed, content_digest(plugin)}) == 3
