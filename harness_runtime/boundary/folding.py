"""Names as a careless file system would compare them: case folded, composed. Hot."""

from __future__ import annotations

_FIRMLINK = "/system/volumes/data"


def fold(name: str) -> str:
    """Case folded and composed; blanks and dots at the end go, as on a mounted Windows disk."""
    name = name.rstrip(" .") or name
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", name).casefold())


def fold_path(path: str) -> str:
    """A folded absolute path, on macOS without the second name of the data volume."""
    folded = fold(path)
    return folded[len(_FIRMLINK) :] if folded.startswith(_FIRMLINK + "/") else folded


def is_at_or_below(folded_root: str, folded_path: str) -> bool:
    """Both folded; an empty root holds nothing."""
    return bool(folded_root) and (folded_path == folded_root or folded_path.startswith(folded_root.rstrip("/") + "/"))
