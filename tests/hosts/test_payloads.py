"""The hosts still tell hooks what was recorded: other tests build on tests/fixtures/payloads/."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import need
from .record import FIXTURES, RECORDERS


@pytest.mark.parametrize("host", RECORDERS)
def test_events_have_the_recorded_shapes(host: str, tmp_path: Path):
    need(host)
    recorded = (FIXTURES / f"{host}.jsonl").read_text("utf-8").splitlines()
    assert shapes(RECORDERS[host](tmp_path)) == shapes(recorded)


def shapes(lines: list[str]) -> set[tuple]:
    """For every event and speaker the fields, and the tool with its own fields."""
    events = [json.loads(line) for line in lines]
    return {
        (
            event["hook_event_name"],
            event.get("tool_name"),
            tuple(sorted(event)),
            tuple(sorted(event.get("tool_input", ()))),
        )
        for event in events
    }
