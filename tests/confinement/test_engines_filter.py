"""The filter's verdicts, read from the program itself, on both machines and for each kind of engine."""

from __future__ import annotations

import errno
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from harness_runtime.confinement.engines.linux.filter import ABSENT, ATTRIBUTES, REFUSED, SHARED_IPC, Rules, program
from harness_runtime.confinement.engines.linux.numbers import LAST_KNOWN, MACHINES, TABLE, numbers
from tests.confinement.bpf import ALLOW, ASK, KILL, verdict
from tests.confinement.engines import ENGINES, needs
from tests.confinement.world import PROGRAMS, world

ALONE = Rules(inet=False, unix="pairs", attributes=True, signals=True, processes=True, ipc=True, truncation=True)
ALONE_NOW = Rules(inet=False, unix="pairs", attributes=True, processes=True, ipc=True)
INSIDE = Rules(inet=False, unix="asked")
LOOPBACK = Rules(inet=True, unix="asked")
FULL = Rules(inet=True, unix="free")
CLOSED = Rules(inet=True, unix="closed")
EPERM, EACCES, ENOSYS, ENOTTY = errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOTTY

UNIX, INET, INET6, NETLINK, PACKET, VSOCK = 1, 2, 10, 16, 17, 40
STREAM, DGRAM, RAW, SEQPACKET, CLOEXEC = 1, 2, 3, 5, 0o2000000
CREATE, TRUNCATE, TMPFILE, NEWUSER, THREAD = 0o100, 0o1000, 0o20000000, 0x10000000, 0x10000
FAR = 1 << 63  # an address whose low half is zero

