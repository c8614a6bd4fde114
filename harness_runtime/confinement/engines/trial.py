"""Short trials of what the Linux engines stand on, as this process may or may not do it here."""

from __future__ import annotations

import os

from harness_runtime.confinement.engines.bubblewrap import ground, needed_by_ourselves, python, spawn
from harness_runtime.confinement.engines.dispositions import keep_exit_statuses
from harness_runtime.confinement.engines.linux import landlock, system
from harness_runtime.confinement.engines.linux.filter import Rules, program
from harness_runtime.confinement.engines.mounts import Mounts
from harness_runtime.confinement.engines.places import HIDDEN, with_shared

_TELL_VERSION = "import os, sys; os.execv(sys.argv[1], [sys.argv[1], '--version'])"
_EPERM, _EBUSY = 1, 16  # what around us forbids a listener, or has one already


def landlock_version() -> tuple[int, str, dict[str, str]]:
    """The ABI, a reason why it is of no use ("" for none), and what was found."""
    machine = os.uname()
    details = {"kernel": machine.release, "machine": machine.machine}
    if not system.NUMBERS:
        return 0, "machine_unknown", details
    try:
        version = landlock.abi()
    except OSError as error:
        return 0, "landlock_missing", {**details, "landlock": error.strerror or str(error)}
    return version, "", {**details, "landlock": str(version)}


def try_bubblewrap(bwrap: str, network: str, hidden: str) -> tuple[str, str]:
    """Makes mounts and namespaces as a run has them, and starts there what keeps it: a reason ("" for none), what was
    said. `hidden`: a folder that a run does not see, "" for none."""
    said = os.memfd_create("trial")
    kinds = with_shared({os.path.realpath(hidden): HIDDEN} if hidden else {}, needed_by_ourselves(network))
    inside = [python(), "-I", "-S", "-c", _TELL_VERSION, bwrap]
    try:
        pid = spawn([bwrap, *ground(network), *Mounts(kinds, os.devnull).words, "--", *inside], said)
        _, status = os.waitpid(pid, 0)
        text = os.pread(said, 500, 0).decode("utf-8", "replace").strip()
    finally:
        os.close(said)
    if status == 0:
        return "", text
    return ("trial_failed" if "execvp" in text else "namespaces_forbidden"), text


def try_landlock(version: int) -> tuple[str, str]:
    """Restricts a child with Landlock and the filter: a reason ("" for none), and the error."""
    keep_exit_statuses()
    reads, writes = os.pipe()
    pid = os.fork()
    if pid == 0:
        step = b"landlock"
        try:
            system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
            landlock.restrict(landlock.ruleset([], version, tcp=False))
            step = b"seccomp"
            system.install_filter(program(Rules(inet=False, unix="pairs")))
            os.write(writes, b"passed 0")
        except OSError as error:
            os.write(writes, b"%s %d" % (step, error.errno or _EPERM))
        finally:
            os._exit(0)
    os.close(writes)
    reached, _, code = (os.read(reads, 64) or b"start 1").decode().partition(" ")
    os.close(reads)
    os.waitpid(pid, 0)
    if reached == "passed":
        return "", ""
    forbidden = reached == "seccomp" and int(code) in (_EPERM, _EBUSY)
    return ("supervision_forbidden" if forbidden else "trial_failed"), f"{reached}: {os.strerror(int(code))}"
