"""Codex's rollout file as steps. The host's own account of an item counts more than the text that the model got."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from harness_runtime.loop.learning.step import Call, Said, Step, texts, unwrapped, what_of

EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d+)$", re.MULTILINE)
REFUSED = ("blocked by PreToolUse hook", "rejected by user", "exec command rejected")
SCRIPT_FAILED = "Script failed"
CODE_MODE = ("exec", "wait")  # their script is not what ran: the calls nested in it are
POLLS = ("write_stdin",)


def codex_steps(records: Iterable[dict[str, Any]]) -> list[Step]:
    reader = _Reader()
    for record in records:
        payload = record.get("payload")
        if isinstance(payload, dict):
            reader.take(str(record.get("type")), payload)
    return reader.steps


class _Reader:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._calls: dict[str, Call] = {}
        self._scripts: dict[str, int] = {}  # id of a code mode call: how many steps there were before it

    def take(self, kind: str, payload: dict[str, Any]) -> None:
        match kind, payload.get("type"):
            case "event_msg", "item_completed":
                item = payload.get("item")
                if isinstance(item, dict):
                    self._item(item)
            case "event_msg", "user_message":
                self._said("person", payload.get("message"))
            case "event_msg", "agent_message":
                self._said("agent", payload.get("message"))
            case "response_item", "function_call" | "custom_tool_call" | "local_shell_call":
                self._called(payload)
            case "response_item", "function_call_output" | "custom_tool_call_output":
                self._answered(str(payload.get("call_id")), payload.get("output"))

    def _said(self, who: Any, text: Any) -> None:
        said = Said(who, text) if isinstance(text, str) and text.strip() else None
        if said is not None and said not in self.steps[-1:]:
            self.steps.append(said)

    def _item(self, item: dict[str, Any]) -> None:
        match item.get("type"):
            case "UserMessage":
                self._said("person", texts(item.get("content")))
            case "AgentMessage":
                self._said("agent", texts(item.get("content")))
            case "CommandExecution":
                self._ran(item, "shell", unwrapped(_command(item.get("command"))), item.get("aggregated_output"))
            case "FileChange":
                self._ran(item, "apply_patch", _changes(item.get("changes")), item.get("stderr"))
            case "McpToolCall":
                tool = f"{item.get('server', '')}.{item.get('tool', '')}"
                self._ran(item, tool, what_of(item.get("arguments")), texts(item.get("error")))

    def _ran(self, item: dict[str, Any], tool: str, what: str, told: Any) -> None:
        """What the host says it ran: the call of that id, or one that was nested in a script."""
        call = self._calls.get(str(item.get("id"))) or self._new(Call(str(item.get("id")), tool, what))
        code, status = item.get("exit_code"), item.get("status")
        if status == "declined":
            call.outcome = "refused"
        elif isinstance(code, int):
            call.ended(code, str(told or ""))
        elif status in ("completed", "failed"):
            call.outcome = "ran" if status == "completed" else "failed"
            call.told = "" if status == "completed" else str(told or "")

    def _new(self, call: Call) -> Call:
        self.steps.append(call)
        self._calls[call.id] = call
        return call

    def _called(self, payload: dict[str, Any]) -> None:
        call_id, name = str(payload.get("call_id")), str(payload.get("name") or "shell")
        if name in CODE_MODE and payload.get("namespace") == "functions":
            self._scripts[call_id] = len(self.steps)
            self._calls[call_id] = Call(call_id, name, str(payload.get("input") or ""))
        elif name not in POLLS:
            given = payload.get("arguments", payload.get("input", payload.get("action")))
            self._new(Call(call_id, "shell" if name == "exec_command" else name, what_of(_parsed(given))))

    def _answered(self, call_id: str, output: Any) -> None:
        call = self._calls.get(call_id)
        if call is None:
            return
        told = texts(output)
        if call_id in self._scripts:
            self._script_ended(call, told)
        elif any(mark in told for mark in REFUSED):
            call.outcome, call.told = "refused", told
        elif call.outcome == "unknown":
            found = EXIT.search(told)
            if found:
                call.ended(int(found[1]), told)
            elif call.tool != "shell":  # of a command without a code nobody knows how it ended
                call.outcome = "ran"

    def _script_ended(self, script: Call, told: str) -> None:
        """A script is told when nothing in it ran, or it failed: otherwise its calls stand for it."""
        if told.startswith(SCRIPT_FAILED):
            script.outcome = "refused" if any(mark in told for mark in REFUSED) else "failed"
            script.told = told
            self.steps.append(script)
        elif len(self.steps) == self._scripts[script.id]:
            script.outcome = "ran"
            self.steps.append(script)


def _parsed(given: Any) -> Any:
    if isinstance(given, str) and given.startswith("{"):
        try:
            return json.loads(given)
        except ValueError:
            return given
    return given


def _command(words: Any) -> str:
    """What a shell was given, else the words as they are."""
    if not isinstance(words, list):
        return str(words or "")
    if len(words) == 3 and words[1] in ("-c", "-lc"):
        return str(words[2])
    return " ".join(map(str, words))


def _changes(changes: Any) -> str:
    if not isinstance(changes, dict):
        return ""
    return ", ".join(
        f"{change.get('type', 'change') if isinstance(change, dict) else 'change'} {path}"
        for path, change in changes.items()
    )
