"""Confinement by bubblewrap, with Landlock and seccomp inside.

bubblewrap makes the mounts and the namespaces; then a Python process of ours, the first in its PID namespace, locks
the stages in, since nobody under Landlock may mount. Its code and its job travel through a memory file: nothing that
the boundary holds can stand in for them, and no folder of ours needs to be visible inside.
Source: bwrap(1), version 0.4 and later.
"""

from __future__ import annotations

import marshal
import os
import sys

from harness_runtime.confinement.engines.dispositions import keep_exit_statuses, reset_signals
from harness_runtime.confinement.engines.interface import Engine
from harness_runtime.confinement.engines.linux import landlock
from harness_runtime.confinement.engines.linux.adoption import Adoption
from harness_runtime.confinement.engines.linux.filter import Rules, program
from harness_runtime.confinement.engines.linux.job import Job
from harness_runtime.confinement.engines.linux.rights import RIGHTS, USE_DEVICE
from harness_runtime.confinement.engines.mounts import MOST_MOUNTS, Mounts
from harness_runtime.confinement.engines.places import READABLE, TEMPORARY, WRITABLE, needed, places, with_shared
from harness_runtime.confinement.engines.supervisor import supervise
from harness_runtime.confinement.profile import Command, ConfinementFault, Outcome, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Never from PATH: the agent's shell has set that
PROGRAMS = ("/usr/bin/bwrap", "/usr/local/bin/bwrap", "/run/current-system/sw/bin/bwrap", "/bin/bwrap")

GROUND = (
    "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "--unshare-ipc", "--as-pid-1",
    "--die-with-parent", "--cap-drop", "ALL", "--chdir", "/",
)  # fmt: skip
_SHARED_MEMORY = "/dev/shm"
_ROOM = "harness_runtime.confinement"
_INSIDE = (
    "profile", "engines.dispositions", "engines.linux.numbers", "engines.linux.system", "engines.linux.landlock",
    "engines.linux.asked", "engines.linux.meant", "engines.linux.attributes", "engines.linux.processes",
    "engines.linux.signals", "engines.linux.sockets", "engines.linux.notices", "engines.linux.job",
    "engines.linux.stage", "engines.linux.keeper",
)  # fmt: skip
_OPEN = f"""
import marshal, sys
memory, control, status = map(int, sys.argv[1:])
with open(memory, "rb") as file: modules, job = marshal.load(file)
for name, code in modules:
    sys.modules[name] = type(sys)(name)
    exec(code, sys.modules[name].__dict__) if code else None
keeper = sys.modules["{_ROOM}.engines.linux.keeper"]
keeper.keep(sys.modules["{_ROOM}.engines.linux.job"].unpacked(job), control, status)
"""


def ground(network: str) -> list[str]:
    """The words that every run has. As root there is a user namespace only by asking for one."""
    words = list(GROUND)
    if network != "full":
        words.append("--unshare-net")
    if os.getuid() == 0:
        words.append("--unshare-user-try")
    return words


