"""Which pages are made from the program, and how."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.docs import chains_page, cli_page, open_attacks, rooms_picture, settings_page

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {
    name: DOCS / f"{name}.md" for name in ("cli", "configuration", "architecture", "threat-model", "chains/reference")
}
_MAKERS: dict[str, Callable[[], str]] = {
    "cli": cli_page.page,
    "configuration": settings_page.page,
    "chains/reference": chains_page.page,
    "architecture": lambda: rooms_picture.page(PAGES["architecture"].read_text("utf-8")),
    "threat-model": lambda: open_attacks.page(PAGES["threat-model"].read_text("utf-8")),
}


def made(name: str) -> str:
    """The text that the page has when it is in step."""
    return _MAKERS[name]()
