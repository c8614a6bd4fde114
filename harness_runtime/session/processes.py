"""Processes that a session's agent left running. Cold, Linux only.

Both hosts put the session's id into the environment of the commands that their tools run, and the kernel keeps
the environment that a process was started with in /proc. What each kind of process carries was measured
(Codex 0.171.0, Claude Code 2.1.197, without a terminal and in the terminal UI):

| process                                                | session id | PROJECT_DIR | EXECPATH |
|--------------------------------------------------------|------------|-------------|----------|
| Codex: a tool's command (a child's: only SESSION_ID)   | yes        | -           | -        |
| Codex: host, code mode host, MCP server, hook          | -          | -           | -        |
| Claude: a tool's command, also a child's               | yes        | -           | yes      |
| Claude: hook, async hook, status line, what they leave | yes        | yes         | -        |
| Claude: MCP server, what it leaves                     | yes        | yes         | -        |
| Claude: host, language server                          | -          | -           | -        |

So on Codex the id is enough, and on Claude Code what has CLAUDE_PROJECT_DIR without CLAUDE_CODE_EXECPATH was
started by the host for itself. Times and parents are not asked: a process that detached itself has no parent
left, and one of a session that was resumed is older than its host.

Not promised: to find a process that was started with another environment (`env -i`) and then detached, that
wrote over its own environment, that another user runs, or that does not let itself be read.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

PROC = "/proc"
MAX_COMMAND = 120
MAX_ENVIRONMENT = 4 * 1024 * 1024
UNSEEN = "�"  # in place of what a screen does not show

SESSION = {"codex": (b"CODEX_SESSION_ID", b"CODEX_THREAD_ID"), "claude": (b"CLAUDE_CODE_SESSION_ID",)}
HOSTS_OWN = b"CLAUDE_PROJECT_DIR"
TOOLS_OWN = b"CLAUDE_CODE_EXECPATH"
_VARIABLES = frozenset({*SESSION["codex"], *SESSION["claude"], HOSTS_OWN, TOOLS_OWN})


@dataclass(frozen=True)
class Process:
    """A process as the person gets to see it: its command line in at most 120 visible characters."""

    pid: int
    command: str


@dataclass(frozen=True)
class Running:
    """A living process of this user. `variables` are those of the table above, as it was started with them."""

    pid: int
    parent: int
    started: int  # clock ticks since boot
    variables: Mapping[bytes, bytes]


def left_running(
    session_id: str, host: Literal["codex", "claude"], exclude_pids: Collection[int] = ()
) -> list[Process] | None:
    """What this session's agent started and is still there, oldest first; None where the system cannot tell.

    Never named: this process, what it came from and what it started, hooks, MCP and language servers, the host.
    """
    table = running()
    if table is None:
        return None
    found = [Process(entry.pid, command(entry)) for entry in left(table, os.getpid(), session_id, host, exclude_pids)]
    return [process for process in found if process.command]


def left(
    table: Mapping[int, Running], own: int, session_id: str, host: str, exclude_pids: Collection[int] = ()
) -> list[Running]:
    """The decision alone. A child of what was left running belongs to it, whatever its environment."""
    line = _line(table, own)
    plain = TOOLS_OWN in table[own].variables if own in table else False
    started = {pid for pid, entry in table.items() if _of_a_tool(entry.variables, session_id, host, plain)}
    started -= line
    named = {pid for pid in table if pid not in line and not _line(table, pid).isdisjoint(started)}
    ours = {pid for pid in named if own in _line(table, pid)}
    return sorted(
        (table[pid] for pid in named - ours - set(exclude_pids)), key=lambda entry: (entry.started, entry.pid)
    )


def _of_a_tool(variables: Mapping[bytes, bytes], session_id: str, host: str, plain: bool) -> bool:
    """`plain`: our own hook has the tools' mark, so the host itself runs inside a tool and the mark tells nothing."""
    wanted = session_id.encode("utf-8", "surrogatepass")
    if not wanted or wanted not in [variables.get(name) for name in SESSION[host]]:
        return False
    return HOSTS_OWN not in variables or (TOOLS_OWN in variables and not plain)


def _line(table: Mapping[int, Running], pid: int) -> set[int]:
    """The process and what it came from."""
    line: set[int] = set()
    while pid in table and pid not in line:
        line.add(pid)
        pid = table[pid].parent
    return line


def running() -> dict[int, Running] | None:
    """Every living process of this user by its pid, None without a /proc that shows at least ourselves.

    What ends or hides while we look is left out.
    """
    try:
        names = os.listdir(PROC)
    except OSError:
        return None
    user = os.getuid()
    table = {}
    for name in names:
        if name.isdecimal():
            entry = _running(int(name), user)
            if entry is not None:
                table[entry.pid] = entry
    return table if os.getpid() in table else None


def _running(pid: int, user: int) -> Running | None:
    folder = f"{PROC}/{pid}"
    try:
        if os.stat(folder).st_uid != user:
            return None
        state, parent, started = _status(folder)
        if state in "ZX":
            return None
        return Running(pid, parent, started, _variables(_read(f"{folder}/environ", MAX_ENVIRONMENT)))
    except PermissionError:
        return _sealed(pid, folder)
    except (OSError, ValueError):
        return None


def _sealed(pid: int, folder: str) -> Running | None:
    """A process that does not show its environment still links its children to what they came from."""
    try:
        _, parent, started = _status(folder)
    except (OSError, ValueError):
        return None
    return Running(pid, parent, started, {})


def _status(folder: str) -> tuple[str, int, int]:
    """State, parent and start. The name before them may hold anything, blanks and brackets too."""
    fields = _read(f"{folder}/stat", 4096).rpartition(b")")[2].split()
    if len(fields) < 20:
        raise ValueError(folder)
    return fields[0].decode("ascii"), int(fields[1]), int(fields[19])


def _variables(environment: bytes) -> dict[bytes, bytes]:
    pairs = (entry.partition(b"=") for entry in environment.split(b"\0"))
    return {name: text for name, _, text in pairs if name in _VARIABLES}


def command(entry: Running) -> str:
    """The command line for the person to read, "" when the process has ended meanwhile."""
    folder = f"{PROC}/{entry.pid}"
    try:
        words = _read(f"{folder}/cmdline", _arguments_size(folder)).rstrip(b"\0").replace(b"\0", b" ")
        if not words.strip():
            words = b"[" + _read(f"{folder}/comm", 64).rstrip(b"\n") + b"]"
        if _status(folder)[2] != entry.started:
            return ""  # the number belongs to another process by now
    except (OSError, ValueError):
        return ""
    return shown(words.decode("utf-8", "replace"))


def _arguments_size(folder: str) -> int:
    """A process that wrote over its arguments would let cmdline run on into its environment: no further than this."""
    fields = _read(f"{folder}/stat", 4096).rpartition(b")")[2].split()
    size = int(fields[46]) - int(fields[45]) if len(fields) > 46 else 0
    return min(size, 4096) if size > 0 else 4096


def shown(text: str) -> str:
    plain = "".join(char if char.isprintable() else UNSEEN for char in text.strip(" "))
    return plain if len(plain) <= MAX_COMMAND else plain[: MAX_COMMAND - 1] + "…"


def _read(path: str, most: int) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        parts = b""
        while len(parts) < most and (part := os.read(handle, min(most - len(parts), 65536))):
            parts += part
        return parts
    finally:
        os.close(handle)
