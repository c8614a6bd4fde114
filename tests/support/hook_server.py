"""The process that the hooks of tests are forked from (forks.py): imports all that they may need, and waits."""

import ctypes
import gc
import os
import select
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PIDFD_GETFD = 438


def main(folder: str) -> None:
    prepare()
    asked = os.open(f"{folder}/asked", os.O_RDWR)
    running: dict[int, tuple[int, str]] = {}  # by the descriptor that tells its end: the hook, who waits for it
    poll = select.poll()
    for descriptor in (0, asked):
        poll.register(descriptor, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == 0:  # the tests are over
                return
            if descriptor == asked:
                for line in os.read(asked, 1 << 16).decode().splitlines():
                    pid, _, script = line.partition(" ")
                    child = fork(pid, script, folder)
                    running[ended := os.pidfd_open(child)] = (child, pid)
                    poll.register(ended, select.POLLIN)
            else:
                poll.unregister(descriptor)
                os.close(descriptor)
                child, pid = running.pop(descriptor)
                tell(os.waitpid(child, 0)[1], f"{folder}/python3.{pid}")


def prepare() -> None:
    """Import what hooks import, and leave the search path as an interpreter without site-packages has it."""
    import site

    bare = list(sys.path)
    sys.path.insert(0, str(ROOT))
    site.main()
    for file in sorted((ROOT / "harness_runtime").rglob("*.py")):
        if "cli" not in file.parts and file.stem not in ("__init__", "__main__"):
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    sys.path[:] = bare
    gc.freeze()


def fork(pid: str, script: str, folder: str) -> int:
    """The hook `script` in the place of the process that asks for it; returns its pid."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        group = os.getpgid(int(pid))
        os.getpgrp = lambda: group  # one that leads to the host; nobody can join a group of another session
        become(f"/proc/{pid}", folder)
        sys.argv = [script]
        exec(compile(Path(script).read_bytes(), script, "exec"), {"__name__": "__main__", "__file__": script})
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def become(process: str, folder: str) -> None:
    """Take over its streams, folder and environment; the search path is what it was before it led to us."""
    streams = [taken_from(process, number) for number in (3, 4, 2)]  # with its stdin and stdout it speaks with us
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, 1 << 10)
    os.chdir(f"{process}/cwd")
    os.umask(0o077)  # as the launcher set it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    variables = Path(process, "environ").read_bytes().split(b"\0")
    os.environb.clear()
    os.environb.update(each.split(b"=", 1) for each in variables if b"=" in each)
    os.environ["PATH"] = os.environ["PATH"].removeprefix(f"{folder}:")


def taken_from(process: str, number: int) -> int:
    """A duplicate of its descriptor. A pipe can also be opened anew by who has no right to that, a socket cannot."""
    descriptor = os.pidfd_open(int(process.rpartition("/")[2]))
    taken = ctypes.CDLL(None).syscall(PIDFD_GETFD, descriptor, number, 0)
    os.close(descriptor)
    if taken >= 0:
        return int(taken)
    return os.open(f"{process}/fd/{number}", os.O_RDONLY if number == 3 else os.O_WRONLY)


def tell(status: int, reply: str) -> None:
    killed = os.WIFSIGNALED(status)
    number = os.WTERMSIG(status) if killed else os.WEXITSTATUS(status)
    try:
        file = os.open(reply, os.O_WRONLY | os.O_NONBLOCK)
        os.write(file, f"{'kill' if killed else 'exit'} {number}\n".encode())
        os.close(file)
        os.unlink(reply)
    except OSError:  # who asked was killed
        return


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the tests, which end us
    main(sys.argv[1])
