"""Signals to harness-confine while its command does not run; while it does, the engine passes them on.

The C module, because `signal` brings `enum` and costs as much as the rest of the start.
"""

from __future__ import annotations

from _signal import SIG_IGN, SIGHUP, SIGINT, SIGQUIT, SIGTERM, signal  # type: ignore[import-not-found]

_ENDING = (SIGHUP, SIGINT, SIGQUIT, SIGTERM)


class Interrupted(BaseException):
    """A signal came that ends the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


def raise_on_signals() -> None:
    for number in _ENDING:
        signal(number, _raise)


def ignore_signals() -> None:
    """The command is over: what is left takes no time."""
    for number in _ENDING:
        signal(number, SIG_IGN)


def _raise(number: int, frame: object) -> None:
    raise Interrupted(number)
