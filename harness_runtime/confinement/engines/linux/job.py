"""What the keeper of a run is told: plain values, so that it can travel into another process."""

from __future__ import annotations

import marshal
import os

from harness_runtime.confinement.profile import Command, Limits


class Job:
    """Everything is settled when it is made; the keeper decides nothing.

    `stages`: the words of the command, then those of the shell that reads its output, if any. `rules`, `version` and
    `tcp` are for Landlock, `program` is the filter's. `boundary`: where attributes may change. `namespace`: the
    keeper is the first process of a PID namespace. `locked` are folders to lock, `spent` files to remove before
    anything starts. `out` and `err` are what the command gets. `supervisor` is the process that all this is made in.
    """

    __slots__ = (
        "boundary", "cwd", "env", "err", "file_bytes", "locked", "merge", "namespace", "out", "processes", "program",
        "rules", "spent", "stages", "supervisor", "tcp", "version",
    )  # fmt: skip

    def __init__(
        self,
        command: Command,
        limits: Limits,
        rules: list[tuple[bytes, int]],
        version: int,
        tcp: bool,
        program: bytes,
        boundary: dict[bytes, bool],
    ) -> None:
        self.stages = [[os.fsencode(word) for word in command.argv]]
        if command.rest:
            self.stages.append([b"/bin/sh", b"-c", os.fsencode(command.rest)])
        self.cwd = os.fsencode(command.cwd)
        self.env = {os.fsencode(name): os.fsencode(text) for name, text in command.env.items()}
        self.merge = command.merge_stderr
        self.processes = limits.processes
        self.file_bytes = limits.file_bytes
        self.rules = rules
        self.version = version
        self.tcp = tcp
        self.program = program
        self.boundary = boundary
        self.supervisor = os.getpid()
        self.namespace = False
        self.locked: list[bytes] = []
        self.spent: list[bytes] = []
        self.out = 1
        self.err = 2

    def packed(self) -> bytes:
        return marshal.dumps([getattr(self, name) for name in self.__slots__])


def unpacked(raw: bytes) -> Job:
    job = Job.__new__(Job)
    for name, value in zip(Job.__slots__, marshal.loads(raw), strict=True):
        setattr(job, name, value)
    return job
