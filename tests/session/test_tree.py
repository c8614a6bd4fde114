"""What differs between two looks at a tree, and what a look leaves out."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.boundary.patterns import matches
from harness_runtime.session import git_index, tree
from harness_runtime.session.glob_walk import covers
from harness_runtime.session.tree import Change, Snapshot, TreeFault, compare, dump, load, snapshot, unseen

GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "PATH": os.environ["PATH"]}
WHO = ("-c", "user.name=dev", "-c", "user.email=dev@example.org")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project: files at two depths, a link, a folder that stays empty."""
    for name in ("README.md", "src/app.py", "src/deep/inner.py", "docs/guide.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{name}\n")
    (tmp_path / "link").symlink_to("README.md")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.fixture
def repository(root: Path) -> Path:
    git(root, "init", "-q")
    git(root, "add", "README.md", "src")
    git(root, *WHO, "commit", "-qm", "first")
    return root


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", folder, *words], env=GIT, capture_output=True, text=True, check=True)
    return done.stdout


def touch_later(path: Path) -> None:
    """Another time, as a write one clock tick later would give it."""
    status = path.lstat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 5_000_000), follow_symlinks=False)


def after(root: Path, *skip: str, act=lambda: None, **options) -> list[tuple[str, str]]:
    """The changes that an act makes, through the bytes on disk and back."""
    before = load(dump(snapshot(root, skip, **options)))
    act()
    return [(change.path, change.what) for change in compare(before, snapshot(root, skip, **options))]


# What counts as which change


def test_nothing_done_is_no_change(root):
    assert after(root) == []


def test_a_new_file(root):
    assert after(root, act=lambda: (root / "src/new.py").write_text("")) == [("src/new.py", "created")]


def test_a_file_that_is_gone(root):
    assert after(root, act=(root / "src/app.py").unlink) == [("src/app.py", "deleted")]


def test_a_file_of_another_size(root):
    assert after(root, act=lambda: (root / "src/app.py").write_text("longer than before")) == [
        ("src/app.py", "changed")
    ]


def test_a_file_of_another_time(root):
    assert after(root, act=lambda: touch_later(root / "src/app.py")) == [("src/app.py", "changed")]


def test_a_file_whose_time_was_put_back(root):
    file = root / "src/app.py"
    old = file.stat()

    def forge():
        file.write_text(file.read_text().upper())
        os.utime(file, ns=(old.st_atime_ns, old.st_mtime_ns))

    assert after(root, act=lambda: (wait_for_the_clock(file), forge())) == [("src/app.py", "changed")]


def wait_for_the_clock(file: Path) -> None:
    """Until the file system's clock has moved on from the file's last change."""
    probe = file.with_name("probe")
    while True:
        probe.touch()
        moved = probe.stat().st_ctime_ns > file.stat().st_ctime_ns
        probe.unlink()
        if moved:
            return


def test_a_file_that_was_replaced_by_one_with_equal_times(root):
    file, other = root / "src/app.py", root / "src/other"

    def replace():
        shutil.copy2(file, other)
        other.rename(file)

    assert after(root, act=replace) == [("src/app.py", "changed")]


def test_another_mode_of_a_file_and_of_a_folder(root):
    def act():
        (root / "src/app.py").chmod(0o755)
        (root / "docs").chmod(0o700)

    assert after(root, act=act) == [("docs", "mode"), ("src/app.py", "mode")]


def test_another_type(root):
    def act():
        (root / "README.md").unlink()
        (root / "README.md").mkdir()
        (root / "empty").rmdir()
        (root / "empty").symlink_to("src")

    assert after(root, act=act) == [("README.md", "type"), ("empty", "type")]


def test_a_link_counts_by_its_target(root):
    def link_to(target):
        (root / "link").unlink()
        (root / "link").symlink_to(target)

    assert after(root, act=lambda: link_to("README.md")) == []
    assert after(root, act=lambda: link_to("src/app.py")) == [("link", "changed")]


def test_a_folder_that_came_or_went_is_named_once(root):
    def act():
        shutil.rmtree(root / "src")
        (root / "new/inner").mkdir(parents=True)
        (root / "new/inner/file").touch()

    assert after(root, act=act) == [("new/", "created"), ("src/", "deleted")]


