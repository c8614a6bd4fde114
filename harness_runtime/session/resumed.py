"""The note that an armed session was resumed, by the host's process. Hot: an unarmed prompt may look for it.

Claude Code starts a fork with SessionStart `resume` and the id of the session it was made from; only the first
prompt shows the fork's own id (measured, 2.1.197). The note lets that prompt find out where it comes from. It is
evidence for a message and for nothing else.
"""

from __future__ import annotations

import os

from harness_runtime.session.layout import MAX_NAME, folder_name
from harness_runtime.session.sealed import read_file


def notes_folder(data: str) -> str:
    return f"{data}/resumed"


def note(data: str, session_id: str) -> None:
    """Leave the note; a failure costs a message."""
    folder, host = notes_folder(data), host_process()
    if not host:
        return
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder, 0o700)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        handle = os.open(f"{folder}/{host}", flags, 0o600)
        try:
            os.write(handle, folder_name(session_id).encode("ascii"))
        finally:
            os.close(handle)
    except OSError:
        return


def noted(data: str) -> str:
    """The name (layout.folder_name) of the session that this host process resumed, "" when it has left no note."""
    path = _own(data)
    if not path:
        return ""
    try:
        name = read_file(path, MAX_NAME).decode("ascii", "replace")
    except (OSError, ValueError):
        return ""
    return name if name and folder_name(name) == name else ""


def forget(data: str) -> None:
    """The note has done its part. The folder goes with the last one."""
    path = _own(data)
    if not path:
        return
    for remove, target in ((os.unlink, path), (os.rmdir, notes_folder(data))):
        try:
            remove(target)
        except OSError:
            continue


def sweep(data: str) -> None:
    """Remove this process's note and those of processes that are gone."""
    forget(data)
    try:
        names = os.listdir(notes_folder(data))
    except OSError:
        return
    for name in names:
        if name.isdecimal() and not _is_running(int(name)):
            try:
                os.unlink(f"{notes_folder(data)}/{name}")
            except OSError:
                continue


def _own(data: str) -> str:
    """Path of this host process's note, "" when there are no notes at all."""
    if not os.path.isdir(notes_folder(data)):
        return ""
    host = host_process()
    return f"{notes_folder(data)}/{host}" if host else ""


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def host_process() -> str:
    """Pid of the host, "" when it cannot be told: it starts each hook as the leader of a process group."""
    leader = os.getpgrp()
    try:
        handle = os.open(f"/proc/{leader}/stat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return _asked(leader)
    try:
        fields = os.read(handle, 4096).rpartition(b")")[2].split()
    finally:
        os.close(handle)
    return fields[1].decode("ascii", "replace") if len(fields) > 1 else ""


def _asked(leader: int) -> str:
    """Where there is no /proc."""
    from subprocess import run

    try:
        done = run(["ps", "-o", "ppid=", "-p", str(leader)], capture_output=True, timeout=2, check=False)
    except Exception:
        return ""
    name = done.stdout.strip().decode("ascii", "replace")
    return name if name.isdecimal() else ""
