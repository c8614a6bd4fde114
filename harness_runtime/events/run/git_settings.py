"""Git's settings as git itself finds them: in files, includes and variables. Cold, at activation.

`git config --list` runs no filter, hook or alias, and no program of the repository. The program itself is never one
that lies in the workspace.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from harness_runtime.loop.undo.git_copy import find_git

SECONDS = 5
# What of the host's environment says where the settings are; what makes git write a trace or load a library does not.
_PASSED = ("HOME", "XDG_CONFIG_HOME", "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_CEILING_DIRECTORIES")
_NAMED = "GIT_CONFIG"

Setting = tuple[str, str, str]  # file, "" where a variable holds it; key, folded; value


def listed_settings(root: str, environ: Mapping[str, str]) -> list[Setting]:
    """As git started in `root` has them; none where no git answers: then nobody obeys them."""
    program = find_git(root, environ.get("PATH", ""))
    if program is None:
        return []
    import subprocess

    passed = {name: text for name, text in environ.items() if name in _PASSED or name.startswith(_NAMED)}
    try:
        done = subprocess.run(
            [program, "--no-pager", "config", "--list", "--show-origin", "-z", "--includes"],
            env=passed | {"PATH": os.path.dirname(program), "GIT_TRACE2": "0", "GIT_TRACE2_EVENT": "0"},
            cwd=root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return _read(done.stdout, root)


def _read(raw: bytes, root: str) -> list[Setting]:
    """Pairs of origin and `key`, newline, `value`, each behind a NUL."""
    fields = os.fsdecode(raw).split("\0")
    found = []
    for origin, text in zip(fields[::2], fields[1::2], strict=False):
        kind, _, name = origin.partition(":")
        key, _, value = text.partition("\n")
        found.append((os.path.join(root, name) if kind == "file" else "", _folded(key), value))
    return found


def _folded(key: str) -> str:
    """The section and the name are folded by git; a subsection is as somebody wrote it."""
    section, dot, rest = key.partition(".")
    return f"{section.casefold()}{dot}{rest}"
