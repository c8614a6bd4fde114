"""`python -m demo.pictures`: plays the sample run and keeps what it looks like, for the documentation and the tests.

docs/pictures/inspect.svg    `harness-state inspect` in the middle of the run
docs/pictures/report.png     the top of `harness-state report --html`; only where Chromium and playwright are
tests/cli/report/sample.json     `harness-state report --json` of the whole run
"""

from __future__ import annotations

import getpass
import io
import platform
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from rich.console import Console, Group
from rich.terminal_theme import MONOKAI

from demo.sample import PipedHost, harness_state, play, put_back, stage
from harness_runtime.cli import language
from harness_runtime.cli.sessions.find import sessions_in
from harness_runtime.cli.sessions.text import parts
from harness_runtime.cli.sessions.view import view_session

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs/pictures"
SAMPLE = ROOT / "tests/cli/report/sample.json"
SHOWN_ROOT, SHOWN_ACCOUNT = "/srv/greetings", "ada"  # instead of this machine's
WIDTH = 92


def main() -> int:
    PICTURES.mkdir(exist_ok=True)
    language.choose("en")
    with tempfile.TemporaryDirectory(prefix="harness-pictures-") as folder:
        host = stage(Path(folder).resolve())
        play(host, in_the_middle=lambda: (PICTURES / "inspect.svg").write_text(_inspect(host), "utf-8"))
        put_back(host, "src/old.py")
        SAMPLE.write_text(_shown(host, harness_state(host, "report", "--json")), "utf-8")
        page = Path(folder) / "report.html"
        harness_state(host, "report", "--html", str(page))
        page.write_text(_shown(host, page.read_text("utf-8")), "utf-8")
        _photograph(page, PICTURES / "report.png")
    return 0


def _inspect(host: PipedHost) -> str:
    [session] = sessions_in([host.data])
    view = view_session(session)
    assert view.state is not None
    view = replace(view, state=view.state.model_copy(update={"workspace_root": SHOWN_ROOT}))
    sheet = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    sheet.print("[bold]$ harness-state inspect[/bold]\n")
    sheet.print(Group(*parts(view)), markup=False, highlight=False)
    drawn = sheet.export_svg(title="harness-state inspect", theme=MONOKAI)
    return re.sub(r"@font-face {[^}]*}\s*", "", drawn).rstrip() + "\n"  # a picture fetches no fonts


def _shown(host: PipedHost, text: str) -> str:
    account = getpass.getuser()
    for name in (f'"account": "{account}"', f"account: {account}"):
        text = text.replace(name, name.replace(account, SHOWN_ACCOUNT))
    return text.replace(str(host.workspace), SHOWN_ROOT).replace(platform.release(), "6.8.0")


def _photograph(page: Path, picture: Path) -> None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("no playwright: the picture of the page stays as it is", file=sys.stderr)
        return
    from tests.cli.report.browser import ARGUMENTS, CHROMIUM

    with sync_playwright() as program:
        browser = program.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        tab = browser.new_page(viewport={"width": 1200, "height": 860}, color_scheme="light")
        tab.goto(page.as_uri())
        tab.screenshot(path=str(picture))
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
