"""A workspace on disk with a state and a policy, in which calls are judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Decision, Places

SHA = "a" * 64
PATTERNS = ["src/**", "tests/test_app.py", "AGENTS.md", ".harness/plan.md", "docs/*.md"]


class Scene:
    """root is the workspace, outside everything else; home, data and plugin are siblings of root."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.root = base / "work"
        self.home = base / "home"
        self.data = base / "data"
        self.plugin = base / "plugin"
        self.outside = base / "outside"
        for folder in (self.root / "src", self.home, self.data, self.plugin, self.outside):
            folder.mkdir(parents=True)
        self.state: dict[str, Any] = {
            "schema_version": 1,
            "session_id": "s-1",
            "run_id": "r-1",
            "revision": 1,
            "phase": "implement",
            "workspace_root": str(self.root),
            "accepted": {"plan": SHA, "repair_plan": None},
            "held": False,
            "engine": {"name": "bubblewrap", "details": ""},
        }
        self.policy: dict[str, Any] = {
            "schema_version": 1,
            "session_id": "s-1",
            "run_id": "r-1",
            "revision": 1,
            "phase": "implement",
            "kind": "plan",
            "artifact_sha256": SHA,
            "workspace_root": str(self.root),
            "allowed_write_paths": list(PATTERNS),
            "verification_commands": [],
        }
        self.path = "/usr/bin:/bin"

    @property
    def places(self) -> Places:
        return Places(
            data=str(self.data),
            plugin_root=str(self.plugin),
            home=str(self.home),
            codex_home=str(self.home / ".codex"),
            claude_home=str(self.home / ".claude"),
            path=self.path,
        )

    def judge(self, tool: object, tool_input: object, **event: object) -> Decision:
        payload: dict[str, object] = {"tool_name": tool, "tool_input": tool_input, "cwd": str(self.root)}
        has_authority = self.state["phase"] in ("implement", "repair_implement")
        return decide(payload | event, self.state, self.policy if has_authority else None, self.places)

    def write(self, path: str, **event: object) -> Decision:
        return self.judge("Write", {"file_path": path, "content": "x"}, **event)

    def patch(self, *lines: str, **event: object) -> Decision:
        return self.judge("apply_patch", {"command": envelope(*lines)}, **event)

    def read(self, path: str, **event: object) -> Decision:
        return self.judge("Read", {"file_path": path}, **event)

    def shell(self, command: str, **event: object) -> Decision:
        return self.judge("Bash", {"command": command}, **event)

    def file(self, path: str, text: str = "x\n") -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        return target


def envelope(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])


def shown(decision: Decision) -> str:
    """`allow` or the rule of a denial: what the tables compare."""
    return "allow" if decision.verdict == "allow" else decision.rule


def words(text: str) -> list[str]:
    """A table's row of names."""
    return text.split()
