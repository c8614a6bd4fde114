"""What ordinary tools do inside their boundary works, in each engine, and errors are the kernel's own."""

from __future__ import annotations

import os
import tempfile

import pytest

from tests.confinement.engines import USERS, needs
from tests.confinement.world import world

EVERYWHERE = """
    change_modes change_mode_of_a_file_without_a_name keep_the_owner change_times errors_are_the_kernels
    extended_attributes truncate move_and_link_files tools_that_copy signal_our_own signal_the_whole_group be_nice
    many_threads_and_processes talk_among_ourselves lock_and_map read_what_everybody_reads
"""
WITH_ABI_2 = f"{EVERYWHERE} move_between_folders"
IN_A_NAMESPACE = f"""{WITH_ABI_2} servers_of_each_name a_server_that_takes_its_time
    errors_of_connections_are_the_kernels semaphores_and_shared_memory a_pseudo_terminal"""
ROWS = {
    "": f"{IN_A_NAMESPACE} a_file_in_tmp",
    "bubblewrap": IN_A_NAMESPACE,
    "landlock": WITH_ABI_2,
    "landlock-1": EVERYWHERE,
    "landlock-5": WITH_ABI_2,
}


@pytest.mark.parametrize(
    ("engine", "user"), [(engine, user) for engine in ROWS for user in USERS if not (user and "-" in engine)]
)
def test_it_works(engine: str, user: int) -> None:
    if engine:
        needs(engine)
    with world(user) as around:
        words = [
            around.python,
            "-I",
            "-S",
            str(around.programs / "allowed.py"),
            str(around.folder),
            *ROWS[engine].split(),
        ]
        ended = around.run(engine, words)
        assert ended.err == ""
        assert not engine or ended.exit_code == 0


def test_the_boundary_may_be_a_single_file() -> None:
    """It can be written; replacing it would need its folder."""
    line = "echo new > top && ! mv -f top other 2> /dev/null && ! rm -f top 2> /dev/null && cat top"
    for engine in ("bubblewrap", "landlock"):
        needs(engine)
        with world() as around:
            source = around.workspace / "src"
            told = {"writable": [str(source / "top")], "read_only": [], "cwd": str(source)}
            ended = around.run(engine, ["sh", "-c", line], **told)
            assert (ended.out, ended.exit_code) == ("new\n", 0), ended


@pytest.mark.skipif(not os.access("/var/tmp", os.W_OK), reason="needs /var/tmp")
def test_tmp_is_the_runs_own_where_the_boundary_lies_elsewhere() -> None:
    needs("bubblewrap")
    with world(base="/var/tmp") as around, tempfile.NamedTemporaryFile(dir="/tmp") as theirs:
        line = f"ls -A /tmp; echo x > /tmp/{around.folder.name} && cat /tmp/{around.folder.name}; cat {theirs.name}"
        ended = around.run("bubblewrap", ["sh", "-c", line])
        assert os.path.basename(theirs.name) not in ended.out
        assert ended.out.endswith("x\n") and "No such file" in ended.err
        assert not os.path.exists(f"/tmp/{around.folder.name}")
