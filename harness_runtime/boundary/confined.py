"""What an allowed command that runs confined is: the content of its ticket, and the line that the host runs instead.

Hot for the calls that run confined. Source: harness contract, Confinement.
"""

from __future__ import annotations

from harness_runtime.wire.rewrite import MAX_LINE, confined_line

VERIFICATION = "verification"
SHELL = "shell"
PROGRAM = "harness-confine"
MERGED = "2>&1"
NETWORKS = ("none", "loopback", "full")

# The engines of a run, and which of them can give a network without giving the machine's own.
ENGINES = ("bubblewrap", "landlock", "seatbelt")
WITH_NETWORK = ("bubblewrap", "seatbelt")


class Confined:
    """`text` stands behind `--`: `words` when they are the whole of it, else one argument. `argv` and `rest` are what
    runs (a shell line: none), in `cwd`; `lead` and `trail` stay outside. `command` is the policy's own spelling.
    `overlooked` is an approved command inside a shell line, which leaves no evidence there, `hint` how it would.
    """

    __slots__ = (
        *("argv", "command", "cwd", "env", "evidence", "kind", "lead", "network", "rest", "text", "trail"),
        *("hint", "overlooked", "words", "writable"),
    )

    def __init__(self, kind: str, text: str, cwd: str, *, writable: bool) -> None:
        self.kind = kind
        self.text = text
        self.cwd = cwd
        self.writable = writable
        self.lead = self.trail = ""
        self.overlooked = self.hint = ""
        self.words: list[str] = []
        self.argv: list[str] = []
        self.rest = ""
        self.env: dict[str, str] = {}
        self.command = ""
        self.evidence = False
        self.network = "none"

    def line(self, data: str, number: int | str) -> str:
        """The command that the host is to run, with the number of its ticket, or a letter for it."""
        return confined_line(self.lead, f"{data}/bin/{PROGRAM}", number, self.text, self.words, self.trail)

    def is_too_long(self, data: str) -> bool:
        """Could no process be given the line?"""
        return len(self.line(data, 10**9).encode("utf-8")) > MAX_LINE

    def ticket(self, state: dict[str, object], places: dict[str, str]) -> dict[str, object]:
        """All of the ticket but its number, the call's id and the digest of the rewritten input. `places`: the
        folders that have rules of their own, by name."""
        return {
            "session_id": state["session_id"],
            "run_id": state["run_id"],
            "revision": state["revision"],
            "kind": self.kind,
            "text": self.text,
            "words": self.argv,
            "rest": self.rest,
            "cwd": self.cwd,
            "env": self.env,
            "command": self.command,
            "evidence": self.evidence,
            "writable": self.writable,
            "network": self.network,
            "policy_sha256": state.get("policy_sha256") if self.writable else None,
            "places": places,
        }
