"""Hooks in no time: each is forked from one process that has imported the runtime already, as no interpreter has.

All else is as with a host: the launcher runs in its shell and starts the first `python3` on its PATH. Here that is a
program which names itself to the process that waits, `hook_server`, and ends as the fork of it ends. The fork takes
its streams, folder and environment. Tests of what an interpreter itself does start one (tests/hooks, tests/hosts).
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

CAP_SYS_PTRACE = 19
MKFIFO = shutil.which("mkfifo")
SERVER = Path(__file__).with_name("hook_server.py")

# The launcher asks with `-c` whether this Python is of today. What else is no hook is for the real one.
PYTHON = f"""#!/bin/sh
case "$3 $7" in
    -c*) exit 0 ;;
    "-X "*/hooks/*) ;;
    *) exec {shlex.quote(sys.executable)} "$@" ;;
esac
{MKFIFO} "$0.$$"
exec 3<&0 4>&1 5<>"$0.$$"
echo "$$ $7" >"${{0%/*}}/asked"
read -r how number <&5
[ "$how" = exit ] || kill -"$number" $$
exit "$number"
"""


def lead_to_forks(environ: dict[str, str]) -> None:
    """So that the launcher finds that program, where a process can take over the streams of another."""
    if _is_possible():
        environ["PATH"] = f"{_waiting()}:{environ['PATH']}"


def forking_python() -> str:
    """That program, to be recorded as the hooks' interpreter; the real one for who may not take over a socket."""
    return f"{_waiting()}/python3" if _is_possible() and _has_power(CAP_SYS_PTRACE) else sys.executable


@cache
def _is_possible() -> bool:
    """Linux, with a /proc and descriptors of processes."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return MKFIFO is not None and os.path.exists("/proc/self/environ")


def _has_power(number: int) -> bool:
    status = Path("/proc/self/status").read_text("ascii", "replace")
    return bool(int(status.partition("CapEff:")[2].split()[0], 16) >> number & 1)


@cache
def _waiting() -> Path:
    """The folder of the program, once the process waits for it."""
    folder = Path(tempfile.mkdtemp(prefix="harness-forks-"))
    python = folder / "python3"
    python.write_text(PYTHON, "utf-8")
    python.chmod(0o755)
    os.mkfifo(folder / "asked")
    server = subprocess.Popen([sys.executable, "-I", "-S", "-X", "utf8", SERVER, folder], stdin=subprocess.PIPE)

    def end() -> None:
        server.communicate()  # it ends with its stdin
        shutil.rmtree(folder)

    atexit.register(end)
    return folder