class Bubblewrap(Engine):
    """`program` is bwrap, `version` Landlock's ABI, `runtime_folder` the user's XDG_RUNTIME_DIR ("" for none)."""

    name = "bubblewrap"
    networks = ("none", "loopback", "full")

    def __init__(self, program: str, version: int, runtime_folder: str) -> None:
        self.program = program
        self.version = version
        self.runtime_folder = runtime_folder

    def confine(self, profile: Profile, command: Command, alive: Callable[[], bool]) -> Outcome:
        found = places(profile)
        empty = f"{profile.temporary}/.masked-{os.getpid()}"
        visible = [*needed(command), *needed_by_ourselves(profile.network)]
        kinds = with_shared(found, visible, (self.runtime_folder,))
        mounts = Mounts(kinds, empty)
        private = [_SHARED_MEMORY, *mounts.private]
        if len(mounts.words) > 3 * MOST_MOUNTS:
            raise ConfinementFault("too_many_rules", profile.temporary)
        job = Job(
            command,
            profile.limits,
            _rules(found, private),
            self.version,
            tcp=profile.network != "none",
            program=program(self._left_to_the_filter(profile.network)),
            boundary={os.fsencode(path): kind in (WRITABLE, TEMPORARY) for path, kind in kinds.items()}
            | {os.fsencode(path): True for path in private},
        )
        job.namespace = True
        job.locked = [os.fsencode(path) for path in mounts.locked]
        if empty in mounts.words:
            os.close(os.open(empty, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444))
            job.spent = [os.fsencode(empty)]
        said = os.memfd_create("bwrap")
        words = [*ground(profile.network), *mounts.words]
        try:
            with Adoption():
                return supervise(
                    lambda control, status: self._spawn(words, job, said, control, status),
                    self.name,
                    profile.limits,
                    alive,
                )
        except ConfinementFault as fault:
            text = os.pread(said, 2000, 0).decode("utf-8", "replace").strip()
            raise ConfinementFault(fault.rule, text or fault.detail) from None
        finally:
            os.close(said)
            if os.path.lexists(empty):  # bwrap did not come so far that it was of use
                os.unlink(empty)

    def _left_to_the_filter(self, network: str) -> Rules:
        """With the network of outside come its abstract sockets, which Landlock scopes from ABI 6 on. A network of
        its own tells the run's sockets from those of others, whose names lie in the same folders."""
        if network != "full":
            return Rules(inet=network != "none", unix="asked")
        return Rules(inet=True, unix="free" if self.version >= landlock.SCOPED_SINCE else "closed")

    def _spawn(self, words: list[str], job: Job, said: int, control: int, status: int) -> int:
        """The mounts travel as bwrap's options, code and job as what the Python inside reads."""
        job.out, job.err = os.dup(1), os.dup(2)
        options = _memory(b"\0".join(os.fsencode(word) for word in words) + b"\0")
        inside = _memory(marshal.dumps((_code(), job.packed())))
        passed = (job.out, job.err, options, inside, control, status)
        for handle in passed:
            os.set_inheritable(handle, True)
        numbers = [str(handle) for handle in (inside, control, status)]
        keeper = [python(), "-I", "-S", "-c", _OPEN, *numbers]
        try:
            return spawn([self.program, "--args", str(options), "--", *keeper], said)
        finally:
            for handle in passed[:4]:
                os.close(handle)


def spawn(words: list[str], said: int) -> int:
    """Starts bwrap in a session of its own, so that what reaches our process group does not end it before its time.

    It reads nothing and writes into `said`; it has no environment, as the loader would obey one.
    """
    keep_exit_statuses()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            reset_signals()
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            os.dup2(said, 1)
            os.dup2(said, 2)
            os.execve(words[0], words, {})
        except BaseException as error:
            os.write(said, f"{words[0]}: {error}".encode())
        finally:
            os._exit(127)
    return pid


def python() -> str:
    """The interpreter itself, whose standard library suffices: an environment made of it may lie in the data folder,
    which nobody sees inside."""
    return os.path.realpath(sys.executable)


def needed_by_ourselves(network: str) -> list[str]:
    """The Python inside, and how names are resolved."""
    names = [os.path.realpath("/etc/resolv.conf")] if network == "full" else []
    return [python(), sys.base_prefix, *names]


def _rules(found: dict[str, str], private: list[str]) -> list[landlock.Rule]:
    """Reading is open, as the mounts hide what is hidden. /dev is bwrap's own and holds no disk.

    A rule on / itself would reach the terminal that standard output may be: its file lies on the /dev of outside,
    which is below / as well.
    """
    rules = [(path, RIGHTS[kind]) for path, kind in found.items() if kind in (WRITABLE, TEMPORARY)]
    rules += [(path, RIGHTS[TEMPORARY]) for path in private]
    rules += [(f"/{name}", RIGHTS[READABLE]) for name in os.listdir("/")]
    rules += [("/", landlock.READ_DIR), ("/dev", USE_DEVICE)]
    return [(os.fsencode(path), rights) for path, rights in rules]


def _code() -> list[tuple[str, object]]:
    """The modules of the keeper, compiled (from the cache of compiled modules where there is one)."""
    loader = type(__spec__.loader)
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    modules: list[tuple[str, object]] = [(f"{_ROOM}.engines.linux", None)]
    for name in _INSIDE:
        full = f"{_ROOM}.{name}"
        modules.append((full, loader(full, f"{folder}/{name.replace('.', '/')}.py").get_code(full)))  # type: ignore[misc, union-attr, call-arg]
    return modules


def _memory(content: bytes) -> int:
    """A descriptor to read this from."""
    handle = os.memfd_create("confined")
    os.write(handle, content)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle
