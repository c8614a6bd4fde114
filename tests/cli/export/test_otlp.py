"""`export --otlp` to a real receiver: what it takes, what a second export changes, what is said when it fails."""

from __future__ import annotations

import json
import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from oteltest.sink import HttpSink
from oteltest.telemetry import Telemetry

from harness_runtime.cli.export.otlp import endpoint
from tests.cli.conftest import SCHEMAS


class Collector:
    """An OTLP receiver on loopback, and what it was told."""

    def __init__(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        self.telemetry = Telemetry()
        self.sink = HttpSink(self, logging.getLogger("collector"), self.port)
        self.sink.start()
        while not reached(self.port):
            assert self.sink.svr_thread.is_alive()

    def handle_trace(self, request: Any, headers: dict[str, str]) -> None:
        self.telemetry.add_trace(request, headers, 0)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def spans(self) -> list[Any]:
        return [
            span
            for request in self.telemetry.trace_requests
            for resource in request.pbreq.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


def reached(port: int) -> bool:
    with closing(socket.socket()) as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def opened() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.sink.stop()


@pytest.fixture
def collector(opened: Collector) -> Collector:
    opened.telemetry = Telemetry()
    return opened


@pytest.fixture(autouse=True)
def no_other_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")


@pytest.fixture
def ended(new_run: Any) -> Any:
    """A run with a call that passed and one that was denied."""
    run = new_run().activated()
    called(run, tool="Bash", rule="read", subject="cat src/app.py")
    called(run, tool="Write", verdict="deny", rule="outside_boundary", subject="no.py")
    return run


def called(run: Any, **call: Any) -> None:
    run.called(at=run.state.updated_at.replace("Z", ".500Z"), **call)


def test_a_collector_takes_the_run(ended: Any, collector: Collector, harness_state: Any) -> None:
    done = harness_state("export", "--otlp", collector.url, "--json")
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    jsonschema.validate(answer, json.loads((SCHEMAS / "export.json").read_text("utf-8")))
    run, *calls = collector.spans
    assert [span.name for span in calls] == ["execute_tool Bash", "execute_tool Write"]
    assert {span.trace_id for span in calls} == {run.trace_id}
    assert {span.parent_span_id for span in calls} == {run.span_id}
    assert [span.status.code for span in calls] == [0, 2]
    assert len(run.events) == answer["events"] > 0
    assert (answer["spans"], answer["runs"], answer["left_out"]) == (3, 1, [])


def test_sent_twice_it_is_the_same(ended: Any, collector: Collector, harness_state: Any) -> None:
    for _ in range(2):
        assert harness_state("export", "--otlp", collector.url).exit_code == 0
    first, second = collector.spans[:3], collector.spans[3:]
    assert [span.SerializeToString() for span in first] == [span.SerializeToString() for span in second]


def test_it_says_who_speaks(ended: Any, collector: Collector, harness_state: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-team=blue")
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "team.name=blue")
    harness_state("export", "--otlp", collector.url)
    request = collector.telemetry.trace_requests[0]
    resource = request.pbreq.resource_spans[0].resource
    told = {each.key: each.value.string_value for each in resource.attributes}
    assert (told["service.name"], told["host.name"], told["team.name"]) == ("harness", socket.gethostname(), "blue")
    assert {name.lower(): value for name, value in request.headers.items()}["x-team"] == "blue"


def test_one_session_of_several(new_run: Any, ended: Any, collector: Collector, harness_state: Any) -> None:
    new_run("other-2").activated()
    assert harness_state("export", "--otlp", collector.url, "--session", "other").exit_code == 0
    assert [span.name for span in collector.spans] == ["invoke_agent Codex CLI"]


def test_more_than_a_batch(ended: Any, collector: Collector, harness_state: Any) -> None:
    for number in range(600):
        called(ended, tool="Bash", rule="read", subject=f"cat {number}")
    assert harness_state("export", "--otlp", collector.url).exit_code == 0
    assert (len(collector.telemetry.trace_requests), len(collector.spans)) == (2, 603)


def test_a_session_that_cannot_be_trusted_is_left_out_and_named(
    new_run: Any, ended: Any, collector: Collector, harness_state: Any
) -> None:
    broken = new_run("broken-3").activated()
    broken.store.ledger_path.write_bytes(b"{}\n")
    done = harness_state("export", "--otlp", collector.url)
    assert (done.exit_code, len(collector.spans)) == (1, 3)
    assert "broken-3" in done.stderr


def test_nobody_there(ended: Any, harness_state: Any) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    done = harness_state("export", "--otlp", url)
    assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert url in done.stderr


@pytest.mark.parametrize("url", ["localhost:4318", "grpc://x", "http://", "http://h:x", "http://h/?a=b", ""])
def test_what_is_no_address_is_bad_input(url: str, ended: Any, harness_state: Any) -> None:
    done = harness_state("export", "--otlp", url)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("url", "to"),
    [
        ("http://h:4318", "http://h:4318/v1/traces"),
        ("https://h/otlp/", "https://h/otlp/v1/traces"),
        ("http://h/v1/traces", "http://h/v1/traces"),
    ],
)
def test_the_path_of_traces_is_added(url: str, to: str) -> None:
    assert endpoint(url) == to


def test_without_the_libraries_it_says_what_to_install(harness_state: Any, monkeypatch: Any) -> None:
    monkeypatch.delitem(sys.modules, "harness_runtime.cli.export.otlp", raising=False)
    monkeypatch.delattr("harness_runtime.cli.export.otlp", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    done = harness_state("export", "--otlp", "http://127.0.0.1:1")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "pipx install --force '.[otlp]'" in done.stderr


def test_inside_an_agents_session_nothing_is_sent(
    ended: Any, collector: Collector, harness_state: Any, monkeypatch: Any
) -> None:
    monkeypatch.setenv("CODEX_THREAD_ID", "x")
    assert harness_state("export", "--otlp", collector.url).exit_code == 2
    assert collector.spans == []


def test_no_file_is_changed(ended: Any, collector: Collector, harness_state: Any, data: Path) -> None:
    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}

    before = files()
    harness_state("export", "--otlp", collector.url)
    assert files() == before
