"""Sending spans to a collector, OTLP over HTTP. Imports the extra `otlp`, and only when a person exports.

The exporter's own variables hold: OTEL_EXPORTER_OTLP_HEADERS, …_TIMEOUT, …_CERTIFICATE, OTEL_RESOURCE_ATTRIBUTES.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, SpanKind, TraceFlags
from opentelemetry.trace.status import Status, StatusCode

from harness_runtime import __version__
from harness_runtime.cli.export.spans import Span

BATCH = 512
PATH = "/v1/traces"


class NotSent(Exception):
    """The collector did not take it; `str` says why, in one line."""


class _Heard(logging.Handler):
    """What the exporter says of its own failures, kept instead of printed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(" ".join(record.getMessage().split()))


def endpoint(url: str) -> str | None:
    """Where traces go for a collector's address: with `/v1/traces` behind it. None for what is no address."""
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    if not named or parts.query or parts.fragment:
        return None
    base = url.rstrip("/")
    return base if base.endswith(PATH) else base + PATH


def send(spans: Sequence[Span], to: str) -> None:
    """In batches, in order. Raises NotSent; what was sent before stays sent."""
    heard = _Heard()
    logger = logging.getLogger("opentelemetry")
    logger.addHandler(heard)
    logger.propagate = False
    exporter = OTLPSpanExporter(endpoint=to)
    resource = Resource.create(
        {"service.name": "harness", "service.version": __version__, "host.name": socket.gethostname()}
    )
    try:
        for start in range(0, len(spans), BATCH):
            batch = [_readable(span, resource) for span in spans[start : start + BATCH]]
            if exporter.export(batch) is not SpanExportResult.SUCCESS:
                raise NotSent(heard.lines[-1].rstrip(".") if heard.lines else "")
    finally:
        logger.removeHandler(heard)
        logger.propagate = True


def _readable(span: Span, resource: Resource) -> ReadableSpan:
    return ReadableSpan(
        name=span.name,
        context=_context(span.trace_id, span.span_id),
        parent=None if span.parent is None else _context(span.trace_id, span.parent),
        resource=resource,
        attributes=dict(span.attributes),
        events=[Event(event.name, dict(event.attributes), event.at) for event in span.events],
        kind=SpanKind.INTERNAL,
        status=Status(StatusCode.ERROR, span.error) if span.error else Status(StatusCode.UNSET),
        start_time=span.start,
        end_time=span.end,
        instrumentation_scope=InstrumentationScope("harness", __version__),
    )


def _context(trace_id: int, span_id: int) -> SpanContext:
    return SpanContext(trace_id, span_id, is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED))
