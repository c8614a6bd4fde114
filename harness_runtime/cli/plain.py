"""Text that models and files wrote, so that nothing in it acts on the terminal that shows it."""

from __future__ import annotations

import unicodedata

_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def plain(text: str) -> str:
    """`text` with every character that a screen does not show, or obeys, written as an escape."""
    return "".join(
        character if unicodedata.category(character) not in _UNSEEN else _escape(character) for character in text
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
