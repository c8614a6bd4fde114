"""The real Codex under on-request: what would be typed into a running terminal is refused in a run, unasked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .codex import DIRECT_TOOLS, AppServer, Codex
from .scratch import make_workspace
from .scripted import Call, Say, Script, Shell

OPEN = Shell(
    "cat", {"tty": True, "sandbox_permissions": "require_escalated", "justification": "look", "yield_time_ms": 500}
)


@dataclass
class Heard:
    asked: list[str] = field(default_factory=list)
    """Kinds of the questions that reached the person."""
    hooks: list[str] = field(default_factory=list)
    """Outcomes of our PermissionRequest hook."""
    told: str = ""
    """All that the model got to read."""


def typing(text: str, before: Callable[[], object]) -> Callable[[dict], list[Call]]:
    def reply(body: dict) -> list[Call]:
        before()
        terminal = re.findall(r"session ID (\d+)", json.dumps(body["input"]))[-1]
        return [Call("write_stdin", {"session_id": int(terminal), "chars": text, "yield_time_ms": 500})]

    return reply


def hold(codex: Codex, name: str, prompt: str, before: Callable[[], object] = lambda: None) -> Heard:
    """One turn: a terminal outside the sandbox is opened and typed into; the person says yes to everything."""
    heard = Heard()
    workspace = make_workspace(codex.root / "work" / name)
    codex.model.play(Script([OPEN, typing("typed-text\n", before), Say("done")]))
    with AppServer(codex) as server:
        settings = {"cwd": str(workspace), "model": DIRECT_TOOLS}
        settings |= {"approvalPolicy": "on-request", "sandbox": "workspace-write"}
        thread = server.ask("thread/start", settings)["thread"]["id"]
        server.ask("turn/start", {"threadId": thread, "input": [{"type": "text", "text": prompt}]})
        for message in server.notifications():
            match message:
                case {"id": number, "method": "item/commandExecution/requestApproval", "params": params}:
                    heard.asked.append(params["kind"])
                    server._send({"id": number, "result": {"decision": "accept"}})
                case {
                    "method": "hook/completed",
                    "params": {"run": {"eventName": "permissionRequest", "status": status}},
                }:
                    heard.hooks.append(status)
                case {"method": "turn/completed"}:
                    break
    heard.told = "\n".join(text for request in codex.model.requests for text in request.said)
    return heard


def test_outside_a_run_the_person_is_asked(codex: Codex, name: str):
    heard = hold(codex, name, "hello")
    assert heard.asked == ["command", "writeStdin"]
    assert heard.hooks == ["completed", "completed"]
    assert "typed-text" in heard.told


def test_in_a_run_nothing_is_typed_and_nobody_asked(codex: Codex, name: str):
    heard = hold(codex, name, "$harness add a greeting")
    assert heard.asked == ["command"], "the host's ordinary question is left to the person"
    assert heard.hooks == ["completed", "blocked"]
    assert "write_stdin rejected: Harness [tool_unmodeled, planning]" in heard.told
    assert "typed-text" not in heard.told


def test_a_hook_that_fails_types_nothing_either(codex: Codex, name: str):
    record = codex.data / "interpreter"
    whole = record.read_text("utf-8")
    try:
        heard = hold(codex, name, "$harness add a greeting", lambda: record.write_text("/bin/false\n", "utf-8"))
    finally:
        record.write_text(whole, "utf-8")
    assert heard.hooks == ["completed", "blocked"]
    assert "write_stdin rejected: Harness [internal]" in heard.told
    assert "typed-text" not in heard.told
