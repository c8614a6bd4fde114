"""Which system calls a confined program may make, as tables, and the seccomp program made of them.

What Landlock and mounts hold is not repeated here. What neither sees (attributes, signals, other kernels' interfaces)
is refused, or asked about: the keeper then does the call itself on what it looked at (see notices).
Source: harness contract, Confinement.
"""

from __future__ import annotations

import os

from harness_runtime.confinement.engines.linux import bpf
from harness_runtime.confinement.engines.linux.numbers import LAST_KNOWN, MACHINES, numbers

EPERM, EACCES, ENOSYS, ENOTTY = 1, 13, 38, 25

REFUSED = """
    mount umount2 pivot_root move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick mount_setattr chroot
    setns ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_getfd kcmp
    add_key request_key keyctl bpf userfaultfd perf_event_open io_uring_setup io_uring_enter io_uring_register
    kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff acct quotactl quotactl_fd
    settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname syslog vhangup uselib lookup_dcookie
    iopl ioperm open_by_handle_at fanotify_init
"""
# Their arguments lie in memory, where no filter sees them. Programs fall back to the older call.
ABSENT = "clone3 openat2 setxattrat removexattrat file_setattr"

# System V and POSIX queues have no place in the file system, so only an own IPC namespace separates them.
SHARED_IPC = "shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semctl semtimedop mq_open mq_unlink"

# By name or descriptor: mode, owner, times, extended attributes. Landlock has no right for any of them.
ATTRIBUTES = """
    chmod fchmod fchmodat fchmodat2 chown fchown fchownat lchown utime utimes futimesat utimensat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
"""
MODE_ARGUMENT = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "fchmodat2": 2}
SPECIAL_MODES = 0o6000  # set-user-ID and set-group-ID

SIGNALS = "kill tkill tgkill pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo"
OF_A_PROCESS = {"sched_setaffinity": 0, "sched_setscheduler": 0, "sched_setparam": 0, "sched_setattr": 0}

NAMESPACES = 0x7E020080  # CLONE_NEW*: time, ns, cgroup, uts, ipc, user, pid, net
CLONE_NEWTIME = 0x80  # in clone() it is a part of the exit signal
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
SOCK_STREAM, SOCK_SEQPACKET, SOCK_KIND = 1, 5, 0xF  # a datagram socket can name another receiver in any message
O_MAY_CREATE, O_TRUNC, O_ACCMODE, O_WRONLY, O_RDWR = 0o20000100, 0o1000, 3, 1, 2
S_IFMT, S_IFCHR, S_IFBLK = 0o170000, 0o020000, 0o060000
F_SETOWN, F_SETSIG, F_SETOWN_EX = 8, 10, 15  # a signal to any process, sent by the kernel
PRIO_PROCESS, IOPRIO_WHO_PROCESS = 0, 1

# Requests on a terminal, a descriptor or a socket have these second bytes. Refused are TIOCSTI and TIOCLINUX (they
# type into the terminal), TIOCCONS, TIOCSETD and TIOCEXCL (they take it from the person), FIOSETOWN and SIOCSPGRP
# (signals). No family: what file systems change through a descriptor that was opened for reading, as flags, projects,
# subvolumes, encryption.
IOCTL_FAMILIES = (0x54, 0x89)
IOCTL_REFUSED = (0x5412, 0x541C, 0x541D, 0x5423, 0x540C, 0x8901, 0x8902)
IOCTL_ALLOWED = (
    0x2,  # FIGETBSZ
    0x40049409, 0x4020940D, 0xC0189436,  # FICLONE, FICLONERANGE, FIDEDUPERANGE
    0x80086601, 0x80087601, 0xC020660B, 0x801C581F, 0x81009431,  # flags, version, extents, attributes, label: read
    0x80045200, 0x80045201,  # the amount of entropy
)  # fmt: skip


class Rules:
    """What the engine around the filter leaves to it.

    `unix`: "free" (what can be reached is masked elsewhere), "asked" (no datagrams, and each connect is asked about),
    "pairs" (no datagrams, no connect) or "closed" (no UNIX socket but connected pairs). `attributes`, `signals`,
    `processes`, `ipc`: outside things are within reach. `truncation`: Landlock does not see O_TRUNC (before ABI 3).
    """

    __slots__ = ("attributes", "inet", "ipc", "processes", "signals", "truncation", "unix")

    def __init__(
        self,
        inet: bool,
        unix: str,
        attributes: bool = False,
        signals: bool = False,
        processes: bool = False,
        ipc: bool = False,
        truncation: bool = False,
    ) -> None:
        self.inet = inet
        self.unix = unix
        self.attributes = attributes
        self.signals = signals
        self.processes = processes
        self.ipc = ipc
        self.truncation = truncation


Block = list[bpf.Instruction]
_ALLOW, _ASK, _REFUSE = bpf.verdict(bpf.ALLOW), bpf.verdict(bpf.NOTIFY), bpf.verdict(bpf.errno(EPERM))
_FORBID, _NO_SUCH, _NOT_A_TERMINAL = (bpf.verdict(bpf.errno(error)) for error in (EACCES, ENOSYS, ENOTTY))


def program(rules: Rules, machine: str = "") -> bytes:
    """The seccomp program for this machine. Raises KeyError for a machine that is not known."""
    name = machine or os.uname().machine
    audit = MACHINES[name][1]
    known = numbers(name)
    return bpf.assemble(audit, [(known[call], body) for call, body in _blocks(rules) if call in known], LAST_KNOWN)


