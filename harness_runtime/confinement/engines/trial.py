"""Short trials of what the Linux engines stand on, as this process may or may not do it here."""

from __future__ import annotations

import os

from harness_runtime.confinement.engines.bubblewrap import ground
from harness_runtime.confinement.engines.linux import landlock, system
from harness_runtime.confinement.engines.linux.filter import Rules, program

_EBUSY = 16


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


def try_bubblewrap(bwrap: str, network: str) -> tuple[str, str]:
    """Makes the mounts and namespaces of every run around `bwrap --version`: a reason ("" for none), what it said."""
    said = os.memfd_create("trial")
    try:
        nothing = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
        streams = [(os.POSIX_SPAWN_DUP2, handle, at) for at, handle in enumerate((nothing, said, said))]
        words = [bwrap, *ground(network), "--tmpfs", "/tmp", "--", bwrap, "--version"]
        try:
            _, status = os.waitpid(os.posix_spawn(bwrap, words, {}, file_actions=streams), 0)
        finally:
            os.close(nothing)
        text = os.pread(said, 500, 0).decode("utf-8", "replace").strip()
    except OSError as error:
        return "trial_failed", str(error)
    finally:
        os.close(said)
    return ("" if status == 0 else "namespaces_forbidden"), text


def try_landlock(version: int) -> tuple[str, str]:
    """Restricts a child with Landlock and the filter: a reason ("" for none), and the error."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
            landlock.restrict(landlock.ruleset([], version, tcp=False))
            system.install_filter(program(Rules(inet=False, unix="pairs")))
            os.write(writes, b"0")
        except OSError as error:
            os.write(writes, b"%d" % (error.errno or 1))
        finally:
            os._exit(0)
    os.close(writes)
    said = os.read(reads, 16)
    os.close(reads)
    os.waitpid(pid, 0)
    code = int(said or b"1")
    if code == 0:
        return "", ""
    return ("supervision_forbidden" if code == _EBUSY else "trial_failed"), os.strerror(code)
