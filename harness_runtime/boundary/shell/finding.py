"""What is found of a command line, and which faults only say that it was not understood. Hot for Bash calls."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import Resolved

# Why a line does not pass although nothing in it is known to be wrong.
NOT_UNDERSTOOD = ("shell_unmodeled", "shell_option", "shell_mutation", "shell_program_shadowed", "git_elsewhere")
# Not understood, and yet known to fail or to be said better: these hints name the way.
TOLD_BETTER = ("commit_later", "patch_tool")


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
