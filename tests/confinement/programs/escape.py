"""Programs that try to get out of their boundary: `escape.py WORLD HOLDER NAME...`, each in a process of its own.

WORLD is the folder of tests.confinement.world, HOLDER the number of a process that does not belong to the run. What
a program changes outside is seen there; what cannot be seen there it prints as ESCAPED. On standard error each says
with which error the system refused it; what fails in another way is a mistake of ours, and the exit code says so.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import signal
import socket
import stat
import struct
import sys
import time
import traceback

LIBC = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"
WORLD, HOLDER, NAMES = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
OUTSIDE, VICTIM = f"{WORLD}/outside", f"{WORLD}/outside/victim"
BOUNDARY, TEMPORARY = f"{WORLD}/workspace/src/package", f"{WORLD}/temporary"
SECRET, GIT = f"{WORLD}/workspace/.env", f"{WORLD}/workspace/src/.git"
RENAME_EXCHANGE, RENAME_NOREPLACE = 2, 1


def escaped(what: object = "") -> None:
    print("ESCAPED", NAMES, what, flush=True)


def call(x86_64: int, aarch64: int, *arguments: object) -> int:
    """The system call's result, or minus its errno."""
    ctypes.set_errno(0)
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = LIBC.syscall(ctypes.c_long(aarch64 if ARM else x86_64), *words)
    return -ctypes.get_errno() if result == -1 else result


def must(result: int) -> int:
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


def write(path: str, text: str = "ESCAPED") -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()


# Names and paths


def write_by_path() -> None:
    write(VICTIM)


def create_outside() -> None:
    write(f"{OUTSIDE}/new")


def write_through_a_link_that_was_there() -> None:
    write(f"{BOUNDARY}/link")


def make_a_link_in_the_boundary() -> None:
    os.symlink("/etc", f"{BOUNDARY}/new-link")
    escaped()


def move_a_folder_with_a_link_into_the_boundary() -> None:
    os.mkdir(f"{TEMPORARY}/folder")
    os.symlink("/etc", f"{TEMPORARY}/folder/link")
    os.rename(f"{TEMPORARY}/folder", f"{BOUNDARY}/folder")
    escaped()


def rename_out() -> None:
    os.rename(f"{BOUNDARY}/mine", f"{OUTSIDE}/mine")


def rename_in() -> None:
    os.rename(VICTIM, f"{BOUNDARY}/victim")


def exchange_names() -> None:
    paths = [os.fsencode(path) for path in (VICTIM, f"{BOUNDARY}/mine")]
    must(call(316, 276, -100, paths[0], -100, paths[1], RENAME_EXCHANGE))


def hard_link_in() -> None:
    os.link(VICTIM, f"{BOUNDARY}/linked")
    write(f"{BOUNDARY}/linked")


def hard_link_in_through_a_descriptor() -> None:
    handle = os.open(VICTIM, os.O_RDONLY)
    held = b"/proc/self/fd/%d" % handle
    must(call(265, 37, -100, held, -100, os.fsencode(f"{BOUNDARY}/linked-too"), 0x400))  # AT_SYMLINK_FOLLOW
    write(f"{BOUNDARY}/linked-too")


def remove_outside() -> None:
    os.unlink(VICTIM)


def remove_a_folder_outside() -> None:
    os.rmdir(f"{OUTSIDE}/folder")


def write_through_proc_self_root() -> None:
    write(f"/proc/self/root{VICTIM}")


def write_through_proc_self_cwd() -> None:
    os.chdir(OUTSIDE)
    write("/proc/self/cwd/victim")


def write_through_proc_self_fd() -> None:
    handle = os.open(VICTIM, os.O_RDONLY)
    write(f"/proc/self/fd/{handle}")


def write_a_shared_mapping() -> None:
    handle = os.open(VICTIM, os.O_RDWR)
    with mmap.mmap(handle, 4) as pages:
        pages[:4] = b"xxxx"


def make_a_device() -> None:
    for folder in (BOUNDARY, TEMPORARY):
        for kind in (stat.S_IFCHR, stat.S_IFBLK):
            try:
                os.mknod(f"{folder}/device", kind | 0o666, os.makedev(1, 3))
            except OSError:
                continue
            escaped(folder)
            os.unlink(f"{folder}/device")


