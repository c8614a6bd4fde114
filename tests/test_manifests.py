"""The host manifests follow plugin.json at the root, and the marketplaces offer that same plugin."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from harness_runtime import __version__

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "plugin.json"
HOST_MANIFESTS = (".codex-plugin/plugin.json", ".claude-plugin/plugin.json")
MARKETPLACES = (".agents/plugins/marketplace.json", ".claude-plugin/marketplace.json")

# What a manifest could name and must not: the hosts find the hooks and the skill by their default places, and
# Claude Code adds a named hooks file to the default one ("Duplicate hooks file").
LEFT_TO_DEFAULTS = ("hooks", "skills", "commands", "agents", "mcpServers", "apps")


def read(name: str) -> dict:
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_source_has_exactly_the_keys_that_both_hosts_know():
    assert list(read(SOURCE)) == ["name", "version", "description", "author", "license", "keywords"]


def test_plugin_is_called_harness():
    assert read(SOURCE)["name"] == "harness"


def test_version_is_the_package_version():
    assert read(SOURCE)["version"] == __version__


def test_description_is_the_package_description():
    assert read(SOURCE)["description"] == project()["description"]


def test_license_is_the_package_license():
    assert read(SOURCE)["license"] == project()["license"]


@pytest.mark.parametrize("name", HOST_MANIFESTS)
def test_host_manifest_equals_the_source(name):
    assert (ROOT / name).read_bytes() == (ROOT / SOURCE).read_bytes()


@pytest.mark.parametrize("name", (SOURCE, *HOST_MANIFESTS))
@pytest.mark.parametrize("key", LEFT_TO_DEFAULTS)
def test_manifest_leaves_parts_to_the_default_places(name, key):
    assert key not in read(name)


@pytest.mark.parametrize("name", HOST_MANIFESTS)
def test_host_manifest_is_a_file_because_codex_drops_links(name):
    assert not (ROOT / name).is_symlink()


def test_both_marketplaces_are_the_same():
    first, second = ((ROOT / name).read_bytes() for name in MARKETPLACES)
    assert first == second


@pytest.mark.parametrize("name", MARKETPLACES)
def test_marketplace_is_called_harness_and_has_an_owner(name):
    market = read(name)
    assert (market["name"], market["owner"]) == ("harness", read(SOURCE)["author"])


@pytest.mark.parametrize("name", MARKETPLACES)
def test_marketplace_offers_this_folder_as_its_only_plugin(name):
    plugins = read(name)["plugins"]
    assert plugins == [{"name": "harness", "source": "./", "description": read(SOURCE)["description"]}]


def test_changelog_has_a_section_for_this_version():
    heads = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert __version__ in heads


# The same, said by the host programs (`make hosts` installs them)


def host_program(name: str) -> str:
    program = os.environ.get(f"{name.upper()}_BIN") or ROOT / ".hosts" / "node_modules" / ".bin" / name
    if not os.access(program, os.X_OK):
        pytest.skip(f"{name} is not installed: run `make hosts`")
    return str(program)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A copy of what a host reads, without the checkout's other folders, beside an empty home."""
    for part in (SOURCE, "hooks", "skills", *HOST_MANIFESTS, *MARKETPLACES):
        source, target = ROOT / part, tmp_path / "plugin" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    (tmp_path / "home" / ".codex").mkdir(parents=True)
    return tmp_path


def ask_host(scratch: Path, name: str, *words: str) -> str:
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(scratch / "home"),
        "CODEX_HOME": str(scratch / "home" / ".codex"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    done = subprocess.run(
        [host_program(name), "plugin", *words], cwd=scratch, env=env, text=True, capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.host
@pytest.mark.parametrize("name", (".claude-plugin/plugin.json", ".claude-plugin/marketplace.json"))
def test_claude_code_validates_the_manifest_without_a_warning(scratch, name):
    assert "Validation passed" in ask_host(scratch, "claude", "validate", "--strict", f"plugin/{name}")


@pytest.mark.host
@pytest.mark.parametrize(("host", "add"), [("codex", "add"), ("claude", "install")])
def test_host_installs_the_plugin_from_its_marketplace(scratch, host, add):
    ask_host(scratch, host, "marketplace", "add", str(scratch / "plugin"))
    ask_host(scratch, host, add, "harness@harness")
    listed = ask_host(scratch, host, "list")
    assert "harness@harness" in listed and __version__ in listed and "enabled" in listed
