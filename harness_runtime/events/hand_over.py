"""Hands an allowed command over to `harness-confine`: its ticket, and the input that the host runs instead. Hot.

Only for the calls that run confined. Source: harness contract, Confinement.
"""

from __future__ import annotations

from harness_runtime.boundary.confined import Confined
from harness_runtime.boundary.decision import Decision, Places
from harness_runtime.session.confined_lock import make_confined_lock, note_begun, note_ended
from harness_runtime.session.tickets import remove_ticket, write_ticket
from harness_runtime.wire.call_digest import call_digest
from harness_runtime.wire.rewrite import rewrite_answer, rewritten_input
from harness_runtime.wire.stdin import text_field, turn_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class HandedOver:
    """`tool_input` is what the host is to run, `answer` says so to it; the ticket is on disk."""

    __slots__ = ("answer", "number", "tool_input")

    def __init__(self, number: int, tool_input: dict[str, object], answer: bytes) -> None:
        self.number = number
        self.tool_input = tool_input
        self.answer = answer


def hand_over(
    host: str,
    data: str,
    event: dict[str, object],
    state: dict[str, object],
    places: Places,
    decision: Decision,
    advice: str = "",
    message: str = "",
) -> HandedOver:
    """Write the ticket. `advice` is for the model, `message` for the person. OSError when it cannot be written,
    ValueError when the input cannot be said again as JSON."""
    confined = decision.confined
    assert confined is not None
    name = text_field(event, "tool_name")
    changed = _changed(host, event, data, confined)
    rewrite_answer(host, changed(0))  # before anything is left behind
    if confined.writable:
        make_confined_lock(data, str(state["session_id"]))
    ticket = confined.ticket(state, places.folders()) | {"tool_use_id": text_field(event, "tool_use_id")}
    number = write_ticket(data, ticket, lambda number: call_digest(name, changed(number)))
    try:
        if confined.writable:
            note_begun(data, str(state["session_id"]), number, turn_of(event))
    except OSError:
        remove_ticket(data, number)
        raise
    return HandedOver(number, changed(number), rewrite_answer(host, changed(number), advice, message))


def _changed(
    host: str, event: dict[str, object], data: str, confined: Confined
) -> Callable[[int], dict[str, object]]:
    """What the host is to run, for a ticket's number."""
    given = event.get("tool_input")
    tool_input = given if isinstance(given, dict) else {}
    return lambda number: rewritten_input(host, tool_input, confined.line(data, number))


def take_back(data: str, session_id: str, handed: HandedOver) -> None:
    """The call does not run after all."""
    remove_ticket(data, handed.number)
    note_ended(data, session_id, handed.number)
