"""Where a command runs, and the check that every path of a reader passes. Hot for Bash calls."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.boundary.paths import Resolved, exists, join, resolve_both
from harness_runtime.boundary.targets import refuse_secret, refuse_special

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.boundary.shell.syntax import Command

STREAMS = ("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/")
ENTRIES = 12_000  # names of folders that globs and walks may look at for one command line


class Ground:
    """The folder as spelled, the resolved root, the places, and how many entries may still be looked at.

    `open_to`: the patterns of what a confined command may write before the line is at its end. `repository`: what of
    the workspace's own one was found at activation. `on_codex`: a login shell runs the line, and the agent may type
    into it.
    """

    __slots__ = ("cwd", "left", "on_codex", "open_to", "places", "repository", "root")

    def __init__(
        self,
        cwd: str,
        root: str,
        places: Places,
        left: list[int] | None = None,
        open_to: list[str] | None = None,
        repository: dict[str, object] | None = None,
        on_codex: bool = False,
    ) -> None:
        self.cwd = cwd
        self.root = root
        self.places = places
        self.left = [ENTRIES] if left is None else left
        self.open_to = open_to or []
        self.repository = repository or {}
        self.on_codex = on_codex

    def at(self, folder: str) -> Ground:
        """The same in another folder."""
        return Ground(folder, self.root, self.places, self.left, self.open_to, self.repository, self.on_codex)


class Place:
    """Where one command stands: its redirections, folder, input, whether it is a pipeline by itself, and how deep."""

    __slots__ = ("command", "depth", "ground", "has_input", "is_alone")

    def __init__(self, command: Command, ground: Ground, has_input: bool, is_alone: bool, depth: int) -> None:
        self.command = command
        self.ground = ground
        self.has_input = has_input
        self.is_alone = is_alone
        self.depth = depth


def check_file(name: str, ground: Ground) -> list[Resolved]:
    """Fault for a secret or for what is no file or folder; every reading of the name otherwise."""
    refuse_stream(name)
    found = resolve_both(ground.cwd, name)
    for place in found:
        refuse_secret(place, ground.root, ground.places)
        refuse_special(place)
    return found


def refuse_stream(name: str) -> None:
    """Fault for a name of what the command has open already: it may be any file."""
    if name.startswith(STREAMS):
        raise Fault("shell_unmodeled", name, hint="streams")


def check_late(name: str, ground: Ground) -> None:
    """A word that only some versions of the program take for a file: no reason to refuse but a secret."""
    if name.startswith("-") and not exists(join(ground.cwd, name)):
        return
    try:
        check_file(name, ground)
    except Fault as fault:
        if fault.rule == "secret":
            raise
