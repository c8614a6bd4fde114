"""Where names lead: links, dots, odd files, odd names. Real files."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, resolve, without_dots
from tests.boundary.scene import Scene, shown


def test_it_agrees_with_realpath(tmp_path: Path) -> None:
    base = tmp_path.resolve()
    (base / "a/b").mkdir(parents=True)
    (base / "a/f").write_text("x")
    (base / "rel").symlink_to("a/b")
    (base / "abs").symlink_to(base / "a")
    (base / "up").symlink_to("a/b/../../a")
    (base / "chain").symlink_to("up/f")
    (base / "dangling").symlink_to("nowhere/x")
    for name in (
        ".",
        "a/f",
        "rel",
        "rel/../f",
        "abs/b",
        "up/f",
        "chain",
        "dangling",
        "nope/x",
        "rel/x/y",
        "a//b/./",
        "../../..",
    ):
        assert resolve(f"{base}/{name}").path == os.path.realpath(base / name), name


@given(st.lists(st.sampled_from(["a", "b", "..", ".", ""]), max_size=8))
def test_dots_by_text_agree_with_normpath(parts: list[str]) -> None:
    path = "/" + "/".join(parts)
    assert without_dots(path) == os.path.normpath("/" + path.lstrip("/"))


@pytest.mark.parametrize(
    ("root", "path", "expected"),
    [("/w", "/w", ""), ("/w", "/w/a", "a"), ("/w", "/wx", None), ("/w", "/", None), ("/", "/a", "a")],
)
def test_below(root: str, path: str, expected: str | None) -> None:
    assert below(root, path) == expected


def test_a_loop_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(Fault) as caught:
        resolve(f"{tmp_path}/a")
    assert caught.value.rule == "symlink"


OUTSIDE = [
    "../outside/x",
    "/etc/hosts",
    "src/../../outside/x",
    "src/../b",
    "b",
    "srcx/a",
    "..",
    "~/x",
    "~",
    "src",
    ".",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_outside_is_refused(scene: Scene, name: str) -> None:
    assert shown(scene.write(name)) in ("outside_boundary", "is_directory")
    assert scene.write(name).targets == ()
    assert shown(scene.patch(f"*** Add File: {name}", "+x")) in ("outside_boundary", "is_directory")


@pytest.mark.parametrize("name", ["src/./a", "src//a", "src/x/../a", "./src/a", "docs/../src/a", "src/new/deep/a"])
def test_a_roundabout_name_inside_passes(scene: Scene, name: str) -> None:
    assert shown(scene.write(name)) == "allow"


def test_a_parent_link_that_leaves(scene: Scene) -> None:
    (scene.root / "src/out").symlink_to(scene.outside)
    assert shown(scene.write("src/out/x")) == "outside_boundary"
    assert shown(scene.write("src/out/../src/x")) == "outside_boundary"


def test_a_parent_link_that_stays(scene: Scene) -> None:
    (scene.root / "src/real").mkdir()
    (scene.root / "alias").symlink_to("src/real")
    decision = scene.write("alias/x")
    assert decision.targets == (str(scene.root / "src/real/x"),)


def test_a_parent_link_to_another_folder_of_the_workspace(scene: Scene) -> None:
    (scene.root / "lib").mkdir()
    (scene.root / "src/lib").symlink_to("../lib")
    assert shown(scene.write("src/lib/x")) == "outside_boundary"


@pytest.mark.parametrize("target", ["{outside}/x", "../lib/x", "../.git/config", "/etc/hosts", "{outside}/missing/x"])
def test_a_final_link_that_leaves(scene: Scene, target: str) -> None:
    (scene.root / "src/link").symlink_to(target.format(outside=scene.outside))
    for decision in (
        scene.write("src/link"),
        scene.patch("*** Delete File: src/link"),
        scene.patch("*** Update File: src/link", "@@", "+x"),
    ):
        assert decision.rule in ("symlink", "never_writable")


def test_a_final_link_that_stays(scene: Scene) -> None:
    scene.file("src/a.py")
    (scene.root / "src/link").symlink_to("a.py")
    assert shown(scene.write("src/link")) == "allow"


def test_a_link_outside_that_leads_inside_is_outside(scene: Scene) -> None:
    scene.file("src/a.py")
    (scene.root / "link").symlink_to("src/a.py")
    assert shown(scene.patch("*** Delete File: link")) == "outside_boundary"


def test_dots_after_a_link_are_read_both_ways(scene: Scene) -> None:
    """Dropping `..` by text gives src/a; walking it gives outside/../src/a."""
    (scene.outside / "deep").mkdir()
    (scene.root / "src/out").symlink_to(scene.outside / "deep")
    assert shown(scene.write("src/out/../a")) == "outside_boundary"


def test_a_hard_link(scene: Scene) -> None:
    (scene.outside / "x").write_text("x")
    os.link(scene.outside / "x", scene.root / "src/hard")
    assert shown(scene.write("src/hard")) == "hard_link"
    assert shown(scene.patch("*** Delete File: src/hard")) == "hard_link"


def test_a_pipe_and_a_socket(scene: Scene) -> None:
    os.mkfifo(scene.root / "src/fifo")
    assert shown(scene.write("src/fifo")) == "special_file"
    assert shown(scene.read("src/fifo")) == "special_file"
    assert shown(scene.shell("cat src/fifo")) == "special_file"
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.getcwd()
        os.chdir(scene.root / "src")
        try:
            listener.bind("s")
        finally:
            os.chdir(here)
        assert shown(scene.write("src/s")) == "special_file"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/tty"])
def test_a_device_is_not_read(scene: Scene, path: str) -> None:
    if not Path(path).exists():
        pytest.skip(f"no {path} here")
    assert shown(scene.read(path)) == "special_file"


@pytest.mark.parametrize("name", ["src/dir", "src/dir/", "src/new/", "src/", "src/dir/.", "src/dir/..", " "])
def test_a_folder_is_no_file(scene: Scene, name: str) -> None:
    (scene.root / "src/dir").mkdir()
    assert shown(scene.write(name)) == "is_directory"


BAD_NAMES = [
    "src/a\x00b",
    "src/a\nb",
    "src/a\x1bb",
    "src/a\x7f",
    "src/\ud800",
    "src/a\u200bb",
    "src/a\u202eb",
    "src/.g\u200cit/x",
    "src/" + "x" * 256,
    "src/" + "한" * 86,
    "src/" + "d/" * 2100 + "x",
    "\ufeffsrc/a",
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=range(len(BAD_NAMES)))
def test_a_name_that_nobody_should_use(scene: Scene, name: str) -> None:
    assert shown(scene.write(name)) == "name_encoding"
    assert shown(scene.read(name)) == "name_encoding"


def test_a_long_name_that_fits(scene: Scene) -> None:
    assert shown(scene.write("src/" + "x" * 255)) == "allow"
    assert shown(scene.write("src/한글 파일.py")) == "allow"


@pytest.mark.parametrize("name", [" src/a", "src/a ", "src/a\u00a0"])
def test_blanks_that_one_host_drops_are_judged_both_ways(scene: Scene, name: str) -> None:
    expected = "allow" if name.startswith("src") else "outside_boundary"
    assert shown(scene.write(name)) == expected


def test_a_file_whose_name_decomposes_is_judged_both_ways(scene: Scene) -> None:
    scene.policy["allowed_write_paths"] = ["e\u0301.py"]
    assert shown(scene.write("e\u0301.py")) == "outside_boundary"
    assert shown(scene.patch("*** Add File: e\u0301.py", "+x")) == "allow"


def test_a_workspace_reached_through_a_link(scene: Scene) -> None:
    alias = scene.base / "alias"
    alias.symlink_to(scene.root)
    scene.state["workspace_root"] = scene.policy["workspace_root"] = str(alias)
    assert scene.write(f"{alias}/src/a").targets == (str(scene.root / "src/a"),)
    assert shown(scene.write("src/a", cwd=str(alias))) == "allow"


def test_a_folder_that_cannot_be_searched_is_no_way_in(scene: Scene) -> None:
    if os.geteuid() == 0:
        pytest.skip("root can search every folder")
    closed = scene.root / "src/closed"
    closed.mkdir()
    closed.chmod(0)
    try:
        assert shown(scene.write("src/closed/x/y")) == "symlink"
    finally:
        closed.chmod(0o700)


_LINKS = [
    "../outside",
    "..",
    "src",
    "../src",
    "a",
    ".",
    "/",
    "../.git",
    "lib/../src",
    "x/../../outside",
    "loop",
    "src/a",
]
_PART = st.sampled_from(["src", "a", "b", "lib", "l1", "l2", "l3", "..", ".", "new", "loop", ".git"])


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    targets=st.lists(st.sampled_from(_LINKS), min_size=3, max_size=3),
    homes=st.lists(st.sampled_from(["", "src/", "lib/", "src/a/"]), min_size=3, max_size=3),
    parts=st.lists(_PART, min_size=1, max_size=6),
    cwd=st.sampled_from(["", "/src", "/lib"]),
)
def test_a_write_that_passes_lands_inside(
    tmp_path: Path, targets: list[str], homes: list[str], parts: list[str], cwd: str
) -> None:
    """Whatever links there are, and whether the host drops dots by text or lets the kernel walk them."""
    scene = Scene(Path(tempfile.mkdtemp(dir=tmp_path.resolve())))
    for folder in ("src/a", "lib", ".git"):
        (scene.root / folder).mkdir(parents=True, exist_ok=True)
    for number, (target, home) in enumerate(zip(targets, homes, strict=True), start=1):
        (scene.root / f"{home}l{number}").symlink_to(target)
    name = "/".join(parts)
    folder = f"{scene.root}{cwd}"
    decisions = [scene.write(name, cwd=folder), scene.patch(f"*** Add File: {name}", "+x", cwd=folder)]
    if all(decision.verdict == "deny" for decision in decisions):
        return
    inside = f"{scene.root}/src/"
    for spelling in (f"{folder}/{name}", os.path.normpath(f"{folder}/{name}")):
        assert os.path.realpath(spelling).startswith(inside), (name, spelling)
        assert "/.git/" not in os.path.realpath(spelling)
        try:
            Path(spelling).write_text("written")
        except OSError:
            continue
    for base, folders, files in os.walk(scene.base):
        folders[:] = [one for one in folders if not os.path.islink(os.path.join(base, one))]
        for one in files:
            path = os.path.join(base, one)
            assert os.path.islink(path) or path.startswith(inside), path
