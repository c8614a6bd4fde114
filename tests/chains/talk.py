"""A conversation whose hooks run in this process, with a transcript in its host's own shape.

What a hook tells the model is written to the transcript as the host writes it, so that the next hook finds it there.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from harness_runtime.events import on_prompt, on_session_start, on_stop
from harness_runtime.events.context import Context
from harness_runtime.session.chain import StoredChain, read_chain
from harness_runtime.session.store import Store
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.trusted import trust_guard
from harness_runtime.wire.answers import Answer
from harness_runtime.wire.events import hook_event

LOOP = {"chain": ["implement", {"agent": "test", "on_failure": "implement"}, "review"]}
Host = Literal["codex", "claude"]


@dataclass
class Talk:
    root: Path
    host: Host = "codex"
    session: str = field(default_factory=lambda: str(uuid4()))
    environ: dict[str, str] = field(default_factory=dict)
    turn: str = "turn-0"
    last: str = ""  # Claude Code's last record
    segment: str = ""  # of a conversation that Codex took back
    ordinal: int = 0
    sent_on: bool = False
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        for folder in (self.workspace, self.data, self.home, self.transcript.parent):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def workspace(self) -> Path:
        return self.root / "workspace"

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def transcript(self) -> Path:
        return self.root / f"sessions/2026/11/30/rollout-{self.session}{self.segment}.jsonl"

    @property
    def store(self) -> Store:
        return Store(str(self.data), self.session)

    @property
    def chain(self) -> StoredChain:
        found = read_chain(str(self.data), self.session)
        assert found is not None
        return found

    @property
    def at(self) -> tuple[int, str, int]:
        """Stage, agent, hops."""
        place = self.chain.place
        assert place is not None
        return place.stage, place.agent, place.hops

    @property
    def stands(self) -> tuple[str, str]:
        return self.chain.state, self.chain.halt

    def defines(self, *, trusted: bool = True, **chains: Any) -> Talk:
        """The project's chains."""
        file = self.workspace / ".harness/guard.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"harness": chains}), "utf-8")
        found = read_guard(self.workspace)
        assert found is not None
        if trusted:
            trust_guard(self.data, self.workspace, found.sha256)
        return self

    def configured(self, **settings: Any) -> Talk:
        """The person's config.json."""
        (self.data / "config.json").write_text(json.dumps(settings), "utf-8")
        return self

    def context(self, event: str, **fields: Any) -> Context:
        raw = {
            "session_id": self.session,
            "hook_event_name": event,
            "cwd": str(self.workspace),
            "transcript_path": str(self.transcript),
            "turn_id" if self.host == "codex" else "prompt_id": self.turn,
            **fields,
        }
        names = ["PLUGIN_ROOT", "PLUGIN_DATA"] if self.host == "codex" else ["CLAUDE_PLUGIN_DATA"]
        environ = {name: str(self.data) for name in names} | {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}
        environ |= {"HARNESS_LANG": "en", **self.environ}
        return Context(hook_event(raw, environ), environ, str(self.data))

    def prompt(self, text: str, **fields: Any) -> Answer:
        """A message of the person, which opens a turn."""
        self.turn, self.sent_on = f"turn-{next(self.numbers)}", False
        if self.host == "codex":
            self.write({"type": "event_msg", "payload": {"type": "task_started", "turn_id": self.turn}})
        answer = on_prompt.handle(self.context("UserPromptSubmit", prompt=text, **fields))
        if not answer.block:
            if self.host == "claude":
                self.write({"type": "user", "message": {"role": "user", "content": text}})
            self.told(answer.context, "UserPromptSubmit")
        return answer

    def stop(self, message: str, **fields: Any) -> Answer:
        """The agent's last message. A Stop that a hook has sent on before in this turn is a repeated one."""
        fields = {"stop_hook_active": self.sent_on, **fields}
        answer = on_stop.handle(self.context("Stop", last_assistant_message=message, **fields))
        if answer.block:
            self.sent_on = True
            self.blocked(answer.block)
        return answer

    def start(self, source: str) -> Answer:
        answer = on_session_start.handle(self.context("SessionStart", source=source))
        self.told(answer.context, "SessionStart")
        return answer

    # the transcript

    def write(self, record: dict[str, Any]) -> None:
        if self.host == "claude":
            record = {"parentUuid": self.last or None, "uuid": str(uuid4()), "isSidechain": False, **record}
            self.last = record["uuid"]
        else:
            record = {"ordinal": self.ordinal, **record}
            self.ordinal += 1
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def told(self, text: str, event: str) -> None:
        if not text:
            return
        if self.host == "codex":
            self._message("developer", text)
        else:
            found = {"type": "hook_additional_context", "content": [text], "hookEvent": event}
            self.write({"type": "attachment", "attachment": found})

    def blocked(self, reason: str) -> None:
        if self.host == "codex":
            self._message("user", f'<hook_prompt hook_run_id="stop:8:/x/hooks.json">{reason}</hook_prompt>')
            return
        feedback = {"role": "user", "content": f"Stop hook feedback:\n{reason}"}
        self.write({"type": "user", "message": feedback, "isMeta": True})
        error = {"blockingError": reason, "command": "x"}
        self.write({"type": "attachment", "attachment": {"type": "hook_blocking_error", "blockingError": error}})

    def _message(self, role: str, text: str) -> None:
        payload = {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
        self.write({"type": "response_item", "payload": payload})
