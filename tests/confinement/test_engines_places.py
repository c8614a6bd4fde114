"""From a profile to places, Landlock rules and mounts: what is granted, closed and covered, and where."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from harness_runtime.confinement.engines import mounts
from harness_runtime.confinement.engines import places as shared
from harness_runtime.confinement.engines.linux import landlock, rights
from harness_runtime.confinement.engines.linux.rights import RIGHTS, rules
from harness_runtime.confinement.engines.mounts import Mounts
from harness_runtime.confinement.engines.places import HIDDEN, READABLE, TEMPORARY, WRITABLE, places, with_shared
from harness_runtime.confinement.profile import ConfinementFault, Profile

READ, WRITE, TEMP, LIST = RIGHTS[READABLE], RIGHTS[WRITABLE], RIGHTS[TEMPORARY], landlock.READ_DIR


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("ws/src/.git/config", "ws/src/a", "ws/src/deep/b", "ws/.env", "ws/README", "home/.ssh/id", "home/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "tmp").mkdir()
    (tmp_path / "ws/link").symlink_to("README")
    return tmp_path


def profile(tree: Path, writable: str = "", read_only: str = "", hidden: str = "", temporary: str = "tmp") -> Profile:
    words = [tuple(str(tree / word) for word in text.split()) for text in (writable, read_only, hidden)]
    return Profile(words[0], words[1], words[2], str(tree / temporary))


def test_the_innermost_entry_comes_last_and_hidden_wins(tree: Path) -> None:
    found = places(profile(tree, "ws/src ws", "ws/src/.git ws/.env", "ws/.env"))
    assert [(path.removeprefix(f"{tree}/"), kind) for path, kind in found.items()] == [
        ("tmp", TEMPORARY),
        ("ws", WRITABLE),
        ("ws/.env", HIDDEN),
        ("ws/src", WRITABLE),
        ("ws/src/.git", READABLE),
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"writable": "none"},
        {"writable": "ws/link"},
        {"hidden": "ws/../ws/.env"},
        {"temporary": "ws/README"},
        {"hidden": "tmp"},
        {"writable": "tmp/inside"},
    ],
)
def test_a_profile_that_cannot_be_held_is_refused(tree: Path, change: dict[str, str]) -> None:
    (tree / "tmp/inside").mkdir()
    with pytest.raises(ConfinementFault) as fault:
        places(profile(tree, **change))
    assert fault.value.rule == "profile_invalid"


def granted(tree: Path, asked: Profile) -> dict[str, int]:
    """The rules below the tree."""
    found = {os.fsdecode(path): access for path, access in rules(places(asked))}
    return {path.removeprefix(f"{tree}/"): access for path, access in found.items() if path.startswith(f"{tree}/")}


def test_landlock_grants_the_siblings_of_what_is_hidden(tree: Path) -> None:
    assert granted(tree, profile(tree, "ws/src", hidden="ws/.env home/.ssh")) == {
        "tmp": TEMP,
        "home/x": READ,
        "ws": LIST,
        "ws/README": READ,
        "ws/src": WRITE,
    }


def test_landlock_grants_the_siblings_of_what_stays_as_it_is(tree: Path) -> None:
    found = granted(tree, profile(tree, "ws/src", "ws/src/.git", "ws/.env"))
    assert {path: access for path, access in found.items() if path.startswith("ws/src")} == {
        "ws/src": LIST,
        "ws/src/.git": READ,
        "ws/src/a": WRITE,
        "ws/src/deep": WRITE,
    }


def test_landlock_grants_one_rule_where_nothing_is_taken_back(tree: Path) -> None:
    assert granted(tree, profile(tree, "ws/src")) == {"ws/src": WRITE, "tmp": TEMP}


def test_landlock_masks_the_shared_folders_too(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SHARED", (str(tree / "home"), str(tree / "ws")))
    found = dict(rules(with_shared(places(profile(tree, "ws/src")), [str(tree / "home/x/bin")])))
    granted = {os.fsdecode(path).removeprefix(f"{tree}/"): access for path, access in found.items()}
    assert {path: access for path, access in granted.items() if path[0] != "/"} == {
        "home": LIST,
        "home/x": READ,
        "ws": LIST,
        "ws/src": WRITE,
        "tmp": TEMP,
    }


def test_landlock_never_grants_disks(tree: Path) -> None:
    found = {os.fsdecode(path): access for path, access in rules(places(profile(tree)))}
    devices = {path: access for path, access in found.items() if path.startswith("/dev")}
    assert devices.pop("/dev") == LIST
    assert sorted(devices) == sorted(f"/dev/{name}" for name in rights.PLAIN_DEVICES)
    assert found["/"] == LIST


def test_landlock_says_when_it_would_take_too_many_rules(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rights, "MOST_RULES", len(rules(places(profile(tree, "ws/src")))) + 2)
    with pytest.raises(ConfinementFault) as fault:
        rules(places(profile(tree, "ws/src", hidden="ws/.env")))
    assert fault.value.rule == "too_many_rules"


def words(
    tree: Path, asked: Profile, needed: tuple[str, ...] = (), runtime_folder: str = ""
) -> tuple[Mounts, list[str]]:
    made = Mounts(with_shared(places(asked), list(needed), (runtime_folder,)), "/EMPTY")
    lines, at = [], 0
    while at < len(made.words):
        count = 2 if made.words[at] == "--tmpfs" else 3
        lines.append(" ".join(dict.fromkeys(word.removeprefix(f"{tree}/") for word in made.words[at : at + count])))
        at += count
    return made, lines


def test_mounts_come_outermost_first(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SHARED", ())
    monkeypatch.setattr(mounts, "sockets", list)
    made, lines = words(tree, profile(tree, "ws/src ws/README", "ws/src/.git ws/src/deep/b", "ws/.env home/.ssh"))
    assert lines == [
        "--tmpfs home/.ssh",
        "--bind tmp",
        "--ro-bind /EMPTY ws/.env",
        "--bind ws/README",
        "--bind ws/src",
        "--ro-bind ws/src/.git",
        "--bind ws/src/deep",  # or it could be renamed, and what it holds with it
        "--ro-bind ws/src/deep/b",
    ]
    assert made.locked == [str(tree / "home/.ssh")]


def test_shared_folders_show_only_what_the_command_needs(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SHARED", (str(tree / "home"), str(tree / "ws")))
    monkeypatch.setattr(mounts, "sockets", list)
    made, lines = words(tree, profile(tree, "ws/src", hidden="ws/.env home/.ssh"), (str(tree / "home/x/bin"),))
    assert lines == ["--tmpfs home", "--ro-bind home/x", "--bind tmp", "--tmpfs ws", "--bind ws/src"]
    assert made.private == [str(tree / "home")]  # the other one holds a part of the boundary, which has no symlinks


def test_a_shared_folder_that_the_command_runs_in_stays(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SHARED", (str(tree / "home"),))
    monkeypatch.setattr(mounts, "sockets", list)
    assert words(tree, profile(tree, "ws/src"), (str(tree / "home"),))[1] == ["--bind tmp", "--bind ws/src"]


def test_the_runtime_folder_is_one_of_them(tree: Path) -> None:
    _, lines = words(tree, profile(tree), runtime_folder=str(tree / "home"))
    assert f"--tmpfs {tree}/home".replace(f"{tree}/", "") in lines


def test_a_socket_that_listens_somewhere_is_covered(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SHARED", (str(tree / "home"),))
    monkeypatch.chdir(tree)
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as other:
        one.bind(str(tree / "ws/s"))
        other.bind(str(tree / "home/s"))
        _, lines = words(tree, profile(tree))
    assert [line for line in lines if line.endswith("/s")] == ["--ro-bind /EMPTY ws/s"]
