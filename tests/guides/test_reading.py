"""Files inside the project: sizes to the byte, links that leave, what is no file."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness, NoFile
from harness_runtime.guides.reading import MAX_FILE, MAX_GUIDE, ReadFault, read_inside
from tests.guides.conftest import Project


def reads(root: Path, path: str, limit: int = 100) -> bytes | str:
    try:
        return read_inside(root, path, limit)
    except ReadFault as fault:
        return fault.code


def link(place: Path, target: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def bind(path: Path) -> None:
    folder = os.getcwd()
    os.chdir(path.parent)  # a socket's path may not be long
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(folder)


PLACES: dict[str, tuple[str, Callable[[Path], object], bytes | str]] = {
    "a file": ("a.md", lambda root: (root / "a.md").write_bytes(b"x"), b"x"),
    "a file that is not there": ("a.md", lambda root: None, "missing"),
    "below a file": ("a.md/b", lambda root: (root / "a.md").write_bytes(b"x"), "missing"),
    "up and back into the project": ("d/../a.md", lambda root: ((root / "d").mkdir(), (root / "a.md").touch()), b""),
    "outside": ("../out.md", lambda root: (root.parent / "out.md").touch(), "outside"),
    "outside, not there": ("../out.md", lambda root: None, "missing"),
    "a sibling with the same beginning": (
        "../project2/a",
        lambda root: Project(root.parent / "project2", root).holds("a", ""),
        "outside",
    ),
    "a link inside": ("l", lambda root: ((root / "a.md").write_bytes(b"x"), link(root / "l", "a.md")), b"x"),
    "a link out": ("l", lambda root: link(root / "l", "/etc/passwd"), "outside"),
    "a relative link out": ("l", lambda root: ((root.parent / "o").touch(), link(root / "l", "../o")), "outside"),
    "a folder that is a link out": ("d/passwd", lambda root: link(root / "d", "/etc"), "outside"),
    "a link out and back in": (
        "d/project/a",
        lambda root: ((root / "a").write_bytes(b"x"), link(root / "d", "..")),
        b"x",
    ),
    "a link to nothing": ("l", lambda root: link(root / "l", "nothing"), "missing"),
    "a link to itself": ("l", lambda root: link(root / "l", "l"), "unreadable"),
    "a folder": ("d", lambda root: (root / "d").mkdir(), "not_regular"),
    "the project": ("", lambda root: None, "not_regular"),
    "a FIFO": ("f", lambda root: os.mkfifo(root / "f"), "not_regular"),
    "a socket": ("s", lambda root: bind(root / "s"), "not_regular"),
    "a name with NUL": ("a\0b", lambda root: None, "unreadable"),
    "as large as may be": ("a", lambda root: (root / "a").write_bytes(b"x" * 100), b"x" * 100),
    "one byte more": ("a", lambda root: (root / "a").write_bytes(b"x" * 101), "too_large"),
}


@pytest.mark.parametrize(("path", "make", "expected"), PLACES.values(), ids=PLACES.keys())
def test_what_stands_at_a_path(
    tmp_path: Path, path: str, make: Callable[[Path], object], expected: bytes | str
) -> None:
    root = tmp_path / "project"
    root.mkdir()
    make(root)
    assert reads(root, path) == expected


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a").touch(0o000)
    assert reads(tmp_path, "a") == "unreadable"


def test_a_project_reached_through_a_link_is_the_project(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a").write_bytes(b"x")
    link(tmp_path / "project", "real")
    assert reads(tmp_path / "project", "a") == b"x"


def padded(size: int) -> str:
    return "#" * (size - 1) + "\n"


def test_the_harness_file_may_have_1_mib(project: Project) -> None:
    assert MAX_FILE == 1024 * 1024
    assert isinstance(project.harness(padded(MAX_FILE)).trust().load(), Harness)


def test_a_harness_file_of_one_byte_more_is_skipped(project: Project) -> None:
    project.harness("").trust().harness(padded(MAX_FILE + 1))
    with pytest.raises(HarnessFault) as caught:
        project.load()
    assert [fault.code for fault in caught.value.faults] == ["file_too_large"]


@pytest.mark.parametrize(("size", "is_in"), [(MAX_GUIDE, True), (MAX_GUIDE + 1, False)])
def test_a_guide_may_have_256_kib(project: Project, size: int, is_in: bool) -> None:
    assert MAX_GUIDE == 256 * 1024
    project.holds("g.md", padded(size)).harness("[[guides]]\nname = 'G'\npath = 'g.md'").trust()
    assert bool(project.resolve().guides) == is_in


def test_a_parent_folder_is_not_looked_at(project: Project) -> None:
    project.harness("").trust()
    inner = Project(project.root / "inner", project.data)
    assert inner.load() == NoFile()
