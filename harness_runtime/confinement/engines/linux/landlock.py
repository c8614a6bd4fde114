"""The Landlock calls: which rights this kernel knows, a ruleset made of rules, and the restriction itself.

Source: landlock(7). A ruleset handles every right that the kernel knows, so what no rule grants is denied.
"""

from __future__ import annotations

import os
import stat
import struct

from harness_runtime.confinement.engines.linux.system import call

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_CHAR, MAKE_DIR, MAKE_REG = 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8
MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = 1 << 9, 1 << 10, 1 << 11, 1 << 12
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV

# The rights that came with each ABI, and what is handled besides
_FIRST = (1 << 13) - 1
_SINCE = {2: REFER, 3: TRUNCATE, 5: IOCTL_DEV}
NET_SINCE, SCOPED_SINCE = 4, 6
_TCP = 0b11  # bind, connect
_SCOPES = 0b11  # abstract UNIX sockets, signals
_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1

Rule = tuple[bytes, int]  # an absolute path, and the rights on it and below it


def abi() -> int:
    """The version that the kernel offers here. Raises OSError: ENOSYS or EOPNOTSUPP where it has none."""
    return call("landlock_create_ruleset", 0, 0, _VERSION)


def handled(version: int) -> int:
    """The file rights that a kernel of this ABI knows."""
    return _FIRST | sum(right for since, right in _SINCE.items() if version >= since)


def ruleset(rules: list[Rule], version: int, tcp: bool) -> int:
    """The descriptor of a ruleset with these rules. `tcp`: whether TCP stays as it is (never refused before ABI 4).

    A path that is gone meanwhile, or that we cannot reach, grants nothing.
    """
    rights = handled(version)
    attributes = struct.pack(
        "=QQQ", rights, 0 if tcp or version < NET_SINCE else _TCP, _SCOPES if version >= SCOPED_SINCE else 0
    )
    size = 24 if version >= SCOPED_SINCE else 16 if version >= NET_SINCE else 8
    made = call("landlock_create_ruleset", attributes[:size], size, 0)
    for path, access in rules:
        try:
            handle = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        except (FileNotFoundError, PermissionError):
            continue
        try:
            grant(made, handle, access & rights)
        finally:
            os.close(handle)
    return made


def grant(made: int, handle: int, access: int) -> None:
    """Adds a rule on an open file or folder; of the rights those that its kind can have."""
    if not stat.S_ISDIR(os.fstat(handle).st_mode):
        access &= OF_A_FILE
    if access:
        call("landlock_add_rule", made, _PATH_BENEATH, struct.pack("=Qi", access, handle), 0)


def wall() -> None:
    """From now on this thread and what comes of it send signals among themselves only (ABI 6).

    Files stay as they are; without its rule no file could move from one folder to another.
    """
    made = call("landlock_create_ruleset", struct.pack("=QQQ", REFER, 0, _SCOPES), 24, 0)
    root = os.open("/", os.O_PATH | os.O_CLOEXEC)
    grant(made, root, REFER)
    restrict(made)
    for handle in (made, root):
        os.close(handle)


def restrict(made: int) -> None:
    """Puts the ruleset over this thread; needs no_new_privs."""
    call("landlock_restrict_self", made, 0)
