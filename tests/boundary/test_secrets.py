"""The secret table: what is a secret, for tools, patches and shell readers alike."""

from __future__ import annotations

import os

import pytest

from tests.boundary.scene import Scene, shown

SECRETS = [
    ".env",
    ".ENV",
    ".env.local",
    ".env.production",
    "src/.env",
    ".env/inner",
    "server.pem",
    "Server.PEM",
    "a/b.key",
    "x.p12",
    "x.pfx",
    "x.jks",
    "id_rsa",
    "id_rsa.pub",
    "src/id_ed25519",
    "id_ecdsa_sk",
    ".npmrc",
    "packages/a/.npmrc",
    ".pypirc",
    ".netrc",
    ".git-credentials",
    "credentials.json",
    "credentials-prod.json",
    "service-account.json",
    "service-account-x.json",
    ".ssh/config",
    ".ssh",
    "sub/../.env",
    "./.env",
    "~/.ssh/id_x",
    "~/.aws/credentials",
    " .env",
    ".env ",
]

ORDINARY = [
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.local.example",
    ".envrc",
    "env",
    "environment.py",
    "keys.py",
    "pem.txt",
    "key",
    "credentials.py",
    "src/credentials.yaml",
    "monkey",
    "id_rs",
]

HOME = [
    ".ssh/config",
    ".aws/config",
    ".aws",
    ".gnupg/x",
    ".config/gcloud/x",
    ".azure/x",
    ".kube/config",
    ".docker/config.json",
    ".codex/auth.json",
    ".claude.json",
    ".claude/.credentials.json",
    ".claude/history.jsonl",
    ".claude/projects/x/y.jsonl",
    ".CLAUDE/Projects/x",
]


@pytest.mark.parametrize("name", SECRETS)
def test_secrets_are_neither_read_nor_written(scene: Scene, name: str) -> None:
    scene.policy["allowed_write_paths"] = ["**", name]
    assert shown(scene.read(name)) == "secret"
    assert shown(scene.write(name)) == "secret"


@pytest.mark.parametrize("name", ORDINARY)
def test_names_that_only_look_like_one(scene: Scene, name: str) -> None:
    assert shown(scene.read(name)) == "allow"
    assert shown(scene.shell(f"cat {name}")) == "allow"


@pytest.mark.parametrize("name", HOME)
def test_home_folder_secrets(scene: Scene, name: str) -> None:
    path = f"{scene.home}/{name}"
    assert shown(scene.read(path)) == "secret"
    assert shown(scene.shell(f"cat {path}")) == "secret"
    assert shown(scene.read(path.replace("home", "HOME"))) == "secret"


@pytest.mark.parametrize("name", [".codex/config.toml", ".claude/settings.json", ".kube/cache", ".config/other", "x"])
def test_the_rest_of_the_home_folder_is_readable(scene: Scene, name: str) -> None:
    assert shown(scene.read(f"{scene.home}/{name}")) == "allow"


def test_a_moved_host_folder_keeps_its_secrets(scene: Scene) -> None:
    from harness_runtime.boundary.decision import Places
    from harness_runtime.boundary.secrets import is_secret

    places = Places("/d", "/p", "/h", "/opt/codex", "/opt/claude", "")
    assert is_secret("/opt/codex/auth.json", "/w", places)
    assert is_secret("/opt/claude/.credentials.json", "/w", places)
    assert is_secret("/opt/claude/projects/a", "/w", places)
    assert not is_secret("/opt/codex/config.toml", "/w", places)


def test_a_link_to_a_secret_is_one(scene: Scene) -> None:
    scene.file(".env")
    (scene.root / "src/x").symlink_to("../.env")
    (scene.root / "src/y").symlink_to("x")
    for name in ("src/x", "src/y"):
        assert shown(scene.read(name)) == "secret"
        assert shown(scene.shell(f"cat {name}")) == "secret"
        assert shown(scene.write(name)) == "secret"


def test_a_secret_name_that_links_elsewhere_is_one_too(scene: Scene) -> None:
    scene.file("config/dev.txt")
    (scene.root / ".env").symlink_to("config/dev.txt")
    (scene.root / "src/x").symlink_to("../.env")
    assert shown(scene.read(".env")) == "secret"
    assert shown(scene.read("src/x")) == "secret"


