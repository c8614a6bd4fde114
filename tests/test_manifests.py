"""The host manifests follow plugin.json at the root, and the marketplaces offer that same plugin."""

import json
import re
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