def read_a_disk() -> None:
    for name in sorted(os.listdir("/sys/class/block")):
        try:
            with open(f"/dev/{name}", "rb") as disk:
                if disk.read(512):
                    escaped(name)
        except OSError:
            continue


# Attributes


def change_mode() -> None:
    os.chmod(VICTIM, 0o777)


def change_mode_of_a_descriptor() -> None:
    os.fchmod(os.open(VICTIM, os.O_RDONLY), 0o777)


def change_mode_through_a_link() -> None:
    os.chmod(f"{BOUNDARY}/link", 0o777)


def change_mode_through_proc_self_fd() -> None:
    handle = os.open(VICTIM, os.O_PATH)
    os.chmod(f"/proc/self/fd/{handle}", 0o777)


def change_mode_from_a_folder() -> None:
    folder = os.open(OUTSIDE, os.O_PATH)
    os.chmod("victim", 0o777, dir_fd=folder)


def change_mode_up_from_the_boundary() -> None:
    os.chdir(BOUNDARY)
    os.chmod("../../../outside/victim", 0o777)


def change_mode_while_the_name_moves() -> None:
    """What is looked at must be what is changed: another process swaps a file and a link to outside all the time."""
    os.symlink(VICTIM, f"{TEMPORARY}/other")
    write(f"{TEMPORARY}/swapped")
    names = [os.fsencode(f"{TEMPORARY}/{name}") for name in ("swapped", "other")]
    if os.fork() == 0:
        ends = time.monotonic() + 0.5
        while time.monotonic() < ends:
            call(316, 276, -100, names[0], -100, names[1], RENAME_EXCHANGE)
        os._exit(0)
    while os.waitpid(-1, os.WNOHANG)[0] == 0:
        try:
            os.chmod(f"{TEMPORARY}/swapped", 0o777)
        except OSError:
            continue


def change_owner() -> None:
    os.chown(VICTIM, 4242, 4242)


def change_times() -> None:
    os.utime(VICTIM, (1, 1))


def change_times_of_a_descriptor() -> None:
    os.utime(os.open(VICTIM, os.O_RDONLY), (1, 1))


def set_an_extended_attribute() -> None:
    os.setxattr(VICTIM, "user.escaped", b"1")


def set_an_extended_attribute_of_a_descriptor() -> None:
    os.setxattr(os.open(VICTIM, os.O_RDONLY), "user.escaped", b"1")


def set_an_extended_attribute_by_the_new_call() -> None:
    value = ctypes.create_string_buffer(b"1")
    told = struct.pack("=QII", ctypes.addressof(value), 1, 0)
    must(call(463, 463, -100, os.fsencode(VICTIM), 0, b"user.escaped", told, len(told)))


def set_file_flags() -> None:
    handle = os.open(VICTIM, os.O_RDONLY)
    (flags,) = struct.unpack("=i", fcntl.ioctl(handle, 0x80086601, bytes(4)))
    fcntl.ioctl(handle, 0x40086602, struct.pack("=i", flags | 0x40))  # FS_IOC_SETFLAGS: no dump
    escaped()


def truncate() -> None:
    os.truncate(VICTIM, 0)


def truncate_by_opening_to_read() -> None:
    os.open(VICTIM, os.O_RDONLY | os.O_TRUNC)


def truncate_by_the_new_opening() -> None:
    must(call(437, 437, -100, os.fsencode(VICTIM), struct.pack("=3Q", os.O_TRUNC, 0, 0), 24))


def make_a_program_with_our_rights() -> None:
    for folder in (BOUNDARY, TEMPORARY):
        write(f"{folder}/program")
        for make in (
            lambda folder=folder: os.chmod(f"{folder}/program", 0o4755),
            lambda folder=folder: os.fchmod(os.open(f"{folder}/program", os.O_RDONLY), 0o2755),
            lambda folder=folder: os.open(f"{folder}/made", os.O_CREAT | os.O_WRONLY, 0o4755),
            lambda folder=folder: os.mknod(f"{folder}/node", stat.S_IFREG | 0o4755),
        ):
            try:
                make()
            except OSError:
                continue
        for name in os.listdir(folder):
            if os.lstat(f"{folder}/{name}").st_mode & 0o6000:
                escaped(name)


