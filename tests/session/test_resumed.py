"""The note of a resumed session: of this host's process only, private, and no harm whatever lies in its place."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.session import resumed
from harness_runtime.session.layout import folder_name
from tests.support.processes import in_process


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path)


@pytest.mark.parametrize("session_id", ["plain", "an id/with everything"])
def test_it_is_found_and_forgotten(data: str, session_id: str) -> None:
    assert resumed.noted(data) == ""
    resumed.note(data, session_id)
    assert resumed.noted(data) == folder_name(session_id)
    resumed.forget(data)
    assert (resumed.noted(data), Path(data, "resumed").exists()) == ("", False)


def test_it_is_private(data: str) -> None:
    resumed.note(data, "plain")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (Path(data, "resumed"), *Path(data, "resumed").iterdir())]
    assert modes == [0o700, 0o600]


def test_another_host_s_process_does_not_find_it(data: str) -> None:
    def in_a_host_of_its_own() -> None:
        os.setpgid(0, 0)  # as a host starts a hook: its parent, this process, is the host then
        assert resumed.host_process() == str(os.getppid())
        assert resumed.noted(data) == ""

    resumed.note(data, "plain")
    assert in_process(in_a_host_of_its_own) == 0


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps")
def test_without_proc_ps_tells_the_same() -> None:
    assert resumed._asked(os.getpgrp()) == resumed.host_process()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda note: note.write_bytes(b""),
        lambda note: note.write_bytes(b"../../etc/passwd"),
        lambda note: note.write_bytes(b"\xff\x00" * 300),
        lambda note: (note.unlink(), note.symlink_to("/etc/passwd")),
        lambda note: (note.unlink(), note.mkdir()),
        lambda note: (note.unlink(), os.mkfifo(note)),
    ],
    ids=["empty", "a path", "bytes", "a link", "a folder", "a pipe"],
)
def test_what_is_no_note_says_nothing(data: str, spoil: Callable[[Path], object]) -> None:
    resumed.note(data, "plain")
    [note] = Path(data, "resumed").iterdir()
    spoil(note)
    assert resumed.noted(data) == ""
    resumed.note(data, "plain")
    resumed.forget(data)
    resumed.sweep(data)
