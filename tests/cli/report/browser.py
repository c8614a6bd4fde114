"""A real Chromium for pages: shut off from any network, each tab telling what it asked for and complained of."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Tab:
    """An open page; `asked` are the addresses that it wanted besides itself, `complaints` its console's lines."""

    page: Page
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


def why_none() -> str:
    """Why there is no browser here; "" when there is one."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed (pip install -e '.[dev]')"
    return "" if Path(CHROMIUM).exists() else "no Chromium here (apt-get install chromium)"


@contextmanager
def chromium(profile: Path) -> Iterator[Browser]:
    """playwright keeps a profile of its own in the folder for temporary files; `profile` becomes that folder."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as program:
        browser = program.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, env={"HOME": str(profile), "TMPDIR": str(profile)}
        )
        yield browser
        browser.close()


def open_page(browser: Browser, file: Path, width: int = 1280, scheme: str = "light", **options: str) -> Tab:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
    tab = Tab(page)

    def judge(route) -> None:  # type: ignore[no-untyped-def]
        if route.request.url == file.as_uri():
            route.continue_()
        else:
            tab.asked.append(route.request.url)
            route.abort()

    page.route("**/*", judge)
    page.on("console", lambda message: tab.complaints.append(message.text))
    page.on("pageerror", lambda error: tab.complaints.append(str(error)))
    page.goto(file.as_uri())
    return tab
