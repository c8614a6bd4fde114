"""The bytes that are hashed (contract: Artifacts).

Two texts that differ only in line ends or trailing newlines are the same artifact. Nothing may be hashed that
a screen does not show: control, bidirectional, invisible and tag characters are refused.
"""

from __future__ import annotations

import unicodedata

from harness_runtime.session.layout import sha256

MAX_BYTES = 64 << 10

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_EMOJI_VARIATION = ("\ufe0e", "\ufe0f")
# Emoji that are no symbols to Unicode, and the marks that a keycap is made from.
_EMOJI_BASES = frozenset("0123456789#*\u203c\u2049\u2139\u2194\u25fb\u25fc\u25fd\u25fe\u2934\u2935\u3030\u303d")
_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
# Letters, marks and symbols of Unicode that draw nothing, and blocks of noncharacters, selectors, free places, tags.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0\U0001d159")
_INVISIBLE_BLOCKS = ((0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
# Format characters that do have a glyph of their own (Arabic and Syriac signs).
_VISIBLE_FORMAT = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
# Scripts in which joiners change what is drawn.
_JOINING_BLOCKS = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x0E80, 0x109F), (0x1780, 0x18AF))


def canonical_bytes(text: str) -> bytes:
    """LF line ends, exactly one trailing newline, UTF-8. UnicodeEncodeError for a lone surrogate."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return (lines.rstrip("\n") + "\n").encode("utf-8")


def artifact_hash(kind: str, canonical: bytes) -> str:
    """SHA-256, hex, over the kind's prefix and the canonical bytes."""
    return sha256(f"harness:{kind}:v1\n".encode("ascii") + canonical)


def hidden_characters(text: str) -> list[str]:
    """`U+XXXX` of each different character that a screen would not show, in order of appearance."""
    found: dict[str, None] = {}
    for position, char in enumerate(text):
        if char > "~" or char < " ":
            before = text[position - 1] if position else ""
            if not _is_shown(char, before):
                found[f"U+{ord(char):04X}"] = None
    return list(found)


def _is_shown(char: str, before: str) -> bool:
    if char in "\n\t":
        return True
    if char in (_ZWJ, _ZWNJ):
        joins_emoji = _is_emoji(before) or before in _EMOJI_VARIATION
        return _is_within(before, _JOINING_BLOCKS) or (char == _ZWJ and joins_emoji)
    if char in _EMOJI_VARIATION:
        return _is_emoji(before) or before in _EMOJI_BASES
    if char in _INVISIBLE or _is_within(char, _INVISIBLE_BLOCKS) or ord(char) & 0xFFFE == 0xFFFE:
        return False
    category = unicodedata.category(char)
    if category == "Cf":
        return char in _VISIBLE_FORMAT
    return category not in ("Cc", "Cs", "Co", "Zl", "Zp")


def _is_within(char: str, blocks: tuple[tuple[int, int], ...]) -> bool:
    return bool(char) and any(low <= ord(char) <= high for low, high in blocks)


def _is_emoji(char: str) -> bool:
    return bool(char) and (unicodedata.category(char) == "So" or char in _SKIN_TONES)
