"""Things that ordinary tools do inside their boundary: `allowed.py WORLD NAME...`, each in a process of its own.

Each raises where it is refused, or where it did not have its effect.
"""

import ctypes
import fcntl
import mmap
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import traceback

WORLD, NAMES = sys.argv[1], sys.argv[2:]
BOUNDARY, TEMPORARY = f"{WORLD}/workspace/src/package", f"{WORLD}/temporary"
LIBC = ctypes.CDLL(None, use_errno=True)


def fresh(folder: str = BOUNDARY) -> str:
    """A new file named after what is tried."""
    path = f"{folder}/{NAMES[0]}"
    with open(path, "w", encoding="ascii") as file:
        file.write("text")
    return path


def read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()


def mode(path: str) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


def change_modes() -> None:
    for folder in (BOUNDARY, TEMPORARY):
        path = fresh(folder)
        os.chmod(path, 0o640)
        assert mode(path) == 0o640
        os.fchmod(os.open(path, os.O_RDONLY), 0o600)
        assert mode(path) == 0o600
        os.chdir(folder)
        os.chmod(NAMES[0], 0o644)
        os.chmod(NAMES[0], 0o604, dir_fd=os.open(folder, os.O_PATH))
        assert mode(path) == 0o604
        assert LIBC.fchmodat(-100, os.fsencode(path), 0o611, 0x100) == 0, ctypes.get_errno()  # not through a link
        assert mode(path) == 0o611
        os.mkdir(f"{path}-folder")
        os.chmod(f"{path}-folder", 0o2775)
        assert mode(f"{path}-folder") == 0o2775


def change_mode_of_a_file_without_a_name() -> None:
    path = fresh(TEMPORARY)
    handle = os.open(path, os.O_RDWR)
    os.unlink(path)
    os.fchmod(handle, 0o600)


def keep_the_owner() -> None:
    path = fresh()
    os.chown(path, os.getuid(), os.getgid())
    os.fchown(os.open(path, os.O_RDONLY), -1, os.getgid())
    os.symlink("nowhere", f"{TEMPORARY}/{NAMES[0]}-link")
    os.lchown(f"{TEMPORARY}/{NAMES[0]}-link", os.getuid(), -1)


def change_times() -> None:
    path = fresh()
    for change in (
        lambda: os.utime(path, (1, 2)),
        lambda: os.utime(os.open(path, os.O_RDONLY), (1, 2)),
        lambda: LIBC.utimes(os.fsencode(path), struct.pack("=4q", 1, 0, 2, 0)),
        lambda: LIBC.utime(os.fsencode(path), struct.pack("=2q", 1, 2)),
    ):
        os.utime(path)
        assert abs(os.stat(path).st_mtime - time.time()) < 60
        change()
        assert (os.stat(path).st_atime, os.stat(path).st_mtime) == (1, 2)
    now, omit = (1 << 30) - 1, (1 << 30) - 2
    LIBC.utimensat(-100, os.fsencode(path), struct.pack("=4q", 0, now, 0, omit), 0)
    assert os.stat(path).st_atime > 1 and os.stat(path).st_mtime == 2
    os.symlink(path, f"{TEMPORARY}/{NAMES[0]}-link")
    os.utime(f"{TEMPORARY}/{NAMES[0]}-link", (5, 5), follow_symlinks=False)
    assert os.lstat(f"{TEMPORARY}/{NAMES[0]}-link").st_mtime == 5 and os.stat(path).st_mtime == 2


def errors_are_the_kernels() -> None:
    for attempt, error in (
        (lambda: os.chmod(f"{BOUNDARY}/none", 0o600), FileNotFoundError),
        (lambda: os.chmod(f"{BOUNDARY}/mine/x", 0o600), NotADirectoryError),
        (lambda: os.chmod("", 0o600), FileNotFoundError),
        (lambda: os.utime(f"{BOUNDARY}/" + "x" * 300), OSError),
        (lambda: os.fchmod(99, 0o600), OSError),
    ):
        try:
            attempt()
        except error:
            continue
        raise AssertionError(error)


def extended_attributes() -> None:
    path = fresh()
    try:
        os.setxattr(path, "user.one", b"1" * 100)
    except OSError as unsupported:
        assert unsupported.errno == 95
        return
    os.setxattr(os.open(path, os.O_RDONLY), "user.two", b"")
    assert os.getxattr(path, "user.one") == b"1" * 100 and sorted(os.listxattr(path)) == ["user.one", "user.two"]
    os.removexattr(path, "user.one")
    assert os.listxattr(path) == ["user.two"]


