"""Programs that try to get out, each a real process: unconfined they do, in an engine they do not.

The names are those of programs/escape.py. The world around says whether something got out (see World.breaches), for
all alike, so that confined a whole group can run in one world. Where a system forbids a thing to everybody, the row
that shows it unconfined is skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.confinement.engines import ENGINES, USERS, needs
from tests.confinement.scene import confined_by
from tests.confinement.world import SPARE_USER, Ended, World, world

FILES = """
    write_by_path create_outside write_through_a_link_that_was_there make_a_link_in_the_boundary
    move_a_folder_with_a_link_into_the_boundary rename_out rename_in exchange_names hard_link_in
    hard_link_in_through_a_descriptor remove_outside remove_a_folder_outside write_through_proc_self_root
    write_through_proc_self_cwd write_through_proc_self_fd write_a_shared_mapping make_a_device read_a_disk
"""
ATTRIBUTES = """
    change_mode change_mode_of_a_descriptor change_mode_through_a_link change_mode_through_proc_self_fd
    change_mode_from_a_folder change_mode_up_from_the_boundary change_mode_while_the_name_moves change_owner
    change_times change_times_of_a_descriptor set_an_extended_attribute set_an_extended_attribute_of_a_descriptor
    set_an_extended_attribute_by_the_new_call set_file_flags truncate truncate_by_opening_to_read
    truncate_by_the_new_opening make_a_program_with_our_rights
"""
SECRETS = """
    read_the_secret read_the_secret_folder list_the_secret_folder read_the_secret_through_a_link
    read_the_secret_through_a_hard_link read_the_secret_by_another_name read_the_secret_through_proc
    read_the_secret_by_running_it overwrite_the_secret remove_the_secret write_git_config add_a_git_hook replace_git
    remove_git
"""
OTHERS = """
    write_to_a_descriptor_of_another open_the_memory_of_another read_the_environment_of_another trace_another
    read_the_memory_of_another take_a_descriptor_of_another kill_another kill_the_group_of_another
    kill_another_by_thread kill_another_by_descriptor kill_another_with_a_message kill_another_by_a_pipe limit_another
    slow_another_down share_memory_with_another
"""
DOORS = """
    outlive_the_run mount make_a_user_namespace enter_a_namespace use_io_uring listen_to_our_own_calls
    knock_at_every_door
"""
NETWORK = """
    connect_by_tcp send_by_udp connect_to_a_socket connect_to_a_socket_in_tmp connect_to_a_socket_in_run
    connect_to_a_socket_that_was_moved connect_to_a_socket_that_was_moved_in_the_boundary
    connect_to_a_socket_with_a_relative_name connect_to_a_socket_of_another_network connect_to_a_socket_that_is_newer
    connect_to_a_socket_through_a_link_of_ours connect_to_a_socket_while_the_name_moves
    connect_to_an_abstract_socket send_to_a_socket send_to_a_socket_from_a_pair open_other_sockets
