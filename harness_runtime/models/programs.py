"""Where a program is looked for: on PATH, but not in the project, where an agent may have put one.

What is started here runs outside every boundary; so the same PATH is all that it gets for what it starts itself, and
nothing of the project is where its interpreter looks for code.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping

from harness_runtime.wire.environment import CODE_FOLDERS, CODE_OPTIONS, home_folder

NOWHERE = "/nowhere"

_PATH = re.compile(r"/[^\s:;,=\"']*")


def outside_path(environ: Mapping[str, str], here: str) -> str:
    """PATH without the folders of the project around `here`, and without relative ones."""
    projects = _projects_of(environ, here)
    folders = environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(each for each in folders if os.path.isabs(each) and not _is_below(projects, each))


def outside_code(environ: Mapping[str, str], here: str) -> dict[str, str]:
    """What `environ` says of where code is loaded from, without what lies in the project. A relative path names
    nothing in the folder where these programs run."""
    projects = _projects_of(environ, here)
    kept = {}
    for name in (name for name in CODE_FOLDERS if name in environ):
        folders = environ[name].split(os.pathsep)
        outside = [each for each in folders if not (os.path.isabs(each) and _is_below(projects, each))]
        if outside == folders or any(outside):
            kept[name] = os.pathsep.join(outside)
    for name in (name for name in CODE_OPTIONS if name in environ):
        value = environ[name]
        if not any(_is_below(projects, path) for path in _PATH.findall(value)) and not any(
            project in value for project in projects
        ):
            kept[name] = value
    return kept


def find(name: str, environ: Mapping[str, str], here: str) -> str | None:
    """The first program of that name on that PATH; one that is named by its own path is the person's choice."""
    if "/" in name:
        return name if os.path.isfile(name) and os.access(name, os.X_OK) else None
    projects = _projects_of(environ, here)
    for folder in outside_path(environ, here).split(os.pathsep):
        found = shutil.which(name, path=folder) if folder else None
        if found is not None and not _is_below(projects, found):
            return found
    return None


def current_folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return NOWHERE


def _is_below(folders: tuple[str, ...], path: str) -> bool:
    return f"{os.path.realpath(path)}/".startswith(tuple(f"{folder}/" for folder in folders))


def _projects_of(environ: Mapping[str, str], here: str) -> tuple[str, ...]:
    """The project around `here`, and the one that Claude Code names: an agent may have gone into a folder of it that
    is a repository of its own."""
    named = environ.get("CLAUDE_PROJECT_DIR", "")
    places = (here, named) if os.path.isabs(named) else (here,)
    return tuple(_project_of(environ, place) for place in places)


def _project_of(environ: Mapping[str, str], here: str) -> str:
    """The outermost folder with `.git` at or above, else this one. The home folder and what is above it is nobody's
    project."""
    home = f"{os.path.realpath(home_folder(environ) or NOWHERE)}/"
    first = folder = os.path.realpath(here)
    found = ""
    while folder != "/" and not home.startswith(f"{folder}/"):
        if os.path.lexists(f"{folder}/.git"):
            found = folder
        folder = os.path.dirname(folder)
    return found or (NOWHERE if first == folder else first)