def test_a_folder_does_not_change_with_what_is_in_it(root):
    assert after(root, act=lambda: touch_later(root / "src")) == []


def test_special_files_are_never_opened(root):
    def act():
        os.mkfifo(root / "fifo")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.path.relpath(root / "socket"))

    assert after(root, act=act) == [("fifo", "created"), ("socket", "created")]
    assert snapshot(root).complete


def test_links_are_not_followed(root, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "file").touch()
    (root / "out").symlink_to(outside)
    assert after(root, act=(outside / "file").unlink) == []


def test_names_that_are_no_text_come_through(root):
    name = os.fsdecode(b"caf\xe9\nx")
    assert after(root, act=(root / name).touch) == [(name, "created")]
    assert load(dump(snapshot(root))) == snapshot(root)


# The boundary


@pytest.mark.parametrize("glob", ["src/**", "src/*.py", "src/app.py", "**", "**/app.py", "s?c/**/*.py"])
def test_what_the_globs_cover_is_left_out(root, glob):
    assert after(root, glob, act=lambda: (root / "src/app.py").write_text("")) == []


@pytest.mark.parametrize("glob", ["**/__pycache__/**", "**/other.py", "src/**/deep/*.py", "src/app.py/**"])
def test_a_file_that_a_glob_only_could_lead_past_is_looked_at(root, glob):
    assert after(root, glob, act=lambda: (root / "src/app.py").write_text("")) == [("src/app.py", "changed")]


@pytest.mark.parametrize("glob", ["src/new/deep/**", "src/new/deep/a.py", "src/**/a.py"])
def test_folders_on_the_way_to_the_boundary_belong_to_it(root, glob):
    def act():
        (root / "src/new/deep").mkdir(parents=True)
        (root / "src/new/deep/a.py").touch()

    assert after(root, glob, act=act) == []


def test_what_lies_beside_the_boundary_in_such_a_folder_is_named(root):
    def act():
        (root / "src/new").mkdir()
        (root / "src/new/a.py").touch()
        (root / "src/new/b.py").touch()

    assert after(root, "src/new/a.py", act=act) == [("src/new/b.py", "created")]


def test_a_folder_in_the_place_of_a_boundary_file_hides_nothing(root):
    def act():
        (root / "out").mkdir()
        (root / "out/file").touch()

    assert after(root, "out", act=act) == [("out/file", "created")]


def test_what_only_one_looks_globs_cover_is_no_difference(root):
    before = snapshot(root, ["docs/**"])
    assert compare(before, snapshot(root, ["src/app.py"])) == []


def test_a_covered_folder_is_not_read(root):
    assert "src" not in snapshot(root, ["src/**"]).folders
    assert snapshot(root, ["**"]).folders == {}
    assert snapshot(root, ["src/**"]).complete


segments = st.sampled_from(["a", "b", "ab", "*", "?", "a*", "*b", "**", ".x", "*.*", "a.b"])
globs = st.lists(segments, min_size=1, max_size=5).map("/".join)
paths = st.lists(st.sampled_from(["a", "b", "ab", ".x", "a.b", "a\nb", "*"]), min_size=1, max_size=5).map("/".join)


@given(patterns=st.lists(globs, max_size=3), path=paths)
def test_globs_mean_what_they_mean_to_the_boundary(patterns, path):
    assert covers(patterns, path) == any(matches(pattern, path) for pattern in patterns)


# git


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("status", "--porcelain", "--ignored"),
        ("diff",),
        ("diff", "--cached"),
        ("describe", "--always", "--dirty"),
        ("update-index", "--refresh"),
        ("log", "--stat"),
        ("show",),
        ("blame", "README.md"),
        ("grep", "src"),
        ("ls-files", "--stage"),
        ("stash", "list"),
        ("branch", "--all"),
        ("rev-parse", "HEAD"),
        ("worktree", "list"),
        ("reflog",),
        ("fsck",),
    ],
    ids=" ".join,
)
def test_reading_with_git_changes_nothing(repository, words):
    touch_later(repository / "src/app.py")
    assert after(repository, act=lambda: git(repository, *words)) == []


