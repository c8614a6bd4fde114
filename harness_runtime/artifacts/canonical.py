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
# Letters and marks of Unicode that draw nothing: fillers, joiner and vowel signs without a glyph.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
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
        return _is_joining(before) or (char == _ZWJ and _is_emoji(before))
    if char in _EMOJI_VARIATION:
        return _is_emoji(before) or before in tuple("0123456789#*")
    if char in _INVISIBLE or "\ufe00" <= char <= "\ufe0f" or "\U000e0000" <= char <= "\U000e0fff":
        return False
    category = unicodedata.category(char)
    if category == "Cf":
        return char in _VISIBLE_FORMAT
    return category not in ("Cc", "Cs", "Co", "Zl", "Zp")


def _is_joining(char: str) -> bool:
    return bool(char) and any(low <= ord(char) <= high for low, high in _JOINING_BLOCKS)


def _is_emoji(char: str) -> bool:
    return bool(char) and (
        unicodedata.category(char) in ("So", "Sk") or char in _EMOJI_VARIATION or char in "\u2194\u2195"
    )
