"""System calls that Python's os module does not have, made through the C library's syscall().

`ctypes` itself would cost a run 3 ms of its start, twice; what it is made of is all that is needed.
"""

from __future__ import annotations

import os
import struct
from _ctypes import FUNCFLAG_CDECL, FUNCFLAG_USE_ERRNO, CFuncPtr, _SimpleCData, dlopen, dlsym, get_errno

from harness_runtime.confinement.engines.linux.numbers import numbers

PR_GET_DUMPABLE, PR_SET_DUMPABLE = 3, 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
_CAPABILITY_VERSION = 0x20080522
_CAPABILITIES = 64

SECCOMP_SET_MODE_FILTER = 1
SECCOMP_FILTER_FLAG_SPEC_ALLOW = 1 << 2  # the filter holds; older kernels would slow every branch for it
SECCOMP_FILTER_FLAG_NEW_LISTENER = 1 << 3
SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV = 1 << 5  # Linux 5.19: a signal does not send a call round again
EINVAL = 22

NUMBERS = numbers()


class _Long(_SimpleCData):  # type: ignore[type-arg]
    _type_ = "l"


class _Text(_SimpleCData):  # type: ignore[type-arg]
    """A pointer to bytes; its own bytes are the address."""

    _type_ = "z"


class _Call(CFuncPtr):
    _flags_ = FUNCFLAG_CDECL | FUNCFLAG_USE_ERRNO
    _restype_ = _Long


_SYSCALL = _Call(dlsym(dlopen(None, 2), "syscall"))  # type: ignore[arg-type]


def call(name: str, *arguments: int | bytes) -> int:
    """The call's result, never negative. Raises OSError with its errno; ENOSYS where the machine is not known."""
    if name not in NUMBERS:
        raise OSError(38, f"{name}: {os.strerror(38)}")
    words = [_Long(each) if isinstance(each, int) else each for each in arguments]
    result: int = _SYSCALL(_Long(NUMBERS[name]), *words)
    if result < 0:
        error = get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
    return result


def prctl(option: int, *arguments: int) -> int:
    return call("prctl", option, *arguments, *(0,) * (4 - len(arguments)))


def close_from(first: int) -> None:
    """Closes every descriptor from `first` on."""
    try:
        call("close_range", first, 0xFFFFFFFF, 0)
    except OSError:
        os.closerange(first, os.sysconf("SC_OPEN_MAX"))


def drop_capabilities() -> None:
    """This process and what it starts have no capability, also as root; with no_new_privs none comes back."""
    for capability in range(_CAPABILITIES):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # past the last one, or not ours to drop; what is dropped below does not return either way
    try:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    except OSError as error:
        if error.errno != EINVAL:
            raise
    call("capset", struct.pack("=Ii", _CAPABILITY_VERSION, 0), bytes(24))


def install_filter(program: bytes) -> int:
    """Puts a seccomp program over this thread; the descriptor on which its notifications arrive."""
    text = _Text(program)
    header = struct.pack("@H6x", len(program) // 8) + bytes(text)
    flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW | SECCOMP_FILTER_FLAG_NEW_LISTENER
    try:
        return call("seccomp", SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, header)
    except OSError as error:
        if error.errno != EINVAL:
            raise
    return call("seccomp", SECCOMP_SET_MODE_FILTER, flags, header)
