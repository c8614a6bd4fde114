"""What `chain` prints, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed

Source = Literal["person", "project", "built-in"]


class ChainRow(Printed):
    name: str
    description: str
    source: Source
    trusted: bool = Field(description="one that is not cannot be selected")
    stages: list[str] = Field(description="their agents, in the chain's order")
    hop_budget: int
    shadows: list[Source] = Field(description="sources of other chains of this name that it stands before")


class ChainList(Answer):
    """`chain list`: those that this workspace knows."""

    chains: list[ChainRow]


class ChainView(Printed):
    """Where a session's chain stands, as the stored copy has it."""

    chain: str | None = Field(description="null: none is selected, or its record cannot be read")
    source: Source | None
    run: int | None = Field(description="counts the passes through the selected chain; null: none has begun")
    stage: int | None = Field(description="from 1; null: no run has begun")
    stages: int | None = Field(description="how many the chain has")
    agent: str | None = Field(description="whose turn it is; not the stage's own after a handoff out of the chain")
    hops_left: int | None = Field(description="of the budget that a person's message renews")
    state: Literal["none", "waiting", "running", "halted", "finished", "unreadable"] = Field(
        description="waiting: selected, and no message has come since"
    )
    halt_reason: str | None = Field(description="a name of the chains contract; null while it does not stand still")
    halt_detail: str


class ChainStatus(ChainView, Answer):
    """`chain select`, `chain status`, `chain stop`: where the session's chain stands afterwards."""

    session_id: str
