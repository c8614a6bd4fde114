"""The program harness-confine: written once, refreshed when the plugin moved, callable from anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness_runtime.session.confine_script import compile_modules, install_script, script_text

ECHO = "import sys; print(sys.argv[1:]); print(sys.flags.isolated, sys.flags.no_site)"


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A plugin whose confine entry shows its arguments, in a folder whose name needs quoting."""
    root = tmp_path / "it's a $plugin"
    (root / "hooks").mkdir(parents=True)
    (root / "hooks/confine").write_text(ECHO, "utf-8")
    return root


def test_it_hands_over_the_data_folder_and_every_word_in_any_environment(tmp_path: Path, plugin: Path) -> None:
    data = str(tmp_path / "da ta")
    program = install_script(data, str(plugin))
    gone = tmp_path / "gone"
    gone.mkdir()
    words = ["3", "--", "a b", "", "'", "$x", "한글"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'rmdir "{gone}"; exec "$0" "$@"', program, *words],
        cwd=gone, env={"PYTHONPATH": "/x", "PATH": ""}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [str([data, *words]), "1 1"]
    assert Path(program).stat().st_mode & 0o777 == 0o700


def test_it_is_left_alone_until_the_plugin_moves(tmp_path: Path, plugin: Path) -> None:
    data = str(tmp_path / "data")
    program = Path(install_script(data, str(plugin)))
    first = program.stat()
    install_script(data, str(plugin))
    assert program.stat().st_ino == first.st_ino
    install_script(data, str(tmp_path / "newer"))
    assert program.read_text("utf-8") == script_text(data, str(tmp_path / "newer"), sys.executable)
    program.chmod(0o755)
    install_script(data, str(tmp_path / "newer"))
    assert program.stat().st_mode & 0o777 == 0o700


def test_a_link_in_its_place_is_replaced(tmp_path: Path, plugin: Path) -> None:
    data = str(tmp_path / "data")
    program = Path(install_script(data, str(plugin)))
    victim = program.rename(tmp_path / "victim")
    program.symlink_to(victim)
    install_script(data, str(plugin))
    assert not program.is_symlink() and victim.exists()


def test_without_its_interpreter_it_says_so(tmp_path: Path, plugin: Path) -> None:
    program = install_script(str(tmp_path / "data"), str(plugin), "/nowhere/python")
    done = subprocess.run([program, "1", "--", "true"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (125, "")
    assert done.stderr.count("\n") == 1 and "harness-state doctor" in done.stderr


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("bad", ["relative", "/two\nlines"])
def test_a_path_that_no_line_of_shell_could_hold_is_refused(place: int, bad: str) -> None:
    places = ["/data", "/plugin", "/python"]
    places[place] = bad
    with pytest.raises(ValueError, match="one line"):
        script_text(*places)


def test_its_modules_are_compiled_where_they_have_changed(tmp_path: Path) -> None:
    rooms = tmp_path / "plugin/harness_runtime/confinement/engines"
    rooms.mkdir(parents=True)
    source = rooms / "one.py"
    source.write_text("x = 1\n", "utf-8")
    data = tmp_path / "data"
    compile_modules(str(data), str(tmp_path / "plugin"))
    (cached,) = (data / "pycache").rglob("one.*.pyc")
    before = cached.stat().st_ino
    compile_modules(str(data), str(tmp_path / "plugin"))
    assert cached.stat().st_ino == before
    os.utime(source, (cached.stat().st_mtime + 5,) * 2)
    compile_modules(str(data), str(tmp_path / "plugin"))
    assert cached.stat().st_ino != before
    shutil.rmtree(rooms)
    compile_modules(str(data), str(tmp_path / "plugin"))
