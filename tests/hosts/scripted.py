"""A model that does what a test says: a server on loopback that replays a script, for both hosts.

A script gives each speaker (the root conversation, a child, what Harness asks through the host's own CLI) its
replies in order. A reply is an act, a list of acts, or a function from the request's body to such a list, so that
the model may react to what it is told.

    Script(root=[Shell("ls"), Say("done")], child=[Say("hello from the child")])

Every request is kept: what reached the model is what the tests are about.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol

from harness_runtime.models.host import PREFACE

ROOT, CHILD, NESTED, ASIDE = "root", "child", "nested", "aside"
CHILD_MARK = "CHILD:"


@dataclass(frozen=True)
class Say:
    text: str


@dataclass(frozen=True)
class Shell:
    command: str
    more: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """A call of any tool. `space` is the namespace that Codex keeps some tools in."""

    tool: str
    arguments: dict
    space: str | None = None


@dataclass(frozen=True)
class FreeForm:
    """A call of a tool of Codex that takes text instead of JSON: apply_patch, exec."""

    tool: str
    text: str
    space: str | None = None


Act = Say | Shell | Call | FreeForm
Reply = Act | Sequence[Act] | Callable[[dict], Sequence[Act]]


Who = Callable[[str], str]
"""The speaker, from the user's part of a request."""


def by_mark(user_text: str) -> str:
    return CHILD if CHILD_MARK in user_text else ROOT


@dataclass
class Script:
    root: Sequence[Reply] = ()
    child: Sequence[Reply] = ()
    who: Who = by_mark
    nested: Sequence[Reply] = ()
    """To what Harness asks through the host's own CLI."""

    def reply(self, speaker: str, index: int, body: dict) -> Sequence[Act]:
        replies = {ROOT: self.root, NESTED: self.nested}.get(speaker, self.child)
        if index >= len(replies):
            return [Say(f"(the script has no more replies for the {speaker})")]
        chosen = replies[index]
        if callable(chosen):
            return chosen(body)
        return chosen if isinstance(chosen, Sequence) else [chosen]


@dataclass(frozen=True)
class Request:
    speaker: str
    body: dict
    said: tuple[str, ...]
    """What the model can read in it, one text an item: prompts, hook context, tool results."""


class Service(Protocol):
    """What differs between the two model services: responses.py and messages.py."""

    path: str

    def user_text(self, body: dict) -> str | None:
        """What people and agents said to the speaker; None for a request that is not part of the talk."""

    def said(self, body: dict) -> tuple[str, ...]: ...

    def answer(self, body: dict, number: int, acts: Sequence[Act]) -> tuple[str, bytes]:
        """Content type and bytes of the reply to a request."""


class Model:
    """The server. `play` starts a script; `requests` are those since then."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.requests: list[Request] = []
        self._script, self._turns, self._served = Script(), Counter(), 0
        self._asked = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def play(self, script: Script) -> None:
        with self._asked:
            self._script, self._turns, self.requests = script, Counter(), []

    def wait_for_request(self, seconds: float = 240, speaker: str | None = None) -> None:
        """Until the model has been asked something in this script, by this speaker if one is named."""
        with self._asked:
            if not self._asked.wait_for(lambda: any(speaker in (None, r.speaker) for r in self.requests), seconds):
                raise TimeoutError("the host sent the model nothing")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _next(self, body: dict) -> tuple[int, Sequence[Act]]:
        user_text = self.service.user_text(body)
        with self._asked:
            speaker = ASIDE if user_text is None else self._speaker(user_text)
            self.requests.append(Request(speaker, body, self.service.said(body)))
            self._asked.notify_all()
            index, self._turns[speaker] = self._turns[speaker], self._turns[speaker] + 1
            self._served += 1
            number, script = self._served, self._script
        if speaker == ASIDE:
            return number, [Say("scripted")]
        return number, script.reply(speaker, index, body)  # which may wait for something

    def _speaker(self, user_text: str) -> str:
        return NESTED if PREFACE.strip() in user_text else self._script.who(user_text)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                """A test's output is no place for access logs."""

            def do_HEAD(self) -> None:
                self._send("application/json", b"")

            def do_GET(self) -> None:
                self._send("application/json", b'{"data": [], "models": []}')

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.path.split("?")[0] != model.service.path:
                    self._send("application/json", b'{"input_tokens": 10}')
                    return
                body = json.loads(raw)
                number, acts = model._next(body)
                self._send(*model.service.answer(body, number, acts))

            def _send(self, kind: str, content: bytes) -> None:
                try:
                    self.send_response(200)
                    self.send_header("content-type", kind)
                    self.send_header("content-length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True  # the host was interrupted

        return Handler


def events(pairs: Sequence[tuple[str, dict]]) -> tuple[str, bytes]:
    """A stream of server-sent events, each a type and its fields."""
    lines = (f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n" for kind, fields in pairs)
    return "text/event-stream", "".join(lines).encode()
