"""An OpenAI-compatible endpoint, asked by the real client of a server on loopback that does what a test says."""

from __future__ import annotations

import gzip
import json
import os
import socket
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from harness_runtime.models.ask import ask
from harness_runtime.models.interface import MAX_ANSWER, MAX_READ, EndpointModel, Failure, Question, Reply

pytest.importorskip("openai", reason="the extra `models` is not installed")

QUESTION = Question("Judge.", "Is it done? The key is sk-abcdefgh12345678.")
KEY = "key-of-the-test"
MODEL = "acme/judge-1"


def completion(content: object, **more: object) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop", **more}
    return json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}).encode()


class Server:
    """Answers every request with the same status, body and headers; keeps what it was asked."""

    def __init__(self) -> None:
        self.status, self.body, self.headers = 200, completion("yes"), {}
        self.requests: list[tuple[str, dict[str, str], dict]] = []
        self.free = Event()
        self.free.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        self.free.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """A test's output is no place for access logs."""

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                sent = {name.lower(): value for name, value in self.headers.items()}
                server.requests.append((self.path, sent, asked))
                server.free.wait()
                try:
                    self.send_response(server.status)
                    for name, value in {"content-type": "application/json", **server.headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(server.body)
                except OSError:
                    """The client has heard enough."""

        return Handler


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in [name for name in os.environ if name.lower().endswith("_proxy") or name.startswith("OPENAI_")]:
        monkeypatch.delenv(name)
    found = Server()
    yield found
    found.close()


def asked(url: str | None, key: str | None = "KEY", seconds: float = 60, **environ: str) -> Reply | Failure:
    return ask(EndpointModel(MODEL, url, key), QUESTION, seconds=seconds, environ={"KEY": KEY, **environ})


def failed(why: str, detail: str = "") -> Failure:
    return Failure(MODEL, why, detail)


def test_the_question_goes_out_whole_but_for_its_secrets(server: Server) -> None:
    assert asked(server.url) == Reply("yes", MODEL)
    ((path, headers, body),) = server.requests
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == f"Bearer {KEY}"
    assert body == {
        "model": MODEL,
        "messages": [
            {"role": "system", "content": "Judge."},
            {"role": "user", "content": "Is it done? The key is [REDACTED]."},
        ],
    }


def test_no_other_account_of_the_person_is_told(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID")
    for name in theirs:
        monkeypatch.setenv(name, f"their-{name}")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
    assert asked(server.url) == asked(server.url, None) == Reply("yes", MODEL)
    assert "their-" not in str(server.requests)
    assert server.requests[1][1]["authorization"] == "Bearer none"


ANSWERS = {
    "text": (completion(" yes\n"), Reply("yes", MODEL)),
    "parts": (completion([{"type": "text", "text": "y"}, {"type": "text", "text": "es"}]), Reply("yes", MODEL)),
    "no json": (b"<html>yes</html>", failed("nonsense")),
    "json cut off": (completion("yes")[:-5], failed("nonsense")),
    "nothing": (b"", failed("nonsense")),
    "another shape": (b'{"answer": "yes"}', failed("nonsense")),
    "a list": (b"[1]", failed("nonsense")),
    "deep": (b"[" * 100_000, failed("nonsense")),
    "no choices": (b'{"choices": []}', failed("nonsense")),
    "no content": (completion(None), failed("nonsense")),
    "empty": (completion("  "), failed("nonsense")),
    "a number": (completion(1), failed("nonsense")),
    "cut short": (completion("yes", finish_reason="length"), failed("too_long")),
    "long": (completion("a" * (MAX_ANSWER + 1)), failed("too_long")),
    "huge": (completion("a" * (MAX_READ + 1)), failed("too_long")),
}


@pytest.mark.parametrize(("body", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_what_an_answer_is_taken_for(server: Server, body: bytes, expected: Reply | Failure) -> None:
    server.body = body
    assert asked(server.url) == expected


def test_a_small_body_that_unpacks_to_a_huge_one(server: Server) -> None:
    server.body, server.headers = gzip.compress(b" " * 64 * MAX_READ), {"content-encoding": "gzip"}
    assert asked(server.url) == failed("too_long")


@pytest.mark.parametrize(
    ("status", "requests"), [(400, 1), (401, 1), (403, 1), (404, 1), (429, 2), (500, 2), (503, 2), (302, 1), (307, 1)]
)
def test_a_status_is_told_and_a_busy_server_asked_once_more(server: Server, status: int, requests: int) -> None:
    server.status, server.body = status, b'{"error": {"message": "sk-leak"}}'
    server.headers = {"retry-after-ms": "1", "location": f"{server.url}/elsewhere"}
    assert asked(server.url) == failed("http_status", str(status))
    assert len(server.requests) == requests


def test_one_that_does_not_answer(server: Server) -> None:
    server.free.clear()
    assert asked(server.url, seconds=0.5) == failed("timeout", "0.5")


def test_nobody_at_the_address(server: Server) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{unused.getsockname()[1]}"
        assert asked(f"http://{place}/v1") == failed("refused", f"{place}: APIConnectionError")


def test_one_that_hangs_up_in_the_middle(server: Server) -> None:
    server.headers = {"content-length": "1000"}
    said = asked(server.url)
    assert isinstance(said, Failure) and said.why == "refused"


@pytest.mark.parametrize("value", ["", "  ", "a b", "a\nb", "schlüssel"])
def test_a_key_that_is_missing_or_none_asks_nobody(server: Server, value: str) -> None:
    assert asked(server.url, KEY=value) == failed("missing_key", "KEY")
    assert asked(server.url, "OTHER") == failed("missing_key", "OTHER")
    assert server.requests == []


def test_without_an_address_nobody_is_asked() -> None:
    assert asked(None) == failed("no_base_url", "model.base_url")


def test_without_the_package_it_is_told(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    assert asked(server.url) == failed("not_installed", "openai; in the clone: pipx install --force '.[models]'")
