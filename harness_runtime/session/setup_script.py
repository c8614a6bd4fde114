"""The program `setup` in the data folder: makes an environment with the libraries, where the launcher looks for one.

A refused `$harness` names it. What a person copies out of a host's screen has to be short and one word a piece: hosts
break long lines, also inside quotes. Cold, standard library only.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from shlex import quote

from harness_runtime.session.files import make_private_folder, replace_file
from harness_runtime.session.libraries import LIBRARIES
from harness_runtime.wire.environment import home_folder

MODE = 0o700


def setup_command(data: str, environ: Mapping[str, str], afterwards: str) -> str:
    """One line for a shell. `afterwards` is what the program says in the end. Where it cannot be written the line
    holds its steps themselves."""
    path, steps = Path(f"{data}/bin/setup"), _steps(data)
    text = "\n".join(
        ["#!/bin/sh", "# Harness: the libraries of its hooks.", "set -e", *steps, f"echo {quote(afterwards)}", ""]
    )
    try:
        make_private_folder(path.parent)
        replace_file(path, text.encode("utf-8"), MODE)
    except (OSError, ValueError):
        return " && ".join(steps)
    return f"sh {_in_a_line(str(path), home_folder(environ))}"


def _steps(data: str) -> list[str]:
    """An environment of this very Python, unless it is that one and lacks something."""
    venv = f"{data}/venv"
    wanted = " ".join(quote(library) for library in LIBRARIES)
    steps = [f"{quote(f'{venv}/bin/python')} -m pip install {wanted}"]
    if not sys.executable.startswith(f"{venv}/"):
        steps.insert(0, f"{quote(sys.executable)} -m venv --clear {quote(venv)}")
    # What the installer wrote down comes first, and lacks them.
    return [*steps, f"rm -f {quote(f'{data}/interpreter')}"]


def _in_a_line(path: str, home: str) -> str:
    """From `~` on where that can stand without quotes: a shell leaves one inside quotes as it is."""
    below = path.removeprefix(f"{home}/")
    return f"~/{below}" if home and below != path and quote(below) == below else quote(path)
