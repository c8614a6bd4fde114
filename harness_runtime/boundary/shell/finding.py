"""What is found of a command line: what it changes, and faults that only say it was not understood. Hot for Bash."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import Resolved, below, resolve_both
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.targets import refuse_secret

# Why a line does not pass although nothing in it is known to be wrong.
NOT_UNDERSTOOD = ("shell_unmodeled", "shell_option", "shell_mutation", "shell_program_shadowed", "git_elsewhere")
# Not understood, and yet known to fail or to be said better: these hints name the way.
TOLD_BETTER = ("commit_later", "patch_tool")

# How a target of the line changes.
FILE = "file"  # a file is written, moved or removed there
REMOVED = "removed"  # a file or a link is removed there
FOLDER = "folder"  # an empty folder is made or removed there
PATTERN = "pattern"  # whatever matches it may be written, moved or removed


class Changes:
    """What the line changes so far, in order."""

    __slots__ = ("leads", "linked", "made", "removed", "touched", "writes")

    def __init__(self) -> None:
        self.writes: list[tuple[str, Resolved]] = []
        self.touched: list[str] = []  # resolved paths that a command has made, moved or removed
        self.made: list[str] = []  # folders that mkdir makes
        self.removed: list[str] = []  # and those that rmdir takes away
        self.leads: list[Resolved] = []  # where the links lead
        self.linked = False  # a link was made: names lead elsewhere from now on

    def add(self, kind: str, name: str, ground: Ground, *, removes: bool = False) -> None:
        """One target, in every reading of its name. `removes`: the folder is taken away. Fault secret."""
        for place in resolve_both(ground.cwd, name):
            refuse_secret(place, ground.root, ground.places)
            self.writes.append((kind, place))
            self.touched.append(place.path)
            if kind == FOLDER:
                (self.removed if removes else self.made).append(place.path)
        if "/../" in name.lstrip("./"):  # behind a folder that may be a link by then
            raise Fault("shell_option", name, hint="change_forms")

    @property
    def count(self) -> int:
        return len(self.writes)

    def is_touched(self, path: str) -> bool:
        return any(below(path, other) is not None or below(other, path) is not None for other in self.touched)


class Finding:
    """`fault` is why the line cannot pass, None when it can. `writes` are the targets (kind, place) of a line that
    changes files, `leads` where its new links lead, `verification` the words of an approved command in it, `argv`
    what of them runs, `entry` the policy's, `folder` where. `is_several`: two of them, or one in two folders.
    `programs`: what it starts."""

    __slots__ = (
        "argv",
        "entry",
        "fault",
        "folder",
        "is_several",
        "leads",
        "mutates",
        "programs",
        "verification",
        "writes",
    )

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.mutates = False
        self.verification: list[str] = []
        self.argv: list[str] = []
        self.entry: dict[str, object] = {}
        self.folder = ""
        self.is_several = False
        self.programs: list[str] = []
        self.writes: list[tuple[str, Resolved]] = []
        self.leads: list[Resolved] = []


def is_not_understood(fault: Fault) -> bool:
    """Nothing is known to be wrong; it only is no form that has a model."""
    return fault.rule in NOT_UNDERSTOOD and fault.fields.get("hint") not in TOLD_BETTER
