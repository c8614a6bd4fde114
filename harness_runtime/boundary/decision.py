"""What the boundary answers, and the places that it must know. Hot."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.boundary.confined import Confined


class Decision:
    """One judged call. `rule` is a code of the contract; `subject` is the path, word or name it speaks of.

    `confined`: the call passes only in the form that its ticket makes of it. `touched`: the targets, and every entry
    that stands for one (a link that may be removed or replaced instead of followed). `obeys`: a reader that obeys
    files which a confined command may make.
    """

    __slots__ = ("confined", "fields", "kind", "obeys", "rule", "subject", "targets", "touched", "verdict")

    def __init__(
        self,
        verdict: str,
        kind: str,
        rule: str,
        subject: str = "",
        fields: dict[str, str] | None = None,
        targets: tuple[str, ...] = (),
        confined: Confined | None = None,
        touched: tuple[str, ...] = (),
    ) -> None:
        self.confined = confined
        self.obeys = False
        self.touched = touched
        self.verdict = verdict
        self.kind = kind
        self.rule = rule
        self.subject = subject
        self.fields = fields or {}
        self.targets = targets

    def __repr__(self) -> str:
        return f"Decision({self.verdict}, {self.kind}, {self.rule}, {self.subject!r}, {self.fields})"


class Trace:
    """Who wants to know why: is told what is looked at next, and what became of every target. Never on the hot path.

    A step is (name, subject); the last one is where a denial came from. What is looked at again, because two parts of
    a call rest on it, is one step, where it was looked at last. `inside` maps a target to whether a file may be
    written there.
    """

    __slots__ = ("_steps", "inside")

    def __init__(self) -> None:
        self._steps: dict[tuple[str, str], None] = {}
        self.inside: dict[str, bool] = {}

    @property
    def steps(self) -> list[tuple[str, str]]:
        return list(self._steps)

    def step(self, name: str, subject: str = "") -> None:
        self._steps.pop((name, subject), None)
        self._steps[name, subject] = None

    def target(self, path: str, inside: bool) -> None:
        """A target counts as inside when all that was found of it is."""
        self.inside[path] = inside and self.inside.get(path, True)


class Rules:
    """What the project's guard.json and the person's config add to the built-in tables, as the state sealed it.

    All globs are relative to the workspace root. `guard_changed`: guard.json is no longer the sealed one. `closed`:
    absolute paths of files that are secrets by what was found in them.
    """

    __slots__ = ("closed", "deny_write", "guard_changed", "listed_only", "not_secret", "read_tools", "secret")

    def __init__(
        self,
        deny_write: list[str],
        listed_only: list[str],
        secret: list[str],
        not_secret: list[str],
        read_tools: list[str],
        guard_changed: bool,
        closed: list[str] | None = None,
    ) -> None:
        self.closed = closed or []
        self.deny_write = deny_write
        self.listed_only = listed_only
        self.secret = secret
        self.not_secret = not_secret
        self.read_tools = read_tools
        self.guard_changed = guard_changed


NO_RULES = Rules([], [], [], [], [], False)


class Places:
    """Absolute, resolved folders that have rules of their own ("" where there is none), $PATH, and added rules."""

    __slots__ = (
        *("cdpath", "claude_home", "codex_home", "data", "git_dir", "home", "loads", "path", "plugin_root"),
        *("ripgrep_config", "rules"),
    )

    def __init__(
        self,
        data: str,
        plugin_root: str,
        home: str,
        codex_home: str,
        claude_home: str,
        path: str,
        rules: Rules = NO_RULES,
        cdpath: bool = False,  # CDPATH is set: a plain `cd x` may lead elsewhere
        git_dir: str = "",  # of the repository that the workspace lay in at activation
        ripgrep_config: str = "",  # the file of options that ripgrep is told to read
        loads: dict[str, str] | None = None,  # variables that say where code is loaded from
    ) -> None:
        self.loads = loads or {}
        self.ripgrep_config = ripgrep_config
        self.rules = rules
        self.cdpath = cdpath
        self.git_dir = git_dir
        self.data = data
        self.plugin_root = plugin_root
        self.home = home
        self.codex_home = codex_home
        self.claude_home = claude_home
        self.path = path

    def folders(self) -> dict[str, str]:
        """Those that have rules of their own, by name."""
        names = ("data", "plugin_root", "home", "codex_home", "claude_home")
        return {name: getattr(self, name) for name in names}


class Fault(Exception):
    """Why a call cannot pass: a rule code, what broke it, and further values for the sentence."""

    def __init__(self, rule: str, subject: str = "", **fields: str) -> None:
        super().__init__(rule, subject)
        self.rule = rule
        self.subject = subject
        self.fields = fields
