"""What a confined run may touch, what it runs, and how it ended: the one language that every engine is told in.

Source: harness contract, Confinement. Plain classes: this is part of what a run costs before it starts.
"""

from __future__ import annotations

NETWORKS = ("none", "loopback", "full")


class Limits:
    """What a run may use: `processes` living at one time, `file_bytes` for one file, `seconds` of wall time."""

    __slots__ = ("file_bytes", "processes", "seconds")

    def __init__(self, processes: int = 1024, file_bytes: int = 4 << 30, seconds: float = 3600.0) -> None:
        self.processes = processes
        self.file_bytes = file_bytes
        self.seconds = seconds


class Profile:
    """The boundary of one run. Every path is absolute, exists and is resolved (no link in it).

    `writable`: a folder stands for its whole tree, a file for itself. `read_only`: what stays as it is inside
    writable trees. `hidden`: files and folders that can neither be read nor written. `temporary`: the run's private
    folder, writable, also with symlinks. `network`: none, loopback or full. Everything else is readable.
    """

    __slots__ = ("hidden", "limits", "network", "read_only", "temporary", "writable")

    def __init__(
        self,
        writable: tuple[str, ...],
        read_only: tuple[str, ...],
        hidden: tuple[str, ...],
        temporary: str,
        network: str = "none",
        limits: Limits | None = None,
    ) -> None:
        self.writable = writable
        self.read_only = read_only
        self.hidden = hidden
        self.temporary = temporary
        self.network = network
        self.limits = limits or Limits()


class Command:
    """What runs: `argv` (found on `env["PATH"]`) in the folder `cwd` with exactly the environment `env`.

    `rest` is a text for /bin/sh that reads argv's output from its standard input ("" for none): for
    `pytest -q 2>&1 | tail -20` it is `tail -20`, and `merge_stderr` is True. Both run confined.
    """

    __slots__ = ("argv", "cwd", "env", "merge_stderr", "rest")

    def __init__(
        self, argv: tuple[str, ...], cwd: str, env: dict[str, str], rest: str = "", merge_stderr: bool = False
    ) -> None:
        self.argv = argv
        self.cwd = cwd
        self.env = env
        self.rest = rest
        self.merge_stderr = merge_stderr


class Outcome:
    """How a run ended; by the time it exists, nothing that it started is alive.

    `exit_code` is argv's own: 0..255, and 128 + n when signal n killed it, which `signal` then names. `shown_exit` is
    what the line as a whole exits with, as a shell counts it: `rest`'s where there is one. `timed_out`: the wall time
    was over. `ended_early`: `alive` said no, or a signal came and was passed on. `crowded`: more processes lived than
    may. `engine`: who confined it.
    """

    __slots__ = ("crowded", "ended_early", "engine", "exit_code", "seconds", "shown_exit", "signal", "timed_out")

    def __init__(
        self,
        exit_code: int,
        shown_exit: int,
        signal: int | None,
        timed_out: bool,
        ended_early: bool,
        seconds: float,
        engine: str,
        crowded: bool = False,
    ) -> None:
        self.crowded = crowded
        self.exit_code = exit_code
        self.shown_exit = shown_exit
        self.signal = signal
        self.timed_out = timed_out
        self.ended_early = ended_early
        self.seconds = seconds
        self.engine = engine


class ConfinementFault(Exception):
    """The command did not run, or it is not certain that it ran confined: there is no outcome.

    `rule` is a code: `profile_invalid` (a path is missing, not absolute, not resolved), `too_many_rules` (Landlock
    cannot hide what is asked in 4,000 rules), `engine_unstarted` (it cannot be used here, and nothing has run),
    `engine_failed` (set-up broke, or a part of the supervision died).
    `detail` is the path, or what the system said, in English.
    """

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(rule, detail)
        self.rule = rule
        self.detail = detail
