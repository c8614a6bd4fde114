"""Models for tests: small programs of a name of their own, and the person's config.json that has them asked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

# What is read is kept beside the program, under `<name>.asked`; each question after the one before.
ASKED = """\
import pathlib, sys
question = sys.stdin.read()
with open(sys.argv[0] + ".asked", "a") as file:
    file.write(question)
"""


def scripted(folder: Path, name: str, lines: str) -> list[str]:
    """The words of a program that runs these lines; `question` is what it was asked."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f"#!{sys.executable} -IS\n{ASKED}{lines}\n", "utf-8")
    program.chmod(0o700)
    return [str(program)]


def answering(folder: Path, name: str, answer: Any) -> list[str]:
    """A program that says this text, or this object as JSON."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return scripted(folder, name, f"print({text!r})")


def asked(words: list[str]) -> str:
    """All that the program was asked, "" when nobody asked it."""
    try:
        return Path(f"{words[0]}.asked").read_text("utf-8")
    except FileNotFoundError:
        return ""


def configure(data: Path, **model: Any) -> None:
    """`model` in the person's config.json; a list is a command."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    chosen = {
        key: {"command": value} if key != "panel" and isinstance(value, list) else value
        for key, value in model.items()
    }
    if "panel" in chosen:
        chosen["panel"] = [{"command": one} if isinstance(one, list) else one for one in chosen["panel"]]
    (data / "config.json").write_text(json.dumps({"schema_version": 1, "model": chosen}), "utf-8")
