"""From a ticket, the state and the sealed policy to what an engine is told: a profile and a command.

Source: harness contract, Confinement. What cannot be confined as the policy says is refused here, never widened.
"""

from __future__ import annotations

import os

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.sealed_rules import sealed_rules
from harness_runtime.confinement.environment import confined_environment
from harness_runtime.confinement.profile import Command, Limits, Profile
from harness_runtime.confinement.scratch import make_on_path, make_temporary, make_trees, remove_empty, remove_tree
from harness_runtime.confinement.secrets_mask import hidden_elsewhere, hidden_in_workspace, not_hidden, without_nested
from harness_runtime.confinement.writable import Writable, find_writable
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.tickets import SHELL

Document = dict[str, object]

MERGED = "2>&1"
SHELLS = ("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/bin/sh")

# Where there is no policy to say it; the Plan's own defaults.
SECONDS, PROCESSES, FILE_MB = 600, 512, 1024


class Refusal(Exception):
    """The command does not run: `key` of the messages, and what its sentence speaks of."""

    def __init__(self, key: str, **fields: str) -> None:
        super().__init__(key, fields)
        self.key = key
        self.fields = fields


class Ground:
    """Where a ticket's command runs: root and folder, resolved, and the places that have rules of their own.

    `object_folders`: where git keeps the contents of secrets that it tracks, among all others.
    """

    __slots__ = ("cwd", "object_folders", "places", "root")

    def __init__(self, ticket: Document, state: Document, environ: dict[str, str]) -> None:
        """Raises Refusal: cwd, not_live."""
        named = ticket["places"]
        assert isinstance(named, dict)
        self.root = os.path.realpath(str(state["workspace_root"]))
        self.cwd = os.path.realpath(str(ticket["cwd"]))
        if not os.path.isdir(self.cwd) or below(self.root, self.cwd) is None:
            raise Refusal("cwd", path=self.cwd)
        try:
            rules = sealed_rules(state)
        except SealedFault as fault:
            raise Refusal("not_live", rule=fault.rule, subject=fault.detail) from None
        self.places = Places(
            data=_resolved(named["data"]),
            plugin_root=_resolved(named["plugin_root"]),
            home=_resolved(named["home"]),
            codex_home=_resolved(named["codex_home"]),
            claude_home=_resolved(named["claude_home"]),
            path=environ.get("PATH", ""),
            loads={name: environ[name] for name in ("LD_LIBRARY_PATH", "LD_PRELOAD") if name in environ},
            rules=rules,
            git_dir=str(state.get("git_dir") or ""),
        )
        repository = state.get("repository")
        self.object_folders = _texts(repository.get("object_folders", [])) if isinstance(repository, dict) else []


def _resolved(path: str) -> str:
    return os.path.realpath(path) if path else ""


class Prepared:
    """A run that can begin. `before` is what an aftermath compares with, None where nothing is writable.

    `masked` and `absent`, relative to the root, are what a command that fails may have missed: secrets of the
    workspace, and files that the Plan names and that do not exist yet. `without_objects`: also what git keeps.
    """

    __slots__ = (
        "absent", "before", "command", "ground", "made", "masked", "patterns", "profile", "temporary",
        "without_objects",
    )  # fmt: skip

    profile: Profile
    command: Command

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.before: Writable | None = None
        self.patterns: list[str] = []
        self.absent: list[str] = []
        self.masked: list[str] = []
        self.without_objects = False
        self.made: list[str] = []
        self.temporary = ""

    def look_again(self) -> Writable:
        """Raises WorkspaceTooLarge."""
        return find_writable(self.ground.root, self.patterns, self.ground.places)

    def clean_up(self) -> None:
        """Remove what was made for the run."""
        remove_empty(self.made)
        if self.temporary:
            remove_tree(self.temporary)


def prepare(
    ticket: Document, ground: Ground, policy: Document | None, environ: dict[str, str], *, hiding: bool = True
) -> Prepared:
    """Makes the temporary folder and missing trees; raises Refusal or WorkspaceTooLarge, and leaves none of them.

    `hiding`: search the workspace for secrets, which is of no use to a run that nothing confines.
    """
    prepared = Prepared(ground)
    try:
        _fill(prepared, ticket, policy, environ, hiding)
    except BaseException:
        prepared.clean_up()
        raise
    return prepared


def _fill(
    prepared: Prepared, ticket: Document, policy: Document | None, environ: dict[str, str], hiding: bool
) -> None:
    ground = prepared.ground
    root, places = ground.root, ground.places
    inside = hidden_in_workspace(root, places) if hiding else []
    objects = [*filter(os.path.isdir, ground.object_folders)] if ticket["kind"] == SHELL and hiding else []
    prepared.without_objects = bool(objects)
    hidden = without_nested([*inside, *hidden_elsewhere(places), *objects])
    for path in hidden:
        if below(path, ground.cwd) is not None:
            raise Refusal("workspace_hidden", path=path)
    told = [*inside, *filter(os.path.exists, places.rules.closed)]
    prepared.masked = [relative for path in told if (relative := below(root, path))]
    writable: list[str] = []
    read_only: list[str] = []
    if policy is not None:
        prepared.patterns = [*_texts(policy["allowed_write_paths"]), *_texts(policy["scratch_paths"])]
        prepared.made = make_trees(root, prepared.patterns, places)
        prepared.made += make_on_path(root, prepared.patterns, places)
        prepared.before = found = prepared.look_again()
        prepared.absent = found.absent
        writable = not_hidden(hidden, root, [*found.trees, *found.files])
        read_only = not_hidden(hidden, root, found.read_only)
    temporary = prepared.temporary = make_temporary(environ)
    if not temporary:
        raise Refusal("no_temporary")
    network, planned = str(ticket["network"]), ticket["env"]
    assert isinstance(planned, dict)
    prepared.profile = Profile(
        tuple(writable), tuple(read_only), tuple(hidden), temporary, network, limits_of(policy)
    )
    env = confined_environment(
        environ,
        planned,
        temporary=temporary,
        cwd=ground.cwd,
        network=network,
        cwd_is_writable=any(below(path, ground.cwd) is not None for path in writable),
    )
    prepared.command = _command(ticket, ground.cwd, env)


def limits_of(policy: Document | None) -> Limits:
    given = policy.get("limits") if policy else None
    found = given if isinstance(given, dict) else {}
    return Limits(
        processes=int(found.get("processes", PROCESSES)),
        file_bytes=int(found.get("file_mb", FILE_MB)) << 20,
        seconds=float(found.get("seconds", SECONDS)),
    )


def _command(ticket: Document, cwd: str, env: dict[str, str]) -> Command:
    """Raises Refusal: rest."""
    if ticket["kind"] == SHELL:
        shell = next((path for path in SHELLS if os.path.exists(path)), SHELLS[-1])
        return Command((shell, "-c", str(ticket["text"])), cwd, env)
    rest = str(ticket["rest"]).strip()
    merged = rest.startswith(MERGED)
    rest = rest.removeprefix(MERGED).strip()
    if rest and not rest.startswith("|"):
        raise Refusal("rest", rest=rest)
    return Command(tuple(_texts(ticket["words"])), cwd, env, rest[1:].strip(), merged)


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(item) for item in value]
