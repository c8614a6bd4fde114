"""The place that the corpus speaks of: a home, a workspace with odd files in it, states and policies by name.

A row of the corpus holds what differs from a recorded event of its host; `/home/dev` stands for the stage.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Decision, Places, Rules
from harness_runtime.session.ledger import EMPTY
from harness_runtime.session.state import Accepted, Engine, State, Turn

HERE = Path(__file__).parent
RECORDED = HERE.parent / "fixtures/payloads"
HOME = "/home/dev"
PROJECT = "/home/dev/project"
DATA = ".codex/plugins/data/harness-harness"
PLUGIN = ".codex/plugins/cache/harness/harness/0.1.0"
PLAN, REPAIR, OTHER = "a" * 64, "b" * 64, "c" * 64
SESSION = "00000001-0000-7000-8000-000000000000"
AUTHORITY_PHASES = ("implement", "repair_implement")

SMALL = [
    "src/**",
    "tests/test_app.py",
    "docs/*.md",
    "notebooks/*.ipynb",
    "AGENTS.md",
    ".github/workflows/ci.yml",
    "vendor/**",
    "dotfiles/**",
]

# name -> what differs from the policy that fits the row's state
POLICIES: dict[str, dict[str, Any]] = {
    "small": {},
    "wide": {"allowed_write_paths": ["**"]},
    "empty": {"allowed_write_paths": []},
    "other_session": {"session_id": "another"},
    "other_run": {"run_id": "run-2"},
    "other_revision": {"revision": 2},
    "other_phase": {"phase": "repair_implement"},
    "other_root": {"workspace_root": "/"},
    "other_kind": {"kind": "repair_plan"},
    "other_artifact": {"artifact_sha256": OTHER},
    "no_artifact": {"artifact_sha256": None},
    "other_schema": {"schema_version": 2},
    "bad_patterns": {"allowed_write_paths": "src/**"},
    "loopback": {"network": "loopback"},
}

FOLDERS = ("src/folder", "src/pkg", "docs", "lib", "notebooks", "tests", ".git/objects", ".git/refs", "config")
FILES = (
    *("README.md", "src/app.py", "src/util.py", "src/pkg/__init__.py", "tests/test_app.py", "docs/guide.md"),
    *("AGENTS.md", "image.png", "notebooks/a.ipynb", "lib/x.py", "package.json", ".gitignore", "src/한글.py"),
    *(".env", ".env.example", "server.pem", ".git/HEAD", ".git/config", "vendor/meta/HEAD", "vendor/readme.txt"),
    *("dotfiles/agents/x", "dotfiles/code/x"),
)
LINKS = {
    "src/link_out": "../../other/x.py",
    "src/link_in": "app.py",
    "src/dir_out": "../../other",
    "src/link_env": "../.env",
    "src/link_lib": "../lib/x.py",
    "src/dir_lib": "../lib",
    "src/loop": "loop",
    "docs/deep": "../src/pkg",
    "outside_in": "src/app.py",
    ".agents": "dotfiles/agents",
    ".vscode": "dotfiles/code",
    "src/proc": "/proc/self/cwd",
}
AT_HOME = (
    *("other/x.py", "other/deep/y.py", ".ssh/id_ed25519", ".ssh/config", ".aws/credentials", ".codex/auth.json"),
    *(f"{DATA}/keys/mac", f"{DATA}/runs/s-1/state.json", f"{DATA}/runs/s-1/key.mac"),
    *(f"{PLUGIN}/skills/harness/SKILL.md", f"{PLUGIN}/tests/server.pem"),
)


class Stage:
    """The files, made once; judging changes nothing."""

    def __init__(self, base: Path) -> None:
        self.home = base.resolve() / "home/dev"
        self.root = self.home / "project"
        self.data = self.home / DATA
        self.plugin = self.home / PLUGIN
        self.prepared: dict[str, tuple[Any, Any, Any, Places]] = {}
        for name in (*FOLDERS, "vendor/meta/objects", "vendor/meta/refs"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        for path in (*(self.root / name for name in FILES), *(self.home / name for name in AT_HOME)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"text of {path.name}\n", "utf-8")
        for name, target in LINKS.items():
            (self.root / name).symlink_to(target)
        os.link(self.home / "other/x.py", self.root / "src/hard")
        os.mkfifo(self.root / "src/fifo")

    def placed(self, value: Any) -> Any:
        """A value of a row, with the stage in place of `/home/dev`."""
        match value:
            case str():
                return value.replace(HOME, str(self.home))
            case dict():
                return {key: self.placed(inner) for key, inner in value.items()}
            case list():
                return [self.placed(inner) for inner in value]
        return value

    def places(self, rules: dict[str, Any]) -> Places:
        return Places(
            data=str(self.data),
            plugin_root=str(self.plugin),
            home=str(self.home),
            codex_home=str(self.home / ".codex"),
            claude_home=str(self.home / ".claude"),
            path="/usr/bin:/bin",
            rules=Rules(**{**NO_RULES, **rules}),
        )


NO_RULES: dict[str, Any] = {
    "deny_write": [],
    "listed_only": [],
    "secret": [],
    "not_secret": [],
    "read_tools": [],
    "guard_changed": False,
}


@dataclass(frozen=True)
class Row:
    """One judged call. `rule` is "" where only the verdict is fixed; `why` is a word for who reads it."""

    where: str
    host: str
    payload: dict[str, Any]
    phase: str
    policy: str
    verdict: str
    rule: str
    why: str
    ordinary: bool = False  # what agents do all day: its denial would be a fault
    state: dict[str, Any] | None = None
    rules: dict[str, Any] | None = None

    def event(self, stage: Stage) -> dict[str, Any]:
        return stage.placed(base_event(self.host) | self.payload)

    def session(self, stage: Stage) -> dict[str, Any]:
        """The state as it is stored."""
        repairing = self.phase in ("repair_implement", "post_repair_review")
        state = State(
            session_id=SESSION,
            host=self.host,
            run_id="run-1",
            revision=1,
            phase=self.phase,
            workspace_root=str(stage.root),
            language="en",
            engine=Engine(name="bubblewrap"),
            accepted=Accepted(plan=PLAN, repair_plan=REPAIR if repairing else None),
            turn=Turn(id="t", person=True),
            updated_at="2026-01-02T03:04:05Z",
            ledger=EMPTY,
        )
        return state.model_dump() | (self.state or {})

    def sealed(self, stage: Stage) -> dict[str, Any] | None:
        """The policy in force, as the hook would load it."""
        if self.phase not in AUTHORITY_PHASES:
            return None
        repairing = self.phase == "repair_implement"
        fitting = {
            "schema_version": 1,
            "session_id": SESSION,
            "run_id": "run-1",
            "revision": 1,
            "phase": self.phase,
            "kind": "repair_plan" if repairing else "plan",
            "artifact_sha256": REPAIR if repairing else PLAN,
            "workspace_root": str(stage.root),
            "classification": "Small",
            "risk": "Low",
            "allowed_write_paths": SMALL,
            "verification_commands": [
                {"command": "pytest -q", "words": ["pytest", "-q"], "cwd": ".", "more_args": False}
            ],
            "scratch_paths": [],
            "network": "none",
        }
        return fitting | POLICIES[self.policy]

    def judge(self, stage: Stage) -> Decision:
        if self.where not in stage.prepared:
            stage.prepared[self.where] = (
                self.event(stage),
                self.session(stage),
                self.sealed(stage),
                stage.places(stage.placed(self.rules or {})),
            )
        return decide(*stage.prepared[self.where])

    def fits(self, decision: Decision) -> bool:
        return decision.verdict == self.verdict and self.rule in ("", decision.rule)


@cache
def recorded(host: str) -> tuple[dict[str, Any], ...]:
    lines = (RECORDED / f"{host}.jsonl").read_text("utf-8").splitlines()
    return tuple(event for event in map(json.loads, lines) if event["hook_event_name"] == "PreToolUse")


@cache
def _base(host: str) -> dict[str, Any]:
    return next(event for event in recorded(host) if "agent_id" not in event)


def base_event(host: str) -> dict[str, Any]:
    """A recorded PreToolUse of the root, without its tool."""
    return {key: value for key, value in _base(host).items() if key not in ("tool_name", "tool_input")}


@cache
def rows() -> tuple[Row, ...]:
    found = []
    for path in sorted(HERE.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            found.append(Row(where=f"{path.name}:{number}", **json.loads(line)))
    return tuple(found)
