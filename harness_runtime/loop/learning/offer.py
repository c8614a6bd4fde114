"""The newest change of a skill that was offered: kept, so that what the person takes is what the person was shown."""

from __future__ import annotations

import json
import os
from pathlib import Path

from harness_runtime.loop.learning.learn import Offer
from harness_runtime.loop.learning.shelf import LibraryFault, change
from harness_runtime.session.files import make_private_folder, replace_file

FILE = "skill-offer.json"
MAX_BYTES = 1024 * 1024
FIELDS = ("root", "folder", "text", "diff", "shown", "session")


def keep(data: str, offer: Offer) -> None:
    """In place of the one before. Raises OSError."""
    fields = {name: getattr(offer, name) for name in FIELDS} | {"lost": list(offer.lost)}
    make_private_folder(Path(data))
    replace_file(Path(data) / FILE, json.dumps({"schema_version": 1, **fields}).encode("ascii") + b"\n")


def kept(data: str, name: str) -> Offer | None:
    """The offer for the skill of this name, None where the newest one is for another, or there is none."""
    try:
        handle = os.open(f"{data}/{FILE}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            value = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not all(isinstance(value.get(field), str) for field in FIELDS):
        return None
    said = value.get("lost")
    lost = tuple(key for key in said if isinstance(key, str)) if isinstance(said, list) else ()
    offer = Offer(**{field: value[field] for field in FIELDS}, lost=lost)
    return offer if offer.folder == name else None


def take(data: str, offer: Offer, roots: list[Path]) -> Path:
    """Write it, below one of the host's own `roots` only. Raises LibraryFault (`skill_changed`), OSError."""
    root = next((root for root in roots if str(root.resolve()) == offer.root), None)
    if root is None:
        raise LibraryFault("skill_changed", name=offer.folder)
    path = change(root, offer.folder, offer.text, shown=offer.shown)
    (Path(data) / FILE).unlink(missing_ok=True)
    return path
