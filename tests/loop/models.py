"""Models of one line: programs that answer what a test says, and keep what they were asked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.support.piped import PipedHost

PROGRAM = """\
import pathlib, sys
folder = pathlib.Path({folder!r})
asked = sys.stdin.read()
number = len(list(folder.glob("asked-*")))
(folder / f"asked-{{number:03d}}").write_text(asked, "utf-8")
answers = sorted(folder.glob("answer-*"))
sys.stdout.write(answers[min(number, len(answers) - 1)].read_text("utf-8"))
"""


class Scripted:
    """A command model. It gives its answers one after the other, and then the last one again and again."""

    def __init__(self, folder: Path, *answers: object) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        (folder / "model.py").write_text(PROGRAM.format(folder=str(folder)), "utf-8")
        self.says(*answers)

    def says(self, *answers: object) -> None:
        """From the next question on."""
        for number, answer in enumerate(answers, start=len(self.asked)):
            text = answer if isinstance(answer, str) else json.dumps(answer)
            (self.folder / f"answer-{number:03d}").write_text(text, "utf-8")

    @property
    def setting(self) -> dict[str, list[str]]:
        return {"command": [sys.executable, "-I", str(self.folder / "model.py")]}

    @property
    def asked(self) -> list[str]:
        """The questions, oldest first."""
        return [path.read_text("utf-8") for path in sorted(self.folder.glob("asked-*"))]


def configure(host: PipedHost, **settings: Any) -> None:
    """The person's config.json."""
    host.extra["HARNESS_LANG"] = "en"
    host.data.mkdir(mode=0o700, exist_ok=True)
    (host.data / "config.json").write_text(json.dumps(settings), "utf-8")


def missing(what: str) -> dict[str, object]:
    return {"done": False, "missing": what}


DONE: dict[str, object] = {"done": True, "missing": ""}
MET: dict[str, object] = {"met": True, "next_step": ""}


def not_met(step: str) -> dict[str, object]:
    return {"met": False, "next_step": step}


def cannot(why: str) -> dict[str, object]:
    return {"met": "cannot", "next_step": why}
