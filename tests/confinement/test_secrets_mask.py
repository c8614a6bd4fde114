"""What is hidden from a confined command: the secret table wherever it applies, and no more."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from harness_runtime.confinement import secrets_mask
from harness_runtime.confinement.secrets_mask import hidden_elsewhere, hidden_in_workspace, without_nested
from tests.boundary.test_rules import Ruled

CERTIFICATE = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"


@pytest.fixture
def scene(tmp_path: Path) -> Ruled:
    return Ruled(tmp_path.resolve())


def hidden(scene: Ruled) -> set[str]:
    """Relative to the workspace where they lie in it."""
    return {os.path.relpath(path, scene.root) for path in hidden_in_workspace(str(scene.root), scene.places)}


FILES = {
    ".env": True,
    "src/.ENV.local": True,
    "src/.env.example": False,
    "src/app.py": False,
    "src/id_rsa_old": True,
    "deep/er/server.key": True,
    "deep/er/monkey": False,
    "deep/credentials-2.json": True,
    ".npmrc ": True,
    ".git/refs/heads/release.key": False,
    ".venv/lib/python3/site-packages/certifi/cacert.pem": False,
    "node_modules/x/key.pem": True,
}


@pytest.mark.parametrize("path", FILES)
def test_a_name_of_the_table_is_hidden_at_any_depth(scene: Ruled, path: str) -> None:
    scene.file(path, CERTIFICATE + ("PRIVATE KEY" if "key.pem" in path else ""))
    assert hidden(scene) == ({path} if FILES[path] else set())


def test_a_secret_folder_is_hidden_whole(scene: Ruled) -> None:
    scene.file("src/.ssh/id_rsa")
    assert hidden(scene) == {"src/.ssh"}


def test_what_the_project_adds_and_the_person_excepts(scene: Ruled) -> None:
    for path in (
        "vault/a",
        "Vault2/x/b.txt",
        "tests/certs/one.pem",
        "tests/certs/.ssh/known",
        "tests/certs/.ssh/key",
    ):
        scene.file(path)
    scene.rules.secret = ["vault/**", "*2/x/*.txt"]
    assert hidden(scene) == {"vault", "Vault2/x/b.txt", "tests/certs/one.pem", "tests/certs/.ssh"}
    scene.rules.not_secret = ["tests/certs/*.pem", "tests/certs/.ssh/known", "vault/**"]
    assert hidden(scene) == {"Vault2/x/b.txt", "tests/certs/.ssh/key"}


def test_a_folder_closed_to_its_owner_is_hidden(scene: Ruled, monkeypatch: pytest.MonkeyPatch) -> None:
    (scene.root / "closed").mkdir()
    scan = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(path)
        return scan(path)

    monkeypatch.setattr(secrets_mask.os, "scandir", refuse)
    assert hidden(scene) == {"closed"}


def test_a_link_with_a_secret_s_name_hides_where_it_leads(scene: Ruled) -> None:
    scene.file("config/prod")
    (scene.root / ".env").symlink_to("config/prod")
    (scene.root / "a.key").symlink_to("/dev/null")
    (scene.root / "b.key").symlink_to("nowhere")
    (scene.root / "c.key").symlink_to(".")
    (scene.outside / "token").write_text("x", "utf-8")
    (scene.root / "d.key").symlink_to(scene.outside / "token")
    (scene.outside / "bundle").write_text(CERTIFICATE, "utf-8")
    scene.file("site-packages/certifi/x").with_name("cacert.pem").symlink_to(scene.outside / "bundle")
    assert hidden(scene) == {"config/prod", "../outside/token"}


def test_pipes_and_sockets_are_hidden_also_git_s(scene: Ruled, monkeypatch: pytest.MonkeyPatch) -> None:
    (scene.root / ".git").mkdir()
    os.mkfifo(scene.root / "src/pipe")
    monkeypatch.chdir(scene.root / ".git")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("daemon.ipc")
        assert hidden(scene) == {"src/pipe", ".git/daemon.ipc"}


def test_a_workspace_that_cannot_be_searched_whole_is_said(scene: Ruled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets_mask, "MAX_ENTRIES", 3)
    for number in range(3):
        scene.file(f"src/{number}")
    with pytest.raises(secrets_mask.WorkspaceTooLarge):
        hidden(scene)


def test_credential_stores_that_exist_are_hidden_with_the_data_folder(scene: Ruled) -> None:
    for path in (
        ".ssh/id",
        ".docker/config.json",
        ".docker/other",
        ".codex/auth.json",
        ".codex/config.toml",
        ".netrc",
    ):
        (scene.home / path).parent.mkdir(exist_ok=True)
        (scene.home / path).write_text("x", "utf-8")
    (scene.outside / "aws").mkdir()
    (scene.home / ".aws").symlink_to(scene.outside / "aws")
    found = {os.path.relpath(path, scene.base) for path in hidden_elsewhere(scene.places)}
    assert found == {
        "data", "home/.ssh", "home/.docker/config.json", "home/.codex/auth.json", "home/.netrc", "outside/aws",
    }  # fmt: skip


def test_what_lies_in_another_hidden_place_is_not_named_again() -> None:
    assert without_nested(["/a/b", "/a-b", "/a", "/a/b/c", "/a", "/b/c"]) == ["/a-b", "/a", "/b/c"]