"""
GROUPS = {
    "files": FILES,
    "attributes": ATTRIBUTES,
    "secrets": SECRETS,
    "others": OTHERS,
    "doors": DOORS,
    "network": NETWORK,
}
ROWS = [(group, name) for group, names in GROUPS.items() for name in names.split()]
FOR_ROOT_ALONE = {"make_a_device", "read_a_disk", "change_owner", "mount", "enter_a_namespace"}
MAY_BE_FORBIDDEN = {  # by a setting of the system or its file system
    "open_the_memory_of_another", "trace_another", "read_the_memory_of_another", "take_a_descriptor_of_another",
    "make_a_user_namespace", "use_io_uring", "set_file_flags", "set_an_extended_attribute_by_the_new_call",
    "set_an_extended_attribute", "set_an_extended_attribute_of_a_descriptor", "hard_link_in_through_a_descriptor",
    "connect_to_a_socket_in_run", "read_a_disk",
}  # fmt: skip


@contextmanager
def provided(group: str, around: World) -> Iterator[str]:
    """What the programs of this group reach for, outside; the number of another process."""
    holder = around.hold() if group == "others" else 0
    if group == "network":
        around.listen()
    made = "import ctypes; print(ctypes.CDLL(None).shmget(0x48415253, 4096, 0o1666))"
    shared = subprocess.run(["python3", "-c", made], capture_output=True, text=True, check=True) if holder else None
    try:
        yield str(holder)
    finally:
        if shared:
            subprocess.run(["ipcrm", "-m", shared.stdout.strip()], check=True)


def attempt(engine: str, group: str, names: list[str], around: World) -> tuple[list[str], Ended]:
    """What got out, and how the run ended."""
    with provided(group, around) as holder:
        words = [around.python, "-I", "-S", str(around.programs / "escape.py"), str(around.folder), holder, *names]
        ended = around.run(engine, words)
        return around.breaches(ended), ended


@pytest.mark.parametrize(("group", "name"), ROWS, ids=[name for _, name in ROWS])
def test_the_program_gets_out_unconfined(group: str, name: str) -> None:
    if name in FOR_ROOT_ALONE and os.getuid():
        pytest.skip("only root can do this at all")
    with world() as around:
        found, ended = attempt("", group, [name], around)
    if name in MAY_BE_FORBIDDEN and not found:
        pytest.skip(f"this system forbids it to everybody: {ended.err.strip()}")
    assert found, ended


@pytest.fixture(params=USERS, ids=lambda user: "ordinary" if user else "self")
def around(request: pytest.FixtureRequest) -> Iterator[World]:
    with world(request.param) as made:
        yield made


def stays_inside(engine: str, group: str, around: World) -> None:
    needs(engine)
    names = GROUPS[group].split()
    found, ended = attempt(engine, group, names, around)
    assert ended.outcome.get("exit_code") == 0, ended
    assert [line.partition(":")[0] for line in ended.err.splitlines()] == names, ended
    assert found == [], ended


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("engine", ENGINES)
def test_confined_they_stay_inside(engine: str, group: str, around: World) -> None:
    stays_inside(engine, group, around)


@pytest.mark.skipif(len(USERS) < 2, reason="needs root, and another user who reaches a Python and this code")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_program_with_the_rights_of_root_gains_none(engine: str) -> None:
    needs(engine)
    with world(SPARE_USER) as around:
        program = shutil.copy(str(shutil.which("id")), str(around.folder / "outside" / "id"))
        os.chmod(program, 0o4755)
        unconfined = around.run("", [program, "-u"]).out
        if unconfined != "0\n":
            pytest.skip("this file system has no set-user-ID programs")
        assert around.run(engine, [program, "-u"]).out == f"{SPARE_USER}\n"


# What later versions of Landlock do themselves is left to the filter and the keeper before
OLDER = [("landlock-1", group) for group in ("files", "attributes", "others", "network")] + [("landlock-5", "others")]


@pytest.mark.parametrize(("engine", "group"), OLDER)
def test_an_older_kernel_holds_as_well(engine: str, group: str) -> None:
    with world() as around:
        stays_inside(engine, group, around)


MOVES = """
import os
for old in ("src/a", "src/a/b", "src/c"):
    try:
        os.rename(old, "src/moved")
        print("moved", old)
    except OSError:
        pass
os.rename("src/free", "src/free again")
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_closed_place_cannot_be_moved_with_a_folder_around_it(engine: str, tmp_path: Path) -> None:
    """By its new name no rule would know it, and its own name would be free for something else."""
    run = confined_by(tmp_path, engine)
    for name in ("src/a/b/keys.txt", "src/c/locked.txt", "src/free/x"):
        run.file(name)
    closed = {"secret_paths": ["src/a/b/keys.txt"], "deny_write_paths": ["src/c/locked.txt"]}
    run.store(project={**closed, "stamp": None})
    done = run.python(MOVES)
    assert (done.out, done.line.get("faults")) == ("", []), done
    # Landlock closes the names of every folder around a hidden file
    assert (run.root / "src/free again/x").exists() is (engine == "bubblewrap")
