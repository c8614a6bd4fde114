"""The places of a profile: which entry decides about a path, and whether the profile can be held at all.

The innermost entry decides. At one and the same path hidden comes before read_only, that before temporary and
writable. What no entry covers is readable.
"""

from __future__ import annotations

import os

from harness_runtime.confinement.profile import NETWORKS, ConfinementFault, Profile

READABLE, WRITABLE, TEMPORARY, HIDDEN = "readable", "writable", "temporary", "hidden"


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