def test_a_folder_link_that_leads_to_the_home_secrets(scene: Scene) -> None:
    (scene.home / ".aws").mkdir()
    (scene.root / "cloud").symlink_to(scene.home / ".aws")
    assert shown(scene.read("cloud/config")) == "secret"
    assert shown(scene.shell("cat config", cwd=str(scene.root / "cloud"))) == "secret"
    assert shown(scene.shell("rg token", cwd=str(scene.root / "cloud"))) == "secret"


PROC = [
    "/proc/self/environ",
    "/proc/1/environ",
    "/proc/self/mem",
    "/proc/self/task/1/environ",
    "/proc/1/maps",
    "/proc/kcore",
]


@pytest.mark.parametrize("path", PROC)
def test_what_proc_shows_of_a_process(scene: Scene, path: str) -> None:
    assert shown(scene.read(path)) == "secret"
    assert shown(scene.shell(f"cat {path}")) == "secret"


@pytest.mark.parametrize(
    "path", ["/proc/self/root/etc/hosts", "/proc/self/cwd/.env", "/proc/self/fd/0", "/dev/fd/0", "/dev/stdin"]
)
def test_links_of_proc_lead_another_reader_elsewhere(scene: Scene, path: str) -> None:
    if not os.path.exists("/proc/self/root"):
        pytest.skip("no /proc here")
    assert shown(scene.read(path)) == "secret"


@pytest.mark.parametrize("path", ["/proc/cpuinfo", "/proc/self/status", "/proc/meminfo"])
def test_the_rest_of_proc_is_readable(scene: Scene, path: str) -> None:
    assert shown(scene.read(path)) == "allow"


def test_the_plugins_own_folder_is_readable_throughout(scene: Scene) -> None:
    scene.plugin = scene.home / ".claude/projects/plugin"
    assert shown(scene.read(f"{scene.plugin}/skills/harness/SKILL.md")) == "allow"
    assert shown(scene.read(f"{scene.plugin}/.env.test")) == "allow"
    assert shown(scene.read(f"{scene.plugin}/../x")) == "secret"


def test_a_workspace_in_the_plugin_folder_keeps_its_secrets(scene: Scene) -> None:
    scene.plugin = scene.root
    assert shown(scene.read(".env")) == "secret"


def test_names_above_the_workspace_do_not_count(scene: Scene) -> None:
    inner = scene.root / "vault.key/work"
    inner.mkdir(parents=True)
    scene.state["workspace_root"] = scene.policy["workspace_root"] = str(inner)
    assert shown(scene.read("src/a.py", cwd=str(inner))) == "allow"
    assert shown(scene.read(".env", cwd=str(inner))) == "secret"


@pytest.mark.parametrize("name", ["keys/run.key1", "keys/a/b", "KEYS/x", "keys", "runs/s-1/key", "runs/s-1/key.mac"])
def test_the_keys_of_evidence_are_secret(scene: Scene, name: str) -> None:
    assert shown(scene.read(f"{scene.data}/{name}")) == "secret"
    assert shown(scene.write(f"{scene.data}/{name}")) == "secret"
    assert shown(scene.shell(f"cat {scene.data}/{name}")) == "secret"


@pytest.mark.parametrize(
    "name", ["runs/s-1/state.json", "runs/s-1/policies/key.json", "config.json", "runs", "keyring"]
)
def test_state_and_policies_can_be_read(scene: Scene, name: str) -> None:
    assert shown(scene.read(f"{scene.data}/{name}")) == "allow"


@pytest.mark.parametrize("name", ["", "/keys", "/runs", "/runs/s-1"])
def test_a_search_that_would_come_upon_a_key(scene: Scene, name: str) -> None:
    (scene.data / "runs/s-1").mkdir(parents=True)
    assert shown(scene.judge("Grep", {"pattern": "x", "path": f"{scene.data}{name}", "glob": "*.json"})) == "secret"
    assert shown(scene.shell(f"rg x {scene.data}{name}")) == "secret"
