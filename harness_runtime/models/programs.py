"""Where a program is looked for: on PATH, but not in the project, where an agent may have put one.

What is started here runs outside every boundary; so the same PATH is all that it gets for what it starts itself.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

NOWHERE = "/nowhere"


def outside_path(environ: Mapping[str, str], here: str) -> str:
    """PATH without the folders of the project around `here`, and without relative ones."""
    project = _project_of(environ, here)
    folders = environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(each for each in folders if os.path.isabs(each) and not _is_below(project, each))


def find(name: str, environ: Mapping[str, str], here: str) -> str | None:
    """The first program of that name on that PATH; one that is named by its own path is the person's choice."""
    if "/" in name:
        return name if os.path.isfile(name) and os.access(name, os.X_OK) else None
    project = _project_of(environ, here)
    for folder in outside_path(environ, here).split(os.pathsep):
        found = shutil.which(name, path=folder) if folder else None
        if found is not None and not _is_below(project, found):
            return found
    return None


def current_folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return NOWHERE


def _is_below(folder: str, path: str) -> bool:
    return f"{os.path.realpath(path)}/".startswith(f"{folder}/")


def _project_of(environ: Mapping[str, str], here: str) -> str:
    """The folder with `.git` at or above, else this one. The home folder and what is above it is nobody's project."""
    home = f"{os.path.realpath(environ.get('HOME') or os.path.expanduser('~'))}/"
    first = folder = os.path.realpath(here)
    while folder != "/" and not home.startswith(f"{folder}/"):
        if os.path.lexists(f"{folder}/.git"):
            return folder
        folder = os.path.dirname(folder)
    return NOWHERE if first == folder else first