ROWS = [
    # files
    (INSIDE, "openat", (0, 0, CREATE | 1, 0o644), ALLOW),
    (INSIDE, "openat", (0, 0, CREATE | 1, 0o4755), EPERM),
    (INSIDE, "openat", (0, 0, TMPFILE | 2, 0o2755), EPERM),
    (INSIDE, "openat", (0, 0, 0, 0o4755), ALLOW),
    (INSIDE, "openat", (0, 0, TRUNCATE, 0), ALLOW),
    (ALONE, "openat", (0, 0, TRUNCATE, 0), EACCES),
    (ALONE, "openat", (0, 0, TRUNCATE | 3, 0), EACCES),
    (ALONE, "openat", (0, 0, TRUNCATE | 1, 0), ALLOW),
    (ALONE, "openat", (0, 0, TRUNCATE | 2, 0), ALLOW),
    (ALONE, "openat", (0, 0, CREATE | TRUNCATE, 0o644), EACCES),
    (ALONE, "open", (0, TRUNCATE, 0), EACCES),
    (INSIDE, "open", (0, CREATE | 1, 0o4755), EPERM),
    (INSIDE, "creat", (0, 0o6755), EPERM),
    (INSIDE, "creat", (0, 0o755), ALLOW),
    (INSIDE, "mknodat", (0, 0, 0o020666), EPERM),
    (INSIDE, "mknodat", (0, 0, 0o060666), EPERM),
    (INSIDE, "mknodat", (0, 0, 0o104755), EPERM),
    (INSIDE, "mknodat", (0, 0, 0o010666), ALLOW),
    (INSIDE, "mknod", (0, 0o020666), EPERM),
    (INSIDE, "fchmodat", (0, 0, 0o755), ALLOW),
    (INSIDE, "fchmodat", (0, 0, 0o4755), ASK),
    (INSIDE, "fchmod", (0, 0o2755), ASK),
    (ALONE, "fchmodat", (0, 0, 0o755), ASK),
    (INSIDE, "truncate", (0, 0), ALLOW),
    (ALONE, "truncate", (0, 0), ASK),
    (ALONE_NOW, "truncate", (0, 0), ALLOW),
    # processes
    (INSIDE, "clone", (signal.SIGCHLD | 0x80,), ALLOW),
    (INSIDE, "clone", (THREAD | 0xF00,), ALLOW),
    (INSIDE, "clone", (NEWUSER | signal.SIGCHLD,), EPERM),
    (INSIDE, "clone", (NEWUSER | THREAD,), EPERM),
    (INSIDE, "unshare", (0x400,), ALLOW),
    (INSIDE, "unshare", (0x80,), EPERM),
    (INSIDE, "vfork", (), ALLOW),
    (INSIDE, "seccomp", (1, 8), EPERM),
    (INSIDE, "seccomp", (1, 1), ALLOW),
    (INSIDE, "kill", (1, 9), ALLOW),
    (ALONE, "kill", (0, 9), ALLOW),
    (ALONE, "kill", (1, 9), ASK),
    (ALONE, "kill", (-1 & 0xFFFFFFFF, 9), ASK),
    (ALONE, "pidfd_send_signal", (3, 9), ASK),
    (ALONE_NOW, "kill", (1, 9), ALLOW),
    (ALONE, "fcntl", (0, 8, 1), EPERM),
    (ALONE, "fcntl", (0, 15, 1), EPERM),
    (ALONE, "fcntl", (0, 2, 1), ALLOW),
    (ALONE_NOW, "prlimit64", (9, 7, 0, 1), ALLOW),
    (ALONE_NOW, "prlimit64", (9, 7, FAR, 0), ASK),
    (ALONE_NOW, "prlimit64", (0, 7, 1, 0), ALLOW),
    (ALONE_NOW, "setpriority", (0, 0, 5), ALLOW),
    (ALONE_NOW, "setpriority", (0, 9, 5), ASK),
    (ALONE_NOW, "setpriority", (2, 0, 5), EPERM),
    (ALONE_NOW, "ioprio_set", (3, 0, 5), EPERM),
    (ALONE_NOW, "sched_setaffinity", (9,), ASK),
    (ALONE_NOW, "move_pages", (9,), EPERM),
    # requests
    (INSIDE, "ioctl", (0, 0x5401), ALLOW),
    (INSIDE, "ioctl", (0, 0x802C542A), ALLOW),
    (INSIDE, "ioctl", (0, 0x541B), ALLOW),
    (INSIDE, "ioctl", (0, 0x5412), EPERM),
    (INSIDE, "ioctl", (0, (7 << 32) | 0x5412), EPERM),
    (INSIDE, "ioctl", (0, 0x541C), EPERM),
    (INSIDE, "ioctl", (0, 0x8901), EPERM),
    (INSIDE, "ioctl", (0, 0x40049409), ALLOW),
    (INSIDE, "ioctl", (0, 0x80086601), ALLOW),
    (INSIDE, "ioctl", (0, 0x40086602), ENOTTY),
    (INSIDE, "ioctl", (0, 0x5000940E), ENOTTY),
    # sockets
    (INSIDE, "socket", (UNIX, SEQPACKET | CLOEXEC), ALLOW),
    (INSIDE, "socket", (UNIX, DGRAM), EPERM),
    (INSIDE, "socket", (UNIX, RAW), EPERM),
    (INSIDE, "socket", (INET, STREAM), EPERM),
    (INSIDE, "socketpair", (UNIX, STREAM), ALLOW),
    (INSIDE, "socketpair", (UNIX, DGRAM), EPERM),
    (INSIDE, "connect", (), ASK),
    (FULL, "socket", (UNIX, DGRAM), ALLOW),
    (FULL, "socket", (INET, DGRAM), ALLOW),
    (FULL, "socket", (NETLINK, RAW), EPERM),
    (FULL, "connect", (), ALLOW),
    (LOOPBACK, "socket", (INET6, DGRAM), ALLOW),
    (LOOPBACK, "socket", (UNIX, DGRAM), EPERM),
    (LOOPBACK, "connect", (), ASK),
    (LOOPBACK, "sendto", (0, 0, 0, 0, FAR, 16), ALLOW),
    (LOOPBACK, "socket", (NETLINK, RAW), EPERM),
    (LOOPBACK, "socket", (PACKET, RAW), EPERM),
    (LOOPBACK, "socket", (VSOCK, STREAM), EPERM),
    (CLOSED, "socket", (UNIX, STREAM), EPERM),
    (CLOSED, "socket", (INET, STREAM), ALLOW),
    (CLOSED, "socketpair", (UNIX, STREAM | CLOEXEC), ALLOW),
    (CLOSED, "socketpair", (UNIX, DGRAM), EPERM),
    (CLOSED, "connect", (), ALLOW),
    (ALONE, "socket", (UNIX, STREAM | CLOEXEC), ALLOW),
    (ALONE, "socket", (UNIX, SEQPACKET), ALLOW),
    (ALONE, "socket", (UNIX, DGRAM), EPERM),
    (ALONE, "socket", (UNIX, RAW), EPERM),
    (ALONE, "socket", (INET, STREAM), EPERM),
    (ALONE, "socketpair", (UNIX, STREAM), ALLOW),
    (ALONE, "socketpair", (UNIX, RAW), EPERM),
    (ALONE, "connect", (), EPERM),
    (ALONE, "sendto", (0, 0, 0, 0, 0, 0), ALLOW),
    (ALONE, "sendto", (0, 0, 0, 0, FAR, 110), EPERM),
    (ALONE, "sendto", (0, 0, 0, 0, 1, 110), EPERM),
]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("rules", "name", "arguments", "expected"), ROWS)
def test_a_call_is_judged(
    machine: str, rules: Rules, name: str, arguments: tuple[int, ...], expected: str | int
) -> None:
    known = numbers(machine)
    if name in known:
        assert verdict(program(rules, machine), MACHINES[machine][1], known[name], *arguments) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_whole_families_are_judged_alike(machine: str) -> None:
    known = numbers(machine)
    families = [
        (INSIDE, REFUSED, EPERM),
        (INSIDE, ABSENT, ENOSYS),
        (ALONE, SHARED_IPC, EPERM),
        (INSIDE, SHARED_IPC, ALLOW),
        (ALONE, ATTRIBUTES, ASK),
    ]
    for rules, names, expected in families:
        text = program(rules, machine)
        found = {name: verdict(text, MACHINES[machine][1], known[name]) for name in names.split() if name in known}
        assert found == dict.fromkeys(found, expected)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_name_has_its_number(machine: str) -> None:
    """A name that the filter speaks of and the table does not know would be left out of it unseen."""
    spoken = {name for names in (REFUSED, ABSENT, SHARED_IPC, ATTRIBUTES) for name in names.split()}
    assert spoken <= set(TABLE)
    known = numbers(machine)
    assert len(set(known.values())) == len(known) and max(known.values()) <= LAST_KNOWN


