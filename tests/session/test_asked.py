"""What a person asked for in a turn, as it is kept for the turn's end."""

from __future__ import annotations

from harness_runtime.session.asked import MAX_TEXT, note_request, request_of
from harness_runtime.session.store import Store


def test_what_utf8_cannot_carry_and_what_is_long_is_kept_as_it_can_be(run: Store) -> None:
    note_request(run.data, run.session_id, "t1", "a\ud800" + "b" * MAX_TEXT * 2, "", ["caf\udce9"])
    asked = request_of(run.data, run.session_id, "t1")
    assert asked is not None
    assert asked.text.startswith("a?b") and len(asked.text) < MAX_TEXT + 10
    assert asked.notes == ["caf?"]
    assert request_of(run.data, run.session_id, "t2") is None
