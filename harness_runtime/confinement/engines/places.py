"""The places of a profile: which entry decides about a path, and whether the profile can be held at all.

The innermost entry decides. At one and the same path hidden comes before read_only, that before temporary and
writable. What no entry covers is readable.
"""

from __future__ import annotations

import os

from harness_runtime.confinement.profile import NETWORKS, Command, ConfinementFault, Profile

READABLE, WRITABLE, TEMPORARY, HIDDEN, MASKED = "readable", "writable", "temporary", "hidden", "masked"
SHARED = ("/tmp", "/run")


def places(profile: Profile) -> dict[str, str]:
    """Each entry's path to its kind, parents first. Raises ConfinementFault: profile_invalid."""
    found = dict.fromkeys(profile.writable, WRITABLE)
    found[profile.temporary] = TEMPORARY
    found.update(dict.fromkeys(profile.read_only, READABLE))
    found.update(dict.fromkeys(profile.hidden, HIDDEN))
    for path in found:
        if not path.startswith("/") or path == "/" or "\0" in path:
            raise ConfinementFault("profile_invalid", path)
        if os.path.realpath(path) != path or not os.path.lexists(path):
            raise ConfinementFault("profile_invalid", path)
    if found[profile.temporary] != TEMPORARY or not os.path.isdir(profile.temporary):
        raise ConfinementFault("profile_invalid", profile.temporary)
    for path, kind in found.items():
        if kind == WRITABLE and below(path, profile.temporary):
            raise ConfinementFault("profile_invalid", path)  # a boundary has no symlinks, the temporary folder has
    if profile.network not in NETWORKS:
        raise ConfinementFault("profile_invalid", profile.network)
    return dict(sorted(found.items()))


def with_shared(found: dict[str, str], needed: list[str], folders: tuple[str, ...] = ()) -> dict[str, str]:
    """The same with the folders that all programs share (SHARED, and `folders`), where services listen and leave
    their files: masked, but for those of their entries that hold a place of the profile or something `needed`.
    """
    shared = [path for path in (*SHARED, *folders) if path and path not in needed]
    masked = [path for path in shared if os.path.isdir(path) and not os.path.islink(path)]
    kinds = dict.fromkeys(masked, MASKED)
    for path in (*needed, *(path for path, kind in found.items() if kind != HIDDEN)):
        for folder in masked:
            if below(path, folder):
                kinds.setdefault(f"{folder}/{path[len(folder) + 1 :].partition('/')[0]}", READABLE)
    return dict(sorted((kinds | found).items()))


def needed(command: Command) -> list[str]:
    """What must be visible also in a shared folder: where the command runs, and its programs."""
    name = [command.argv[0]] if command.argv[0].startswith("/") else []
    return [command.cwd, *name, *filter(None, command.env.get("PATH", "").split(":"))]


def below(path: str, folder: str) -> bool:
    """The path lies under the folder, and is not the folder itself."""
    return path.startswith(folder.rstrip("/") + "/")


def around(path: str, found: dict[str, str]) -> str:
    """The kind of the innermost entry that the path lies under, "" where there is none."""
    while path != "/":
        path = os.path.dirname(path)
        if path in found:
            return found[path]
    return ""
