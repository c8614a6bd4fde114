"""What an allowed command that runs confined is: the content of its ticket, and the line that the host runs instead.

Hot for the calls that run confined. Source: harness contract, Confinement.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.wire.rewrite import MAX_LINE, confined_line, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.boundary.shell.standing import Standing

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

    def ticket(self, state: dict[str, object], places: Places) -> dict[str, object]:
        """All of the ticket but its number, the call's id and the digest of the rewritten input."""
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
            "places": {
                name: getattr(places, name) for name in ("data", "plugin_root", "home", "codex_home", "claude_home")
            },
        }


def approved(argv: list[str], entry: dict[str, object], stands: Standing, cwd: str, network: object) -> Confined:
    """A verification command of the policy as it stands in its line; `cwd` is resolved, `network` the policy's."""
    text = " ".join(filter(None, (joined(argv), stands.streams))) + stands.rest
    confined = Confined(VERIFICATION, text, cwd, writable=True)
    confined.lead, confined.trail = stands.lead, stands.trail
    if stands.streams in ("", MERGED):
        confined.argv = argv
        confined.rest = f"{stands.streams}{stands.rest}".strip()
        confined.words = [] if confined.rest else argv
    else:  # to /dev/null and the like: a shell opens them and becomes the command
        confined.argv = ["/bin/sh", "-c", f'exec "$@" {stands.streams}', "sh", *argv]
        confined.rest = stands.rest.strip()
    env = entry.get("env")
    confined.env = {str(name): str(value) for name, value in env.items()} if isinstance(env, dict) else {}
    confined.command = str(entry.get("command") or joined(argv))
    confined.evidence = entry.get("evidence", True) is True
    confined.network = str(network) if network in NETWORKS else "none"
    return confined


def check_length(confined: Confined, data: str) -> None:
    """Fault for a line that no process could be given."""
    if len(confined.line(data, 10**9).encode("utf-8")) > MAX_LINE:
        raise Fault("too_large", "command")


def check_engine(state: dict[str, object], confined: Confined) -> None:
    """Faults: confinement_missing, confinement_network. What nobody understands never runs unconfined."""
    found = state.get("engine")
    name = found.get("name") if isinstance(found, dict) else None
    if name not in ENGINES:
        person = state.get("person")
        wanted = person.get("confinement") if isinstance(person, dict) else None
        if confined.kind == SHELL or wanted != "best_effort":
            raise Fault("confinement_missing", confined.text)
    elif confined.network != "none" and name not in WITH_NETWORK:
        raise Fault("confinement_network", confined.network)
