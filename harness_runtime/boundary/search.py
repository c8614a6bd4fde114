"""Claude Code's Grep: ripgrep over hidden files too, so in a folder it must say which files it means. Hot for its
calls.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.boundary.globs import is_exclusion, is_narrow, is_source_type, split_globs
from harness_runtime.boundary.paths import Resolved, below
from harness_runtime.boundary.ripgrep import Search, first_shown
from harness_runtime.boundary.secrets import holds_secret
from harness_runtime.boundary.shell.ground import ENTRIES


def check_search(tool: str, tool_input: dict[str, object], found: list[Resolved], root: str, places: Places) -> None:
    """Fault when the search could come upon a secret in one of the places."""
    folders = [place for place in found if place.is_directory or not place.mode]
    if any(holds_secret(place.path, root, places, "all") for place in folders):
        raise Fault("secret", folders[0].path)
    glob, kind = tool_input.get("glob"), tool_input.get("type")
    globs = split_globs(glob) if isinstance(glob, str) else []
    if not all(is_narrow(item) for item in globs):
        raise Fault("tool_input", f"glob={glob}", tool=tool, hint="narrow_glob")
    types = [kind] if isinstance(kind, str) and is_source_type(kind) else []
    if folders and all(is_exclusion(item) for item in globs) and not types:
        raise Fault("tool_input", "glob", tool=tool, hint="narrow_glob")
    search, left = Search(globs, types, hidden=True), [ENTRIES]
    for place in folders:
        near, _ = first_shown(place.path, search, left, root, places)
        if near:
            name = near.rpartition("/")[2]
            raise Fault(
                "secret", below(root, near) or near, hint="leave_out_glob", paste=f"{glob or ''} !{name}".strip()
            )
