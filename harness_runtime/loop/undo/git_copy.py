"""The bytes of an object out of the workspace's repository. Cold.

`cat-file` runs no filter, no hook and no program of the repository's configuration; the object is there already, so
nothing is fetched. The program itself is never one that lies in the workspace.
"""

from __future__ import annotations

import os
import subprocess

from harness_runtime.loop.undo.git_objects import blob_id
from harness_runtime.session.git_folder import find_git_folder

SECONDS = 60


def copy_object(root: str, object_id: str, target: int) -> None:
    """Write the object to the descriptor. Raises OSError when it cannot be had whole."""
    git_dir, program = find_git_folder(root), find_git(root, os.environ.get("PATH", ""))
    if git_dir is None or program is None:
        raise OSError("no repository, or no git to read it with")
    try:
        done = subprocess.run(
            [program, "cat-file", "blob", object_id],
            env={
                "PATH": os.path.dirname(program),
                "GIT_DIR": git_dir,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_NO_LAZY_FETCH": "1",
                "GIT_NO_REPLACE_OBJECTS": "1",
            },
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=target,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise OSError(f"git did not answer: {object_id}") from None
    size = os.fstat(target).st_size
    os.lseek(target, 0, os.SEEK_SET)
    if done.returncode or blob_id(target, size, len(object_id) // 2).hex() != object_id:
        raise OSError(f"the object cannot be read: {object_id}")


def find_git(root: str, path: str) -> str | None:
    """The first git on `path`, a PATH, that lies outside the workspace."""
    for folder in path.split(":"):
        program = os.path.realpath(f"{folder}/git")
        if folder.startswith("/") and os.access(program, os.X_OK) and not program.startswith(f"{root}/"):
            return program
    return None
