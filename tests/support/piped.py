"""A stand-in for a host: runs the commands of hooks.json the way both hosts do, with JSON on stdin.

Nothing of the product is imported here: what a test sees is what a host would see.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.forks import lead_to_forks

ROOT = Path(__file__).resolve().parents[2]
EVENTS = json.loads((ROOT / "hooks/hooks.json").read_text("utf-8"))["hooks"]


@dataclass(frozen=True)
class Reply:
    """One hook's result. `answer` is the JSON on stdout, {} when it was silent."""

    code: int
    stdout: str
    stderr: str

    @property
    def answer(self) -> dict[str, Any]:
        return json.loads(self.stdout) if self.stdout.strip() else {}

    @property
    def silent(self) -> bool:
        return self.code == 0 and not self.stdout and not self.stderr

    @property
    def denied(self) -> bool:
        """Denied in all three ways: decision, reason on stderr, exit code."""
        output = self.answer.get("hookSpecificOutput", {})
        return (
            self.code == 2
            and bool(self.stderr.strip())
            and self.answer.get("decision") == "block"
            and output.get("permissionDecision") == "deny"
        )

    @property
    def updated_input(self) -> dict[str, Any]:
        """What the host shall run instead of the agent's input; {} when it stays."""
        found: dict[str, Any] = self.answer.get("hookSpecificOutput", {}).get("updatedInput", {})
        return found

    @property
    def reason(self) -> str:
        return str(self.answer.get("reason", ""))

    @property
    def context(self) -> str:
        return str(self.answer.get("hookSpecificOutput", {}).get("additionalContext", ""))

    @property
    def message(self) -> str:
        return str(self.answer.get("systemMessage", ""))


@dataclass(frozen=True)
class Call:
    """A tool call as the host runs it: with the input that the hook put in the place of the agent's, if it did."""

    tool: str
    tool_input: dict[str, Any]
    fields: dict[str, Any]