@pytest.mark.parametrize(
    ("machine", "own", "number", "expected"),
    [
        ("x86_64", 0xC000003E, 0, ALLOW),
        ("x86_64", 0x40000003, 0, KILL),  # the 32-bit calls of the same machine
        ("x86_64", 0xC000003E, 0x40000000 | 2, ENOSYS),  # x32
        ("x86_64", 0xC000003E, LAST_KNOWN + 1, ENOSYS),
        ("x86_64", 0xC000003E, -1, ENOSYS),
        ("aarch64", 0xC00000B7, 63, ALLOW),
        ("aarch64", 0x40000028, 3, KILL),
    ],
)
def test_another_convention_has_no_way_in(machine: str, own: int, number: int, expected: str | int) -> None:
    assert verdict(program(ALONE, machine), own, number) == expected


def test_a_machine_that_is_not_known_has_no_program() -> None:
    assert numbers("riscv64") == {}
    with pytest.raises(KeyError):
        program(INSIDE, "riscv64")


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    built = tmp_path_factory.mktemp("foreign") / "foreign"
    subprocess.run(["gcc", "-O1", "-o", str(built), str(PROGRAMS / "foreign.c")], check=True)
    return built


@pytest.mark.parametrize("convention", ["int80", "x32"])
def test_a_program_that_speaks_another_convention_gets_nowhere(foreign: Path, convention: str) -> None:
    with world() as around:
        program_there = shutil.copy(foreign, around.package / "foreign")
        target = around.temporary / "made"
        around.run("", [str(program_there), convention, str(target)])
        if not target.exists():
            pytest.skip(f"this kernel does not speak {convention}")
        for engine in ENGINES:
            needs(engine)
            target.unlink(missing_ok=True)
            ended = around.run(engine, [str(program_there), convention, str(target)])
            assert not target.exists()
            assert ended.signal == (signal.SIGSYS if convention == "int80" else None) and ended.exit_code != 0