def _blocks(rules: Rules) -> list[tuple[str, Block]]:
    """The calls that programs make all day come first: those are run through again at each of them."""
    blocks = [*_files(rules), *_processes(rules), *_requests(rules), *_sockets(rules)]
    blocks += [(name, _REFUSE) for name in REFUSED.split()]
    blocks += [(name, _NO_SUCH) for name in ABSENT.split()]
    if rules.ipc:
        blocks += [(name, _REFUSE) for name in SHARED_IPC.split()]
    return blocks


def _files(rules: Rules) -> list[tuple[str, Block]]:
    """A program with another user's rights is never made, also not at creation; nor is a device."""
    device = bpf.if_one_of((S_IFCHR, S_IFBLK), _REFUSE)
    blocks = [(name, _opening(flags, rules.truncation)) for name, flags in (("openat", 2), ("open", 1))]
    blocks += [("creat", [*bpf.load(1), *bpf.if_any_bit(SPECIAL_MODES, _REFUSE), *_ALLOW])]
    for name, mode in (("mknod", 1), ("mknodat", 2)):
        special = [*bpf.load(mode), *bpf.if_any_bit(SPECIAL_MODES, _REFUSE)]
        blocks.append((name, [*bpf.masked(mode, S_IFMT), *device, *special, *_ALLOW]))
    for name in ATTRIBUTES.split():
        if rules.attributes:
            blocks.append((name, _ASK))
        elif name in MODE_ARGUMENT:
            blocks.append((name, [*bpf.load(MODE_ARGUMENT[name]), *bpf.if_any_bit(SPECIAL_MODES, _ASK), *_ALLOW]))
    if rules.truncation:
        blocks.append(("truncate", _ASK))
    return blocks


def _opening(flags: int, truncation: bool) -> Block:
    special = [*bpf.load(flags + 1), *bpf.if_any_bit(SPECIAL_MODES, _REFUSE)]
    block = [*bpf.load(flags), *bpf.if_any_bit(O_MAY_CREATE, special)]
    if truncation:  # it happens with read access as well, which Landlock grants
        reading = [*bpf.masked(flags, O_ACCMODE), *bpf.if_none_of((O_WRONLY, O_RDWR), _FORBID)]
        block += [*bpf.load(flags), *bpf.if_any_bit(O_TRUNC, reading)]
    return [*block, *_ALLOW]


def _processes(rules: Rules) -> list[tuple[str, Block]]:
    """No new process is asked about: a signal handler would make fork fail, which no program expects."""
    blocks = [
        ("clone", [*bpf.load(0), *bpf.if_any_bit(NAMESPACES & ~CLONE_NEWTIME, _REFUSE), *_ALLOW]),
        ("unshare", [*bpf.load(0), *bpf.if_any_bit(NAMESPACES, _REFUSE), *_ALLOW]),
        ("seccomp", [*bpf.load(1), *bpf.if_any_bit(1 << 3, _REFUSE), *_ALLOW]),  # a listener of its own
    ]
    if rules.signals:
        blocks.append(("kill", [*bpf.load(0), *bpf.if_one_of((0,), _ALLOW), *_ASK]))
        blocks += [(name, _ASK) for name in SIGNALS.split() if name != "kill"]
        blocks.append(("fcntl", [*bpf.load(1), *bpf.if_one_of((F_SETOWN, F_SETSIG, F_SETOWN_EX), _REFUSE), *_ALLOW]))
    if rules.processes:
        own = bpf.if_one_of((0,), _ALLOW)
        blocks += [(name, [*bpf.load(at), *own, *_ASK]) for name, at in OF_A_PROCESS.items()]
        blocks += [(name, [*bpf.load(0), *own, *_REFUSE]) for name in ("migrate_pages", "move_pages")]
        changes = bpf.if_pointer(2, [*bpf.load(0), *own, *_ASK])
        blocks.append(("prlimit64", [*changes, *_ALLOW]))
        for name, which in (("setpriority", PRIO_PROCESS), ("ioprio_set", IOPRIO_WHO_PROCESS)):
            blocks.append((name, [*bpf.load(0), *bpf.if_none_of((which,), _REFUSE), *bpf.load(1), *own, *_ASK]))
    return blocks


def _requests(rules: Rules) -> list[tuple[str, Block]]:
    families = [*bpf.masked(1, 0xFF00), *bpf.if_one_of(tuple(kind << 8 for kind in IOCTL_FAMILIES), _ALLOW)]
    refused = bpf.if_one_of(IOCTL_REFUSED, _REFUSE)
    allowed = bpf.if_one_of(IOCTL_ALLOWED, _ALLOW)
    return [("ioctl", [*bpf.load(1), *refused, *allowed, *families, *_NOT_A_TERMINAL])]


def _sockets(rules: Rules) -> list[tuple[str, Block]]:
    inet = bpf.if_one_of((AF_INET, AF_INET6), _ALLOW) if rules.inet else []
    if rules.unix == "free":
        return [("socket", [*bpf.load(0), *bpf.if_one_of((AF_UNIX,), _ALLOW), *inet, *_REFUSE])]
    if_streams = [*bpf.masked(1, SOCK_KIND), *bpf.if_none_of((SOCK_STREAM, SOCK_SEQPACKET), _REFUSE), *_ALLOW]
    local = bpf.if_one_of((AF_UNIX,), if_streams)
    blocks = [("socketpair", [*bpf.load(0), *local, *_REFUSE])]
    if rules.unix == "closed":
        return [*blocks, ("socket", [*bpf.load(0), *inet, *_REFUSE])]
    blocks.append(("socket", [*bpf.load(0), *local, *inet, *_REFUSE]))
    if rules.unix == "asked":
        return [*blocks, ("connect", _ASK)]
    return [*blocks, ("connect", _REFUSE), ("sendto", [*bpf.if_pointer(4, _REFUSE), *_ALLOW])]
