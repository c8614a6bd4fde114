"""Connects a socket for a confined program that has a network namespace of its own: to sockets of its own run only.

That namespace keeps away ports and abstract names, while a name in the file system leads to whoever listens there, in
any namespace. So a connection by such a name is made only to a socket that listens in our namespace, as the kernel
lists them, and whose file lies where the run may write. The program's socket and the file are held by us, so that
what was looked at is what is connected.

What a program may notice: the server sees the keeper's process number as its client's (SO_PEERCRED), and of signals
only a deadly one interrupts a connection that waits for a server to take it (before Linux 5.19 any one can, and the
program is then told that it is connected already). A program that lets nobody look into it (PR_SET_DUMPABLE) cannot
connect. Datagram sockets are refused by the filter, as each message can name a receiver.
Source: pidfd_getfd(2), unix(7), sock_diag(7), linux/unix_diag.h.
"""

from __future__ import annotations

import os
import stat
import struct
from _socket import AF_NETLINK, AF_UNIX, SO_DOMAIN, SOCK_RAW, SOCK_STREAM, SOL_SOCKET, socket

from harness_runtime.confinement.engines.linux.asked import Asked
from harness_runtime.confinement.engines.linux.meant import (
    AT_FDCWD,
    Memory,
    as_int,
    open_path,
    refused,
    require_inside,
)
from harness_runtime.confinement.engines.linux.processes import process_of, read
from harness_runtime.confinement.engines.linux.system import call

_EACCES, _EINVAL, _ECONNREFUSED = 13, 22, 111
_LONGEST, _LONGEST_NAMED = 128, 110  # any address (struct sockaddr_storage), and one with a path (struct sockaddr_un)
_FAMILY = struct.calcsize("=H")

_SOCK_DIAG, _ASK_FAMILY, _ASK_ALL, _DONE, _ERROR = 4, 20, 0x301, 3, 2  # NETLINK_*, SOCK_DIAG_BY_FAMILY, NLM_F_*
_HEADER, _QUESTION, _ANSWER, _ATTRIBUTE = "=IHHII", "=BBHIIIII", "=BBBBIII", "=HH"
_LISTENING, _SHOW_FILE, _FILE = 1 << 10, 2, 1  # TCP_LISTEN as a mask, UDIAG_SHOW_VFS, UNIX_DIAG_VFS

Identity = tuple[int, int]  # of a socket's file: inode (the low half), device as the kernel writes it


def connect(asked: Asked, boundary: dict[bytes, bool]) -> None:
    """May wait as long as the program would. Raises OSError with what the program is told."""
    size = asked.arguments[2] & 0xFFFFFFFF
    if size > _LONGEST:
        raise refused(_EINVAL)
    with Memory(asked) as memory:
        address = memory.read(asked.arguments[1], size)
    held = _taken(asked)
    try:
        if held.getsockopt(SOL_SOCKET, SO_DOMAIN) == AF_UNIX and (path := _path(address)):
            _connect_to_file(asked, held, path, boundary)
        else:
            call("connect", held.fileno(), address, size)
    finally:
        held.close()


def _taken(asked: Asked) -> socket:
    """The very socket that the program holds, as a descriptor of ours too."""
    process = os.pidfd_open(process_of(asked.thread))
    try:
        taken = call("pidfd_getfd", process, as_int(asked.arguments[0]), 0)
    finally:
        os.close(process)
    try:
        asked.check_still_asking()
        return socket(AF_UNIX, SOCK_STREAM, 0, fileno=taken)  # of whatever kind it is
    except OSError:
        os.close(taken)
        raise


def _path(address: bytes) -> bytes:
    """The name in the file system that this address is, "" for every other kind."""
    named = _FAMILY < len(address) <= _LONGEST_NAMED and struct.unpack_from("=H", address)[0] == AF_UNIX
    return address[_FAMILY:].partition(b"\0")[0] if named else b""


def _connect_to_file(asked: Asked, held: socket, path: bytes, boundary: dict[bytes, bool]) -> None:
    file = open_path(asked, AT_FDCWD, path, follow=True)
    try:
        if not stat.S_ISSOCK(os.fstat(file).st_mode):
            raise refused(_ECONNREFUSED)
        try:
            require_inside(file, boundary)
        except OSError:
            raise refused(_EACCES) from None
        if _identity(file) not in _listeners():
            raise refused(_ECONNREFUSED)
        address = struct.pack("=H", AF_UNIX) + b"/proc/self/fd/%d\0" % file
        call("connect", held.fileno(), address, len(address))
    finally:
        os.close(file)


def _identity(file: int) -> Identity:
    """As the kernel's own structures have it: stat() tells something else on file systems that are put together."""
    fields = dict(line.split(b":", 1) for line in read(f"/proc/self/fdinfo/{file}").splitlines())
    mount = fields[b"mnt_id"].strip()
    for line in read("/proc/self/mountinfo").splitlines():
        words = line.split(None, 3)
        if words[0] == mount:
            major, minor = words[2].split(b":")
            return int(fields[b"ino"]) & 0xFFFFFFFF, int(major) << 20 | int(minor)
    raise refused(_EACCES)


def _listeners() -> set[Identity]:
    """The files of all UNIX sockets that listen in this network namespace."""
    found: set[Identity] = set()
    kernel = socket(AF_NETLINK, SOCK_RAW, _SOCK_DIAG)
    try:
        question = struct.pack(_QUESTION, AF_UNIX, 0, 0, _LISTENING, 0, _SHOW_FILE, 0, 0)
        header = struct.pack(_HEADER, struct.calcsize(_HEADER) + len(question), _ASK_FAMILY, _ASK_ALL, 1, 0)
        kernel.send(header + question)
        while True:
            for kind, body in _parts(_HEADER, kernel.recv(1 << 16)):
                if kind == _DONE:
                    return found
                if kind == _ERROR:
                    raise refused(_EACCES)
                for name, value in _parts(_ATTRIBUTE, body[struct.calcsize(_ANSWER) :]):
                    if name == _FILE:
                        inode, device = struct.unpack("=II", value)
                        found.add((inode, device))
    finally:
        kernel.close()


def _parts(header: str, text: bytes) -> list[tuple[int, bytes]]:
    """Kind and content of each part of a message: its header begins with length and kind, and it ends at a word."""
    parts = []
    while len(text) >= struct.calcsize(header):
        length, kind, *_ = struct.unpack_from(header, text)
        if length < struct.calcsize(header):
            break
        parts.append((kind, text[struct.calcsize(header) : length]))
        text = text[(length + 3) & ~3 :]
    return parts