# Secrets and protected places


def read_the_secret() -> None:
    print(read(SECRET))


def read_the_secret_folder() -> None:
    print(read(f"{WORLD}/home/.ssh/id"))


def list_the_secret_folder() -> None:
    if os.listdir(f"{WORLD}/home/.ssh"):
        escaped()


def read_the_secret_through_a_link() -> None:
    os.symlink(SECRET, f"{TEMPORARY}/leads-to-it")
    print(read(f"{TEMPORARY}/leads-to-it"))


def read_the_secret_through_a_hard_link() -> None:
    os.link(SECRET, f"{TEMPORARY}/is-it")
    print(read(f"{TEMPORARY}/is-it"))


def read_the_secret_by_another_name() -> None:
    os.rename(SECRET, f"{TEMPORARY}/was-it")
    print(read(f"{TEMPORARY}/was-it"))


def read_the_secret_through_proc() -> None:
    print(read(f"/proc/self/root{SECRET}"))


def read_the_secret_by_running_it() -> None:
    os.system(f". {SECRET} 2> /dev/null; echo $TOKEN")


def overwrite_the_secret() -> None:
    write(SECRET)


def remove_the_secret() -> None:
    os.unlink(f"{WORLD}/workspace/src/keys/secret.pem")


def write_git_config() -> None:
    write(f"{GIT}/config")


def add_a_git_hook() -> None:
    write(f"{GIT}/hook")


def replace_git() -> None:
    os.rename(GIT, f"{WORLD}/workspace/src/away")


def remove_git() -> None:
    os.unlink(f"{GIT}/config")
    os.rmdir(GIT)


# Other processes


def write_to_a_descriptor_of_another() -> None:
    for name in os.listdir("/proc"):
        if name.isdecimal() and int(name) != os.getpid():
            try:
                for number in os.listdir(f"/proc/{name}/fd"):
                    if os.readlink(f"/proc/{name}/fd/{number}") == f"{OUTSIDE}/held":
                        write(f"/proc/{name}/fd/{number}")
            except OSError:
                continue


def open_the_memory_of_another() -> None:
    for name in os.listdir("/proc"):
        if name.isdecimal() and int(name) != os.getpid():
            try:
                os.close(os.open(f"/proc/{name}/mem", os.O_RDWR))
            except OSError:
                continue
            escaped(name)


def read_the_environment_of_another() -> None:
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    sys.stdout.buffer.write(file.read())
            except OSError:
                continue


def trace_another() -> None:
    must(call(101, 117, 0x4206, HOLDER, 0, 0))  # PTRACE_SEIZE
    escaped()


def read_the_memory_of_another() -> None:
    with open(f"/proc/{HOLDER}/maps", encoding="ascii") as lines:
        start = int(lines.readline().partition("-")[0], 16)
    found = ctypes.create_string_buffer(8)
    local, remote = struct.pack("=QQ", ctypes.addressof(found), 8), struct.pack("=QQ", start, 8)
    must(call(310, 270, HOLDER, local, 1, remote, 1, 0))
    escaped()


def take_a_descriptor_of_another() -> None:
    must(call(438, 438, os.pidfd_open(HOLDER), 9, 0))
    escaped()


def kill_another() -> None:
    os.kill(HOLDER, signal.SIGKILL)


def kill_the_group_of_another() -> None:
    os.kill(-HOLDER, signal.SIGKILL)


def kill_another_by_thread() -> None:
    must(call(234, 131, HOLDER, HOLDER, signal.SIGKILL))


def kill_another_by_descriptor() -> None:
    signal.pidfd_send_signal(os.pidfd_open(HOLDER), signal.SIGKILL)


def kill_another_with_a_message() -> None:
    info = struct.pack("=iii", signal.SIGKILL, 0, -1) + bytes(116)
    must(call(129, 138, HOLDER, signal.SIGKILL, info))


