"""The fingerprint moves with content, mode, links and names inside the boundary, and with nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.confinement import fingerprint as module
from harness_runtime.confinement.fingerprint import fingerprint
from tests.confinement.ordinary import as_an_ordinary_user

PATTERNS = ["src/**", "docs/*.md", "one.txt"]
SCRATCH = ["src/cache/**", "src/*.log"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in (
        "src/a.py",
        "src/sub/b.py",
        "docs/x.md",
        "docs/y.txt",
        "one.txt",
        "other.txt",
        "src/cache/c",
        "src/l.log",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x", "utf-8")
    (tmp_path / "src/link").symlink_to("a.py")
    return tmp_path


def of(root: Path) -> str:
    return fingerprint(str(root), PATTERNS, SCRATCH)


def relink(root: Path) -> None:
    (root / "src/link").unlink()
    (root / "src/link").symlink_to("sub/b.py")


def same_size_and_time(root: Path) -> None:
    file = root / "src/a.py"
    before = file.stat()
    file.write_text("y", "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


MOVES: dict[str, Callable[[Path], object]] = {
    "content": lambda root: (root / "src/sub/b.py").write_text("xx", "utf-8"),
    "content of the same size and time": same_size_and_time,
    "mode": lambda root: (root / "one.txt").chmod(0o755),
    "a link's target": relink,
    "a name": lambda root: (root / "docs/x.md").rename(root / "docs/z.md"),
    "a new file": lambda root: (root / "src/new.py").touch(),
    "what lies beside bytecode": lambda root: (
        (root / "src/__pycache__").mkdir(),
        (root / "src/__pycache__/a.py").touch(),
    ),
    "bytecode that Python takes for a module": lambda root: (root / "src/a.pyc").touch(),
    "a file gone": lambda root: (root / "one.txt").unlink(),
    "a file that is a pipe now": lambda root: ((root / "one.txt").unlink(), os.mkfifo(root / "one.txt")),
}
STAYS: dict[str, Callable[[Path], object]] = {
    "outside": lambda root: (root / "other.txt").write_text("y", "utf-8"),
    "a name that no pattern covers": lambda root: (root / "docs/y.txt").write_text("y", "utf-8"),
    "scratch": lambda root: (root / "src/cache/c").write_text("y", "utf-8"),
    "a scratch file": lambda root: (root / "src/l.log").write_text("y", "utf-8"),
    "an empty folder": lambda root: (root / "src/empty").mkdir(),
    "bytecode": lambda root: ((root / "src/__pycache__").mkdir(), (root / "src/__pycache__/a.pyc").touch()),
    "a time": lambda root: os.utime(root / "src/a.py", (1, 1)),
    "a repository's folder": lambda root: ((root / "src/.git").mkdir(), (root / "src/.git/HEAD").touch()),
    "a secret": lambda root: (root / "src/.env").touch(),
}


@pytest.mark.parametrize("change", MOVES.values(), ids=MOVES)
def test_it_moves_with(root: Path, change: Callable[[Path], object]) -> None:
    before = of(root)
    change(root)
    assert of(root) != before


@pytest.mark.parametrize("change", STAYS.values(), ids=STAYS)
def test_it_stays_with(root: Path, change: Callable[[Path], object]) -> None:
    before = of(root)
    change(root)
    assert of(root) == before


def test_a_long_file_and_a_deep_tree_are_read_to_their_ends(root: Path) -> None:
    (root / "src/long").write_bytes(b"x" * (2 << 20))
    deep = root / "src" / "/".join("d" * 400)
    deep.mkdir(parents=True)
    (deep / "f").touch()
    seen = [of(root)]
    with (root / "src/long").open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"y")
    seen.append(of(root))
    (deep / "f").write_text("x", "utf-8")
    assert len({*seen, of(root)}) == 3


def test_what_is_too_much_to_read_counts_by_the_system_s_own_time(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 1)  # docs/x.md alone is read
    before = of(root)
    assert of(root) == before
    same_size_and_time(root)
    assert of(root) != before


def test_a_large_file_does_not_change_unseen(root: Path) -> None:
    large = root / "src/large"
    with large.open("wb") as file:
        file.truncate(module.MAX_FILE + 1)
    before, seen = of(root), large.stat()
    with large.open("r+b") as file:
        file.write(b"y")
    os.utime(large, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert of(root) != before


def test_over_a_folder_that_cannot_be_listed_nothing_is_proved(root: Path) -> None:
    (root / "src/sub").chmod(0o300)
    assert as_an_ordinary_user(lambda: of(root) == of(root)) is False


def test_a_file_that_cannot_be_read_counts_by_the_system_s_own_time(root: Path) -> None:
    (root / "one.txt").chmod(0)
    first, second = as_an_ordinary_user(lambda: (of(root), of(root)))
    assert first == second
    (root / "one.txt").write_text("y", "utf-8")
    assert as_an_ordinary_user(lambda: of(root)) != first
