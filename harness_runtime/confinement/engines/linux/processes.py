"""The processes below one of ours, as /proc shows them."""

from __future__ import annotations

import os


def parents() -> dict[int, int]:
    """Every process that can be seen, zombies too, to the process it belongs to."""
    table = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                table[int(name)] = int(_fields(int(name))[1])
            except (OSError, ValueError, IndexError):
                continue  # it ended meanwhile
    return table


def below(root: int) -> set[int]:
    """What descends from the process, itself not included."""
    children: dict[int, list[int]] = {}
    for pid, parent in parents().items():
        children.setdefault(parent, []).append(pid)
    found: set[int] = set()
    waiting = [root]
    while waiting:
        for pid in children.get(waiting.pop(), ()):
            if pid not in found:
                found.add(pid)
                waiting.append(pid)
    return found


def threads_of_the_system() -> int:
    """How many there are, of everybody: one short line, while counting our own means looking at each process."""
    return int(read("/proc/loadavg").split()[3].partition(b"/")[2])


def children() -> list[int]:
    """Those of this process."""
    own = os.getpid()
    try:
        return _children(own)
    except OSError:  # a kernel without this file
        return [pid for pid, parent in parents().items() if parent == own]


def are_more(most: int) -> bool:
    """More processes than that descend from this one. Looks at no more of them than it must."""
    waiting = children()
    found = len(waiting)
    while waiting and found <= most:
        try:
            more = _children(waiting.pop())
        except FileNotFoundError:
            continue  # it ended meanwhile
        except OSError:
            return len(below(os.getpid())) > most
        waiting += more
        found += len(more)
    return found > most


def _children(pid: int) -> list[int]:
    """Whichever of its threads started them."""
    texts = [read(f"/proc/{pid}/task/{name}/children") for name in os.listdir(f"/proc/{pid}/task")]
    return [int(word) for text in texts for word in text.split()]


def process_of(thread: int) -> int:
    """The process that a thread (or a process) belongs to. Raises ProcessLookupError."""
    try:
        lines = read(f"/proc/{thread}/status").splitlines()
    except FileNotFoundError:
        lines = []
    for line in lines:
        if line.startswith(b"Tgid:"):
            return int(line.split()[1])
    raise ProcessLookupError(3, os.strerror(3))


def group_of(pid: int) -> int:
    return int(_fields(pid)[2])


def _fields(pid: int) -> list[bytes]:
    """State, parent, group and so on. The name before them may hold anything, blanks and brackets too."""
    return read(f"/proc/{pid}/stat").rpartition(b")")[2].split()


def read(path: str) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        parts = []
        while part := os.read(handle, 65536):
            parts.append(part)
        return b"".join(parts)
    finally:
        os.close(handle)