def kill_another_by_a_pipe() -> None:
    reads, writes = os.pipe()
    fcntl.fcntl(reads, fcntl.F_SETOWN, HOLDER)
    fcntl.fcntl(reads, 10, signal.SIGKILL)  # F_SETSIG
    fcntl.fcntl(reads, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writes, b"x")


def limit_another() -> None:
    must(call(302, 261, HOLDER, 7, struct.pack("=QQ", 3, 3), 0))
    escaped()


def slow_another_down() -> None:
    os.setpriority(os.PRIO_PROCESS, HOLDER, 19)
    escaped()


def share_memory_with_another() -> None:
    must(call(29, 194, 0x48415253, 0, 0))
    escaped()


def outlive_the_run() -> None:
    """A daemon of the school book, which writes on as long as it lives."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for handle in range(3):
                os.close(handle)
            for _ in range(250):
                with open(f"{TEMPORARY}/ticks", "a", encoding="ascii") as file:
                    file.write(".")
                time.sleep(0.02)
        os._exit(0)
    while not os.path.exists(f"{TEMPORARY}/ticks"):
        time.sleep(0.01)


def inherit_a_descriptor() -> None:
    for name in os.listdir("/proc/self/fd"):
        try:
            if int(name) > 2 and os.readlink(f"/proc/self/fd/{name}") == f"{OUTSIDE}/held":
                os.write(int(name), b"ESCAPED")
        except OSError:
            continue


def get_a_terminal() -> None:
    os.close(os.open("/dev/tty", os.O_RDWR))
    escaped()


def type_into_the_terminal() -> None:
    os.setsid()
    try:
        fcntl.ioctl(1, 0x540E, 0)  # TIOCSCTTY
    finally:
        fcntl.ioctl(1, 0x5412, b"x")  # TIOCSTI
        escaped()


def read_what_is_typed() -> None:
    for path in (1, "/proc/self/fd/1"):
        try:
            handle = path if isinstance(path, int) else os.open(path, os.O_RDWR | os.O_NOCTTY)
            os.set_blocking(handle, False)
            if os.read(handle, 100):
                escaped()
        except OSError:
            continue


# The kernel's other doors


def mount() -> None:
    must(call(165, 40, b"none", os.fsencode(BOUNDARY), b"tmpfs", 0, 0))
    escaped()
    LIBC.umount(os.fsencode(BOUNDARY))


def make_a_user_namespace() -> None:
    if os.fork() == 0:
        if call(272, 97, 0x10000000) == 0:
            escaped("unshare")
        os._exit(0)
    os.wait()
    made = call(56, 220, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    if made == 0:
        os._exit(0)
    if made > 0:
        escaped("clone")
    told = struct.pack("=8Q", 0x10000000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    made = call(435, 435, told, len(told))
    if made == 0:
        os._exit(0)
    if made > 0:
        escaped("clone3")


def enter_a_namespace() -> None:
    must(call(308, 268, os.open("/proc/self/ns/ipc", os.O_RDONLY), 0))
    escaped()


def use_io_uring() -> None:
    must(call(425, 425, 4, ctypes.create_string_buffer(120)))
    escaped()


def listen_to_our_own_calls() -> None:
    LIBC.prctl(38, 1, 0, 0, 0)
    text = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0x7FFF0000))
    must(call(317, 277, 1, 8, struct.pack("@HP", 1, ctypes.addressof(text))))
    escaped()


DOORS = {
    "pivot_root": (155, 41), "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "umount2": (166, 39), "process_vm_writev": (311, 271), "process_madvise": (440, 440), "kcmp": (312, 272),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "bpf": (321, 280),
    "userfaultfd": (323, 282), "perf_event_open": (298, 241), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "open_by_handle_at": (304, 265), "fanotify_init": (300, 262), "quotactl": (179, 60), "acct": (163, 89),
    "swapon": (167, 224), "swapoff": (168, 225), "init_module": (175, 105), "finit_module": (313, 273),
}  # fmt: skip


def knock_at_every_door() -> None:
    """With senseless arguments: who is let in at all is told about those."""
    for name, numbers in DOORS.items():
        if call(*numbers, -1, -1, -1, -1, -1, -1) != -errno.EPERM:
            escaped(name)


def call_what_nobody_knows_yet() -> None:
    """A number beyond the last one looked at: the kernel says so too, so only Linux newer than the table tells."""
    if call(470, 470, -1, -1, -1, -1) != -errno.ENOSYS:
        escaped()


# The network


def connect(family: int, kind: int, address: object) -> None:
    with socket.socket(family, kind) as client:
        client.settimeout(5)
        client.connect(address)
        client.send(b"ESCAPED")


def connect_by_tcp() -> None:
    connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(read(f"{WORLD}/port"))))


def send_by_udp() -> None:
    connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int(read(f"{WORLD}/port"))))


def connect_to_a_socket() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{OUTSIDE}/socket")


def connect_to_a_socket_in_tmp() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, read(f"{WORLD}/tmp-socket"))


def connect_to_a_socket_in_run() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, read(f"{WORLD}/run-socket"))


def connect_to_a_socket_that_was_moved() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{WORLD}/services/moved")


def connect_to_a_socket_that_was_moved_in_the_boundary() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{BOUNDARY}/moved")


def connect_to_a_socket_with_a_relative_name() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{WORLD}/services/relative")


def connect_to_a_socket_of_another_network() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{WORLD}/services/elsewhere")


def connect_to_a_socket_that_is_newer() -> None:
    write(f"{TEMPORARY}/waits")
    ends = time.monotonic() + 10
    while not os.path.exists(f"{WORLD}/services/newer") and time.monotonic() < ends:
        time.sleep(0.01)
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{WORLD}/services/newer")


def connect_to_a_socket_through_a_link_of_ours() -> None:
    os.symlink(f"{WORLD}/services/moved", f"{TEMPORARY}/leads-to-a-socket")
    connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{TEMPORARY}/leads-to-a-socket")


def connect_to_a_socket_while_the_name_moves() -> None:
    """What is looked at must be what is connected: a server of ours and one outside swap their name all the time."""
    ours = socket.socket(socket.AF_UNIX)
    ours.bind(f"{BOUNDARY}/swapped")
    ours.listen(1000)
    names = [os.fsencode(f"{BOUNDARY}/{name}") for name in ("swapped", "moved")]
    if os.fork() == 0:
        ends = time.monotonic() + 0.5
        while time.monotonic() < ends:
            call(316, 276, -100, names[0], -100, names[1], RENAME_EXCHANGE)
        os._exit(0)
    while os.waitpid(-1, os.WNOHANG)[0] == 0:
        try:
            connect(socket.AF_UNIX, socket.SOCK_STREAM, f"{BOUNDARY}/swapped")
        except OSError:
            continue


def connect_to_an_abstract_socket() -> None:
    connect(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + WORLD)


def send_to_a_socket() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
        client.sendto(b"ESCAPED", f"{OUTSIDE}/datagrams")


def send_to_a_socket_from_a_pair() -> None:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendmsg([b"ESCAPED"], [], 0, f"{OUTSIDE}/datagrams")


def open_other_sockets() -> None:
    for family, kind in ((socket.AF_NETLINK, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_RAW), (40, 1), (38, 5)):
        try:
            socket.socket(family, kind).close()
        except OSError:
            continue
        escaped(family)


def attempt(name: str) -> None:
    """Does not return."""
    NAMES[:] = [name]
    try:
        globals()[name]()
        said = "went through"
    except OSError as refused:
        said = errno.errorcode.get(refused.errno or 0, "?")
    except BaseException:
        traceback.print_exc()
        os._exit(70)
    print(f"{name}: {said}", file=sys.stderr, flush=True)
    sys.stdout.flush()
    os._exit(0)


def main() -> None:
    failed = 0
    for name in list(NAMES):
        pid = os.fork()
        if pid == 0:
            attempt(name)
        failed |= os.waitpid(pid, 0)[1]
    sys.exit(70 if failed else 0)


main()