def test_a_refreshed_index_is_really_rewritten(repository):
    """The test above would mean nothing if git had left the file alone."""
    touch_later(repository / "src/app.py")
    before = (repository / ".git/index").stat()
    git(repository, "status")
    assert (repository / ".git/index").stat().st_mtime_ns != before.st_mtime_ns


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (("add", "docs"), ".git/index"),
        (("rm", "-q", "--cached", "README.md"), ".git/index"),
        (("update-index", "--chmod=+x", "README.md"), ".git/index"),
        (("update-index", "--assume-unchanged", "README.md"), ".git/index"),
        (("update-index", "--skip-worktree", "README.md"), ".git/index"),
        (("add", "--intent-to-add", "docs"), ".git/index"),
        (("branch", "other"), ".git/refs/heads/other"),
        (("tag", "v1"), ".git/refs/tags/v1"),
        (("config", "core.fsmonitor", "evil"), ".git/config"),
        (("checkout", "-q", "--detach"), ".git/HEAD"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_writing_with_git_is_seen(repository, words, path):
    assert path in [changed for changed, _ in after(repository, act=lambda: git(repository, *words))]


def test_a_new_hook_is_seen(repository):
    hook = repository / ".git/hooks/post-checkout"
    hook.parent.mkdir(exist_ok=True)
    assert after(repository, act=hook.touch) == [(".git/hooks/post-checkout", "created")]


def test_git_objects_are_not_looked_at(repository):
    assert after(repository, act=lambda: git(repository, "hash-object", "-w", "docs/guide.md")) == []
    assert ".git/objects" not in snapshot(repository).folders
    assert snapshot(repository).complete


def test_a_branch_called_objects_is_looked_at(repository):
    changes = after(repository, act=lambda: git(repository, "branch", "objects/x"))
    assert (".git/refs/heads/objects/", "created") in changes


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_every_version_of_the_index_is_understood(repository, version):
    if version == "3":
        git(repository, "add", "--intent-to-add", "docs")  # what makes git write version 3
    git(repository, "update-index", "--index-version", version)
    raw = (repository / ".git/index").read_bytes()
    assert raw[7] == int(version)
    assert len(git_index.digest(raw)) == 64


def test_versions_of_the_same_index_say_the_same(repository):
    found = set()
    for version in ("2", "4"):
        git(repository, "update-index", "--index-version", version)
        found.add(git_index.digest((repository / ".git/index").read_bytes()))
    assert len(found) == 1


def test_the_index_of_a_sha256_repository_is_understood(root):
    git(root, "init", "-q", "--object-format=sha256")
    git(root, "add", "README.md", "src")
    assert snapshot(root).complete
    assert (".git/index", "changed") in after(root, act=lambda: git(root, "add", "docs"))


@pytest.mark.parametrize("version", ["2", "4"])
def test_the_index_of_nested_repositories_and_worktrees_is_understood_too(repository, version):
    git(repository, "worktree", "add", "-q", "tree")
    git(repository / "tree", "update-index", "--index-version", version)
    touch_later(repository / "tree/README.md")
    assert after(repository, act=lambda: git(repository / "tree", "status")) == []
    assert snapshot(repository).complete


def test_a_split_index_is_left_out_and_said(repository):
    git(repository, "update-index", "--split-index")
    assert snapshot(repository).left_out == (".git/index",)
    assert after(repository, act=lambda: git(repository, "add", "docs")) == []


@pytest.mark.parametrize(
    "raw", [b"", b"DIRC", b"DIRC\0\0\0\x05" + b"\0" * 40, b"DIRC\0\0\0\x02\xff\xff\xff\xff", b"x" * 99]
)
def test_what_is_no_index_is_not_understood(raw):
    with pytest.raises(git_index.NotUnderstood):
        git_index.digest(raw)


@given(
    raw=st.binary(max_size=200), head=st.sampled_from([b"", b"DIRC\0\0\0\x02\0\0\0\x01", b"DIRC\0\0\0\x04\0\0\0\x02"])
)
def test_any_bytes_are_an_index_or_not_understood(raw, head):
    with suppress(git_index.NotUnderstood):
        assert len(git_index.digest(head + raw)) == 64


def test_a_git_directory_elsewhere_is_said(repository, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("worktrees") / "tree"
    git(repository, "worktree", "add", "-q", str(elsewhere))
    assert snapshot(elsewhere).left_out == (str(repository / ".git/worktrees/tree"),)


# Limits


def test_too_many_entries_stop_the_walk_near_the_root(root):
    found = snapshot(root, max_entries=5)
    assert found.stopped == "entries"
    assert list(found.folders) == [""]
    assert set(found.left_out) == {"docs", "empty", "src"}


def test_a_deadline_stops_the_walk(root):
    found = snapshot(root, deadline_seconds=-1)
    assert (found.folders, found.left_out, found.stopped, found.complete) == ({}, (".",), "deadline", False)


def test_git_is_looked_at_before_the_rest(repository):
    found = snapshot(repository, max_entries=20)
    assert ".git" in found.folders
    assert "src/deep" in found.left_out or "src" in found.left_out


def test_only_what_both_looks_saw_is_compared(root):
    whole, part = snapshot(root), snapshot(root, max_entries=5)
    (root / "src/new.py").touch()
    (root / "top.py").touch()
    assert compare(part, snapshot(root)) == [Change("top.py", "created")]
    assert compare(whole, snapshot(root, max_entries=6)) == [Change("top.py", "created")]
    assert unseen(part, whole) == ["docs", "empty", "src"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_may_not_be_read_is_left_out(root):
    (root / "docs").chmod(0)
    assert snapshot(root).left_out == ("docs",)
    (root / "docs").chmod(0o755)


def test_a_folder_that_cannot_be_opened_is_left_out(root, monkeypatch):
    real = os.open

    def denied(path, *rest, **more):
        if str(path).endswith("/docs"):
            raise PermissionError(path)
        return real(path, *rest, **more)

    monkeypatch.setattr(tree.os, "open", denied)
    assert snapshot(root).left_out == ("docs",)


def test_a_folder_that_is_swapped_for_another_is_left_out(root, monkeypatch, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    real = os.open

    def swap(path, *rest, **more):
        if str(path).endswith("/src"):
            (root / "src").rename(outside / "src")
            (root / "src").mkdir()
        return real(path, *rest, **more)

    monkeypatch.setattr(tree.os, "open", swap)
    assert snapshot(root).left_out == ("src",)


def test_a_root_that_is_not_there_is_left_out(tmp_path):
    assert snapshot(tmp_path / "absent").left_out == (".",)


# On disk


def test_a_snapshot_comes_back_from_its_bytes(repository):
    found = snapshot(repository, ["docs/**"], max_entries=20)
    assert load(dump(found)) == found


def test_an_empty_snapshot_comes_back(tmp_path):
    assert load(dump(Snapshot({}))) == Snapshot({})


@pytest.mark.parametrize("cut", [0, 5, 15, 20, -1, -8])
def test_bytes_that_are_cut_short_are_a_fault(root, cut):
    with pytest.raises(TreeFault):
        load(dump(snapshot(root))[:cut])


@given(raw=st.binary(max_size=64))
def test_any_bytes_are_a_snapshot_or_a_fault(raw):
    for data in (raw, tree.MAGIC + raw, tree.MAGIC + tree.zlib.compress(raw)):
        with pytest.raises(TreeFault):
            load(data)


@pytest.mark.parametrize(
    "lines",
    [
        b"",
        b"{}\n",
        b"[]\n",
        b'{"globs":[],"left_out":[],"stopped":""}\n["",{"a":["f",1]}]\n',
        b'{"globs":[],"left_out":[],"stopped":""}\n["",{"a":["f",1,2,3,4,"x",""]}]\n',
        b'{"globs":[],"left_out":[],"stopped":""}\n["",{"a":[1,1,2,3,4,5,""]}]\n',
        b'{"globs":[],"left_out":[],"stopped":""}\n["",[]]\n',
        b'{"globs":[],"left_out":[],"stopped":""}\n7\n',
        b'{"globs":7,"left_out":[],"stopped":""}\n',
        b'{"globs":[],"left_out":[],"stopped":"never"}\n',
        b"[" * 100_000,
    ],
)
def test_a_content_of_another_shape_is_a_fault(lines):
    with pytest.raises(TreeFault):
        load(tree.MAGIC + tree.zlib.compress(lines))
