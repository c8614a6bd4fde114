"""Steering: what a person tells a running agent reaches it after the current tool call (contract: Steering).

Queueing is cold, delivering hot. A note is advice and grants nothing: authority comes from a gate alone.
"""

from __future__ import annotations

from harness_runtime.session.notes import MAX_TEXT, Note, claim, put

SHOWN_BREAKS = "\n\t"


class NoteFault(Exception):
    """`code` is a sentence of `messages.loop`: note_empty or note_too_long (field limit)."""

    def __init__(self, code: str, **fields: str) -> None:
        super().__init__(code, fields)
        self.code = code
        self.fields = fields


def queue(data: str, session_id: str, text: str) -> str:
    """Queue a note for the session and return its name. Raises NoteFault, OSError."""
    from secrets import token_hex
    from time import time_ns

    from harness_runtime.session.store import moment

    note = plain(text).strip()
    if not note:
        raise NoteFault("note_empty")
    if len(note.encode()) > MAX_TEXT:
        raise NoteFault("note_too_long", limit=str(MAX_TEXT))
    return put(data, session_id, note, moment(), time_ns(), token_hex(4))


def plain(text: str) -> str:
    """Without characters that a reader would not see."""
    return "".join(char for char in text if char.isprintable() or char in SHOWN_BREAKS)


def claim_notes(data: str, session_id: str, language: str) -> tuple[list[Note], str]:
    """The notes to deliver now, and what the model is told. Call `delivered` on each once that has been written out.

    No note: nothing is imported, and the text is empty.
    """
    notes = claim(data, session_id)
    if not notes:
        return [], ""
    from harness_runtime.messages.loop import steered

    return notes, steered(language, [note.text for note in notes])
