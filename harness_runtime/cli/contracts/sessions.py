"""What is printed of several sessions, as models: the list, their ledgers, what became of one, what was removed."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed
from harness_runtime.session.state import Phase


class SessionRow(Printed):
    session_id: str
    phase: Phase | None = Field(description="null: the state cannot be trusted")
    workspace_root: str | None
    updated_at: str
    armed: bool


class Sessions(Answer):
    sessions: list[SessionRow]


class LedgerRow(Printed):
    session_id: str
    ok: bool
    records: int
    voided: int
    broken_at: int | None
    reason: str


class LedgerVerify(Answer):
    """`ledger verify`: totals over the sessions asked for; `broken_at` is the first fault's line in its file."""

    ok: bool
    records: int
    broken_at: int | None
    sessions: list[LedgerRow]


class LedgerShow(Answer):
    records: list[dict[str, Any]]


class Moved(Answer):
    """`approve`, `cancel`, `off`: where the session stands afterwards."""

    session_id: str
    phase: Phase | None = Field(description="null: no state is left")
    held: bool
    authority: bool
    set_aside: str | None = Field(description="where a state that could not be used is kept")


class TurnedOff(Answer):
    """`off --older-than`: the sessions that it turned off."""

    sessions: list[Moved]


class Removed(Printed):
    kind: Literal["run", "set_aside", "report"]
    path: str
    bytes: int
    last_used: str


class Pruned(Answer):
    """`prune`: what is gone, or with `dry_run` would be."""

    dry_run: bool
    removed: list[Removed]
