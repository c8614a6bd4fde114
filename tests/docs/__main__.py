"""`make docs`: writes the pages that are made from the program."""

from __future__ import annotations

from tests.docs.made import PAGES, made

for name, path in PAGES.items():
    path.write_text(made(name), "utf-8")
