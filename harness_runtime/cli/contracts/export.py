"""What `export` prints, as a model."""

from __future__ import annotations

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer


class Exported(Answer):
    """`export --otlp`: what the collector has taken."""

    endpoint: str
    sessions: int
    runs: int = Field(description="traces")
    spans: int
    events: int
    left_out: list[str] = Field(description="sessions whose state or ledger cannot be trusted")