def truncate() -> None:
    path = fresh()
    os.truncate(path, 2)
    assert read(path) == "te"
    os.close(os.open(path, os.O_WRONLY | os.O_TRUNC))
    assert os.stat(path).st_size == 0


def move_and_link_files() -> None:
    path = fresh()
    os.rename(path, f"{path}-2")
    os.link(f"{path}-2", f"{path}-3")
    os.replace(f"{path}-3", path)
    os.unlink(f"{path}-2")
    os.mkfifo(f"{TEMPORARY}/{NAMES[0]}-fifo")
    os.symlink("x", f"{TEMPORARY}/{NAMES[0]}-link")


def move_between_folders() -> None:
    path = fresh()
    os.mkdir(f"{path}-folder")
    os.rename(path, f"{path}-folder/moved")
    os.rename(f"{path}-folder", f"{TEMPORARY}/../workspace/src/package/{NAMES[0]}-other")
    os.unlink(f"{path}-other/moved")
    os.rmdir(f"{path}-other")


def tools_that_copy() -> None:
    line = """
        set -e
        cd "$TMPDIR"; mkdir tree; echo x > tree/file; ln -s file tree/link; chmod 750 tree; touch -d @5 tree/file
        cp -p tree/file "$B/copied"; cp -a tree again; install -m 700 tree/file "$B/installed"
        tar cf tree.tar tree; mkdir out; tar xpf tree.tar -C out; mv tree/file "$B/moved"; mktemp > /dev/null
        rm out/tree/link; mv out "$B/out"
        test "$(stat -c %Y "$B/copied" again/file "$B/moved" | sort -u)" = 5
        test "$(stat -c %a again "$B/installed" | tr '\\n' ' ')" = "750 700 "
        test "$(cat "$B/out/tree/file")" = x
    """
    subprocess.run(["sh", "-c", line], env={**os.environ, "B": BOUNDARY}, check=True)


def signal_our_own() -> None:
    for send in (
        lambda pid: os.kill(pid, signal.SIGTERM),
        lambda pid: os.killpg(pid, signal.SIGTERM),
        lambda pid: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGTERM),
    ):
        child = subprocess.Popen(["sleep", "60"], start_new_session=True)
        send(child.pid)
        assert child.wait() == -signal.SIGTERM
    got = []
    signal.signal(signal.SIGUSR1, lambda *_: got.append(1))
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
    assert len(got) == 3


def signal_the_whole_group() -> None:
    """As a shell does with its jobs; also what is not our child, but the child of one."""
    child = subprocess.Popen(["sh", "-c", "trap 'exit 9' TERM; sleep 60 & wait"], start_new_session=True)
    time.sleep(0.1)
    os.kill(-child.pid, signal.SIGTERM)
    assert child.wait() in (9, -signal.SIGTERM)


def be_nice() -> None:
    os.nice(1)
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    os.sched_setaffinity(threading.get_native_id(), os.sched_getaffinity(0))
    child = subprocess.Popen(["sleep", "60"])
    os.setpriority(os.PRIO_PROCESS, child.pid, 10)
    child.kill()
    child.wait()


