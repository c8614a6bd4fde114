"""How a scripted model reads, writes and delegates, in each host's own tools."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from .codex import CODE_MODE, DIRECT_TOOLS
from .scripted import Act, Call, FreeForm, Reply, Shell

WAIT_MS = 240_000
"""How long Codex waits for a child: on a busy machine even a scripted one takes its time."""


class Hands(Protocol):
    def read(self, path: str) -> Act: ...

    def write(self, path: str, text: str) -> Act:
        """Add a file, by a path below the workspace."""

    def edit(self, path: str, old: str, new: str) -> Act:
        """Replace a line of a file that was read before."""

    def shell(self, command: str) -> Act: ...

    def delegate(self, task: str) -> list[Reply]:
        """Start a child that knows nothing of the conversation, and wait for its end."""


class DirectHands:
    """Codex with a model that gets its tools one by one."""

    model = DIRECT_TOOLS

    def read(self, path: str) -> Act:
        return self.shell(f"cat {path}")

    def write(self, path: str, text: str) -> Act:
        return FreeForm("apply_patch", patch(path, text))

    def edit(self, path: str, old: str, new: str) -> Act:
        return FreeForm("apply_patch", update(path, old, new))

    def shell(self, command: str) -> Act:
        return Shell(command)

    def delegate(self, task: str) -> list[Reply]:
        return [Call("spawn_agent", {"message": task}, "multi_agent_v1"), _wait_for_child]

    def fork(self, task: str) -> list[Reply]:
        """A child that inherits the conversation; only Codex has this."""
        return [Call("spawn_agent", {"message": task, "fork_context": True}, "multi_agent_v1"), _wait_for_child]


class CodeModeHands:
    """Codex with a model that writes JavaScript, the calls nested in it."""

    model = CODE_MODE

    def __init__(self) -> None:
        self._names = itertools.count(1)  # Codex wants a new one for every child

    def read(self, path: str) -> Act:
        return self.shell(f"cat {path}")

    def write(self, path: str, text: str) -> Act:
        return self._script(f"text(await tools.apply_patch({json.dumps(patch(path, text))}))")

    def edit(self, path: str, old: str, new: str) -> Act:
        return self._script(f"text(await tools.apply_patch({json.dumps(update(path, old, new))}))")

    def shell(self, command: str) -> Act:
        return self._script(f"text((await tools.exec_command({json.dumps({'cmd': command})})).output)")

    def delegate(self, task: str) -> list[Reply]:
        return self._spawn(task, "none")

    def fork(self, task: str) -> list[Reply]:
        """A child that inherits the conversation."""
        return self._spawn(task, "all")

    def _spawn(self, task: str, turns: str) -> list[Reply]:
        child = {"task_name": f"helper_{next(self._names)}", "message": task, "fork_turns": turns}
        return [
            Call("spawn_agent", child, "collaboration"),
            Call("wait_agent", {"timeout_ms": WAIT_MS}, "collaboration"),
        ]

    def _script(self, code: str) -> Act:
        return FreeForm("exec", code, "functions")


@dataclass(frozen=True)
class ClaudeHands:
    workspace: Path

    def read(self, path: str) -> Act:
        return Call("Read", {"file_path": str(self.workspace / path)})

    def write(self, path: str, text: str) -> Act:
        return Call("Write", {"file_path": str(self.workspace / path), "content": text})

    def edit(self, path: str, old: str, new: str) -> Act:
        change = {"old_string": old, "new_string": new, "replace_all": False}
        return Call("Edit", {"file_path": str(self.workspace / path), **change})

    def shell(self, command: str) -> Act:
        return Shell(command)

    def delegate(self, task: str) -> list[Reply]:
        return [Call("Agent", {"description": "helper", "prompt": task, "subagent_type": "general-purpose"})]


def update(path: str, old: str, new: str) -> str:
    return f"*** Begin Patch\n*** Update File: {path}\n@@\n-{old}\n+{new}\n*** End Patch\n"


def patch(path: str, text: str) -> str:
    added = "".join(f"+{line}\n" for line in text.splitlines())
    return f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n"


def _wait_for_child(body: dict) -> list[Act]:
    """The child's id is in the answer to the call that made it; without one there is nobody to wait for."""
    ids = re.findall(r"agent_id\W+([0-9a-f-]{36})", json.dumps(body["input"]))
    waiting = {"targets": ids[-1:], "timeout_ms": WAIT_MS}
    return [Call("wait_agent", waiting, "multi_agent_v1")]
