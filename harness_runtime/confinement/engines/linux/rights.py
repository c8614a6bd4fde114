"""From the places of a profile to Landlock rules, for a kernel boundary without mounts.

Landlock grants downward and never takes back: what stays closed below an open folder is closed by granting its
siblings instead, along the whole way down to it. A folder on such a way gets no entries of its own: nothing can be
created, renamed or removed directly in it, and it cannot be listed when a hidden folder lies below.
"""

from __future__ import annotations

import os

from harness_runtime.confinement.engines.linux import landlock
from harness_runtime.confinement.engines.linux.landlock import Rule
from harness_runtime.confinement.engines.places import HIDDEN, MASKED, READABLE, TEMPORARY, WRITABLE
from harness_runtime.confinement.profile import ConfinementFault

MOST_RULES = 4000

READ = landlock.EXECUTE | landlock.READ_FILE | landlock.READ_DIR
_CHANGE = (
    landlock.WRITE_FILE | landlock.TRUNCATE | landlock.REFER | landlock.REMOVE_DIR | landlock.REMOVE_FILE
    | landlock.MAKE_DIR | landlock.MAKE_REG | landlock.MAKE_SOCK | landlock.MAKE_FIFO
)  # fmt: skip
# The temporary folder may have symlinks, and a folder with symlinks must not be moved out of it into the boundary.
# The kernel refuses a move that gains a right, so the boundary has one that the temporary folder has not; as the
# filter refuses every block device, nobody can use it.
RIGHTS = {
    READABLE: READ,
    WRITABLE: READ | _CHANGE | landlock.MAKE_BLOCK,
    TEMPORARY: READ | _CHANGE | landlock.MAKE_SYM,
    HIDDEN: 0,
    MASKED: landlock.READ_DIR,
}
_DEVICES = "/dev"  # masked: a disk's device would show what is hidden on the disk
USE_DEVICE = landlock.READ_FILE | landlock.WRITE_FILE | landlock.TRUNCATE | landlock.IOCTL_DEV
PLAIN_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")


class _Node:
    """A folder on the way to an entry, or the entry: its kind ("" for none), and the names that lead on."""

    __slots__ = ("kind", "names")

    def __init__(self) -> None:
        self.kind = ""
        self.names: dict[str, _Node] = {}

    def takes_back(self, kind: str) -> bool:
        """Some entry below has not all that an entry of this kind grants."""
        return any(
            (node.kind and RIGHTS[kind] & ~RIGHTS[node.kind] != 0) or node.takes_back(kind)
            for node in self.names.values()
        )

    def hides_a_folder(self, path: str) -> bool:
        return any(
            (node.kind == HIDDEN and os.path.isdir(f"{path}/{name}")) or node.hides_a_folder(f"{path}/{name}")
            for name, node in self.names.items()
        )


def rules(found: dict[str, str]) -> list[Rule]:
    """The rules for these places, shared folders among them. Raises ConfinementFault: too_many_rules."""
    root = _Node()
    for path, kind in {**found, _DEVICES: MASKED}.items():
        node = root
        for name in path.split("/")[1:]:
            node = node.names.setdefault(name, _Node())
        node.kind = kind
    made: list[Rule] = [(os.fsencode(f"{_DEVICES}/{name}"), USE_DEVICE) for name in PLAIN_DEVICES]
    _grant("", root, READABLE, 0, made)
    return made


def _grant(path: str, node: _Node, inherited: str, covered: int, made: list[Rule]) -> None:
    """`covered`: the rights that a rule further up has given already."""
    kind = node.kind or inherited
    rights = RIGHTS[kind]
    if not node.takes_back(kind):
        if rights & ~covered:
            _add(path or "/", rights, made)
        for name, child in node.names.items():
            _grant(f"{path}/{name}", child, kind, covered | rights, made)
        return
    if rights & landlock.READ_DIR and not node.hides_a_folder(path):
        _add(path or "/", landlock.READ_DIR, made)
    for name in _listed(path or "/", node):
        step = node.names.get(name)
        if step is not None:
            _grant(f"{path}/{name}", step, kind, covered, made)
        elif rights & ~landlock.READ_DIR:
            _add(f"{path}/{name}", rights, made)


def _listed(path: str, node: _Node) -> list[str]:
    """What is in the folder; in one that we may not list, only what leads on."""
    try:
        return sorted({*os.listdir(path), *node.names})
    except OSError:
        return sorted(node.names)


def _add(path: str, rights: int, made: list[Rule]) -> None:
    if os.path.islink(path):
        return  # a link's target has its own place
    if len(made) >= MOST_RULES:
        raise ConfinementFault("too_many_rules", path)
    made.append((os.fsencode(path), rights))
