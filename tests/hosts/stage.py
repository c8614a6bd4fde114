"""A conversation in any host together with the hands that fit it and Harness's own record of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.session.calls import last_calls

from .claude import Claude
from .claude import Conversation as ClaudeConversation
from .codex import Codex
from .codex import Conversation as CodexConversation
from .hands import ClaudeHands, DirectHands, Hands
from .scratch import Turn, files_below, session_records, session_state
from .scripted import Reply, Who, by_mark


@dataclass
class Stage:
    host: Codex | Claude
    talk: CodexConversation | ClaudeConversation
    hands: Hands

    def say(
        self,
        prompt: str,
        *replies: Reply,
        child: Sequence[Reply] = (),
        who: Who = by_mark,
        nested: Sequence[Reply] = (),
    ) -> Turn:
        """A child is who was told something marked `CHILD:`, or whom `who` takes for one."""
        return self.talk.say(prompt, *replies, child=child, who=who, nested=nested)

    @property
    def data(self) -> Path:
        return self.host.data

    @property
    def state(self) -> dict:
        return session_state(self.data, self.talk.session) or {}

    @property
    def phase(self) -> str | None:
        return self.state.get("phase")

    @property
    def ledger(self) -> list[dict]:
        return session_records(self.data, self.talk.session, "ledger")

    @property
    def events(self) -> list[str]:
        """What the ledger says happened, in order."""
        return [record["event"] for record in self.ledger]

    @property
    def evidence(self) -> list[dict]:
        return session_records(self.data, self.talk.session, "evidence")

    @property
    def calls(self) -> tuple[dict, ...]:
        """Harness's own records of the tool calls."""
        return tuple(last_calls(str(self.data), self.talk.session, 1000)) if self.talk.session else ()

    @property
    def files(self) -> frozenset[str]:
        return files_below(self.talk.workspace)


def live_stage(host: Codex | Claude, name: str, options: tuple[str, ...] = ()) -> Stage:
    """A talk in one process; Codex with a model that gets its tools directly."""
    talk = host.live_conversation(name)
    talk.options = options
    return Stage(host, talk, ClaudeHands(talk.workspace) if isinstance(host, Claude) else DirectHands())


def resumed_stage(host: Codex | Claude, name: str) -> Stage:
    """The same with a process for every turn."""
    talk = host.new_conversation(name)
    return Stage(host, talk, ClaudeHands(talk.workspace) if isinstance(host, Claude) else DirectHands())


@contextmanager
def configured(data: Path, **settings: object) -> Iterator[None]:
    """The person's config.json while a run begins: it keeps what it began with."""
    file = data / "config.json"
    file.write_text(json.dumps(settings), "utf-8")
    try:
        yield
    finally:
        file.unlink()