def many_threads_and_processes() -> None:
    threads = [threading.Thread(target=subprocess.run, args=(["true"],)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _ in range(60):  # more than may live at a time
        subprocess.run(["true"], check=True)


def talk_among_ourselves() -> None:
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
    reads, writes = os.pipe()
    os.write(writes, b"y")
    assert os.read(reads, 1) == b"y"
    assert subprocess.run(["bash", "-c", "cat <(echo z) <<< w"], capture_output=True, check=True).stdout == b"z\n"


def lock_and_map() -> None:
    path = fresh()
    with open(path, "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        fcntl.lockf(file, fcntl.LOCK_EX)
        with mmap.mmap(file.fileno(), 4) as pages:
            pages[:4] = b"xxxx"
    assert read(path) == "xxxx"
    handle = os.memfd_create("x")
    os.fchmod(handle, 0o600)
    with open(f"/proc/self/fd/{handle}", "w") as file:
        file.write("x")


def read_what_everybody_reads() -> None:
    for path in (
        "/etc/passwd",
        "/proc/self/status",
        "/proc/cpuinfo",
        "/usr/bin",
        sys.executable,
        f"{WORLD}/workspace",
    ):
        open(path).close() if os.path.isfile(path) else os.listdir(path)
    assert len(os.urandom(4)) == 4 and os.getcwd() and os.path.realpath(".")


# What an own namespace gives besides


def servers_of_each_name() -> None:
    """Moved, linked, reached by another way, in shared memory, without a file; of each kind."""
    os.chdir(TEMPORARY)
    os.symlink(TEMPORARY, "way")
    rows = [
        (socket.SOCK_STREAM, "named", "named"),
        (socket.SOCK_SEQPACKET, f"{TEMPORARY}/packets", "packets"),
        (socket.SOCK_STREAM, "before", "after"),
        (socket.SOCK_STREAM, "held", "/proc/self/cwd/held"),
        (socket.SOCK_STREAM, "linked", f"{TEMPORARY}/way/linked"),
        (socket.SOCK_STREAM, f"{BOUNDARY}/of-the-boundary", f"{BOUNDARY}/of-the-boundary"),
        (socket.SOCK_STREAM, f"/dev/shm/{os.path.basename(WORLD)}", f"/dev/shm/{os.path.basename(WORLD)}"),
        (socket.SOCK_STREAM, f"\0{WORLD}/of-ours", f"\0{WORLD}/of-ours"),
    ]
    for kind, bound, known in rows:
        server, client = socket.socket(socket.AF_UNIX, kind), socket.socket(socket.AF_UNIX, kind)
        server.bind(bound)
        if bound == "before":
            os.rename(bound, known)
        server.listen()
        client.connect(known)
        client.send(b"x")
        assert server.accept()[0].recv(1) == b"x"
        assert struct.unpack("=3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1] == os.getuid()
        if bound.startswith("/dev/shm/"):
            os.unlink(bound)


def a_server_that_takes_its_time() -> None:
    path = f"{TEMPORARY}/busy"
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen(0)
    clients = [socket.socket(socket.AF_UNIX) for _ in range(4)]
    for client in clients:
        client.setblocking(False)
    refused = [client.connect_ex(path) for client in clients]
    assert refused[0] == 0 and refused[-1] == 11, refused
    waiting = threading.Thread(target=clients[-1].connect, args=(path,))
    clients[-1].setblocking(True)
    waiting.start()
    os.mkdir(f"{TEMPORARY}/group's")
    os.chmod(f"{TEMPORARY}/group's", 0o2775)  # others are answered meanwhile
    for _ in range(refused.count(0)):
        server.accept()
    waiting.join()
    assert clients[-1].getpeername() == path


def errors_of_connections_are_the_kernels() -> None:
    os.chdir(TEMPORARY)
    with socket.socket(socket.AF_UNIX) as gone:
        gone.bind("stale")
    fresh(TEMPORARY)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as other:
        other.bind("for-packets")
        other.listen()
        for path, error in (("stale", 111), ("none", 2), (NAMES[0], 111), (f"{NAMES[0]}/x", 20), ("for-packets", 91)):
            assert socket.socket(socket.AF_UNIX).connect_ex(path) == error, path
    one, _ = socket.socketpair()
    assert one.connect_ex("stale") == 111
    assert LIBC.connect(one.fileno(), None, 16) == -1 and ctypes.get_errno() == 14
    assert LIBC.connect(99, b"\1\0x", 3) == -1 and ctypes.get_errno() == 9
    assert LIBC.connect(os.open(NAMES[0], os.O_RDONLY), b"\1\0x", 3) == -1 and ctypes.get_errno() == 88


def semaphores_and_shared_memory() -> None:
    import multiprocessing
    from multiprocessing import shared_memory

    with multiprocessing.Lock():
        shared = shared_memory.SharedMemory(create=True, size=10)
        shared.close()
        shared.unlink()


def a_pseudo_terminal() -> None:
    import pty

    ours, theirs = pty.openpty()
    with open(os.ttyname(theirs), "w") as terminal:
        terminal.write("x\n")
    assert os.read(ours, 1) == b"x"


def a_file_in_tmp() -> None:
    with open("/tmp/somewhere", "w") as file:
        file.write("x")
    os.unlink("/tmp/somewhere")


def attempt(name: str) -> None:
    """Does not return."""
    NAMES[:] = [name]
    try:
        globals()[name]()
    except BaseException:
        print(name, file=sys.stderr)
        traceback.print_exc()
        os._exit(70)
    os._exit(0)


def main() -> None:
    for name in list(NAMES):
        pid = os.fork()
        if pid == 0:
            attempt(name)
        os.waitpid(pid, 0)


main()