@dataclass
class PipedHost:
    """One conversation of a host. `turn` moves with each prompt of a person."""

    data: Path
    workspace: Path
    home: Path
    host: str = "codex"
    session_id: str = "11111111-2222-4333-8444-555555555555"
    plugin: Path = ROOT
    extra: dict[str, str] = field(default_factory=dict)
    silent_guard: bool = False
    compiled: Path | None = None
    _turns: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _calls: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    turn: str = "turn-0"
    called: Call | None = None

    def environment(self) -> dict[str, str]:
        common = {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "CLAUDE_PLUGIN_ROOT": str(self.plugin),
            "CLAUDE_PLUGIN_DATA": str(self.data),
        }
        if self.host == "codex":
            common |= {"PLUGIN_ROOT": str(self.plugin), "PLUGIN_DATA": str(self.data)}
        else:
            common |= {"CLAUDE_PROJECT_DIR": str(self.workspace), "CLAUDE_CODE_SESSION_ID": self.session_id}
        return common | self.extra

    def hook_environment(self, forked: bool) -> dict[str, str]:
        """`forked`: unless the test chooses a PATH or a plugin, the hook is forked from one that waits."""
        environ = self.environment()
        if forked and "PATH" not in self.extra and self.plugin == ROOT:
            lead_to_forks(environ)
        return environ

    def payload(self, event: str, **fields: Any) -> dict[str, Any]:
        base: dict[str, Any] = {
            "session_id": self.session_id,
            "transcript_path": str(self.home / "transcript.jsonl"),
            "cwd": str(self.workspace),
            "hook_event_name": event,
            "permission_mode": "default",
        }
        if event != "SessionStart":
            base["turn_id" if self.host == "codex" else "prompt_id"] = self.turn
        return base | fields

    def fire(self, event: str, **fields: Any) -> Reply:
        return self.pipe(event, json.dumps(self.payload(event, **fields)).encode())

    def pipe(self, event: str, raw: bytes) -> Reply:
        """Run the event's command with these bytes on stdin."""
        self._share_bytecode(raw)
        command = EVENTS[event][0]["hooks"][0]["command"]
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=raw,
            capture_output=True,
            cwd=self.workspace,
            env=self.hook_environment(self.compiled is not None),
            timeout=60,
            check=False,
        )
        return Reply(done.returncode, done.stdout.decode(), done.stderr.decode())

    def _share_bytecode(self, raw: bytes) -> None:
        """Conversations share `compiled`, the hooks' bytecode, or each would compile the whole runtime anew."""
        if self.compiled is None or not (self.data.is_dir() or b"$harness" in raw):
            return
        self.data.mkdir(mode=0o700, exist_ok=True)
        if not os.path.lexists(self.data / "pycache"):
            (self.data / "pycache").symlink_to(self.compiled)

    def prompt(self, text: str, **fields: Any) -> Reply:
        """A person's prompt, which opens a new turn."""
        self.turn = f"turn-{next(self._turns)}"
        return self.fire("UserPromptSubmit", prompt=text, **fields)

    def stop(self, message: str, **fields: Any) -> Reply:
        """The turn's last message. An agent has read something before it shows a Plan (`silent_guard`: the tool
        hook does not run)."""
        if message.startswith(("# Plan", "# Repair Plan")) and not self.silent_guard:
            self.shell("cat src/app.py")
        return self.fire("Stop", last_assistant_message=message, **{"stop_hook_active": False, **fields})

    def tool(self, name: str, tool_input: dict[str, Any], **fields: Any) -> Reply:
        """The agent's call, before it runs."""
        fields = {"tool_use_id": f"call_{next(self._calls)}", **fields}
        reply = self.fire("PreToolUse", tool_name=name, tool_input=tool_input, **fields)
        self.called = Call(name, {**tool_input, **reply.updated_input}, fields)
        return reply

    def finished(self, output: str = "", *, code: int = 0, stderr: str = "", **changes: Any) -> Reply:
        """What the host fires once the last call has run: `output` as it reports it, `changes` to the event."""
        assert self.called is not None
        call = self.called
        event, fields = "PostToolUse", {"tool_response": output + stderr}
        if self.host == "claude" and code:
            event, fields = "PostToolUseFailure", {"error": f"Exit code {code}\n{output}{stderr}".strip()}
        elif self.host == "claude":
            fields = {"tool_response": {"stdout": output.rstrip("\n"), "stderr": stderr, "interrupted": False}}
        whole = {"tool_name": call.tool, "tool_input": call.tool_input, **call.fields, **fields}
        return self.fire(event, **{**whole, **changes})

    def execute(self) -> subprocess.CompletedProcess[str]:
        """Run the last shell call as the host does, in the agent's shell."""
        assert self.called is not None
        return subprocess.run(
            ["/bin/sh", "-c", self.called.tool_input["command"]],
            text=True,
            capture_output=True,
            cwd=self.workspace,
            env=self.environment(),
            timeout=120,
            check=False,
        )

    def run_shell(self, command: str, **fields: Any) -> Reply:
        """A whole shell call: judged, run unless it is denied, and reported. The reply is the last hook's."""
        reply = self.shell(command, **fields)
        if reply.denied:
            return reply
        done = self.execute()
        return self.finished(done.stdout, code=done.returncode, stderr=done.stderr)

    def write(self, path: str, text: str = "x", **fields: Any) -> Reply:
        """The host's own way to make a new file below the workspace."""
        if self.host == "codex":
            patch = f"*** Begin Patch\n*** Add File: {path}\n+{text}\n*** End Patch\n"
            return self.tool("apply_patch", {"command": patch}, **fields)
        target = path if path.startswith("/") else f"{self.workspace}/{path}"
        return self.tool("Write", {"file_path": target, "content": text}, **fields)

    def shell(self, command: str, **fields: Any) -> Reply:
        return self.tool("Bash", {"command": command}, **fields)

    def review(self, message: str, *, agent: str = "reviewer-1", spawn: dict[str, Any] | None = None) -> Reply:
        """A delegated reviewer: started by the root without its context, reads the change, delivers."""
        tool, fresh = (
            ("Agent", {"prompt": "review"}) if self.host == "claude" else ("spawn_agent", {"message": "review"})
        )
        self.tool(tool, fresh | (spawn or {}))
        child = {"agent_id": agent, "agent_type": "worker"}
        self.fire("SubagentStart", **child)
        self.shell("cat src/app.py", **child)
        return self.fire("SubagentStop", last_assistant_message=message, stop_hook_active=False, **child)

    @property
    def evidence(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "evidence.jsonl").read_text("utf-8").splitlines()]

    @property
    def folder(self) -> Path:
        return self.data / "runs" / self.session_id

    @property
    def state(self) -> dict[str, Any]:
        return json.loads((self.folder / "state.json").read_text("utf-8"))

    @property
    def armed(self) -> bool:
        return os.path.lexists(self.data / "armed" / self.session_id)

    @property
    def ledger(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "ledger.jsonl").read_text("utf-8").splitlines()]

    def approve(self, plan: str) -> Reply:
        """Activation, Plan, `y`."""
        self.prompt("$harness do it")
        self.stop(plan)
        return self.prompt("y")
