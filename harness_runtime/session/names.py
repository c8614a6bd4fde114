"""Names of files as text that can be stored, sent and shown. Cold."""

from __future__ import annotations

LONGEST = 400  # characters of a name
LONGEST_VALUE = 60  # of each value of an entry


def entry_text(entry: object, keys: tuple[str, ...], most: int) -> str:
    """A host's list entry in one short line that acts on no terminal: the agent chose the words, and the person reads
    them beside a gate. `most` characters of one that is no object."""
    if not isinstance(entry, dict):
        return shown_name(str(entry)[:most])
    return shown_name(" ".join(str(entry[key])[:LONGEST_VALUE] for key in keys if entry.get(key))) or "?"


def shown_name(path: str) -> str:
    """`path` with an escape for each byte that is no UTF-8 and each character that cannot be seen: names are bytes to
    the system, and whoever makes a file chooses them. Of a long one the middle is left out."""
    text = path if path.isprintable() else "".join(char if char.isprintable() else _escape(char) for char in path)
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]}…{text[-half:]}"


def _escape(char: str) -> str:
    code = ord(char)
    byte = code - 0xDC00  # how Python carries a byte that is no UTF-8
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else char.encode("unicode_escape").decode("ascii")
