"""Places in the workspace that something outside it makes programs run or obey, looked at once, at activation. Cold.

git's settings name programs and files; the home folder's own settings, and programs on PATH, may be links into the
workspace, as in a repository of dotfiles. Each is relative to the workspace root, or a glob of such places.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.shell.index import FAMILIES
from harness_runtime.wire.environment import PRELOADED, STARTED

MAX_NAMED = 100

# Sections and keys whose value is a program that readers of git may start, or a file or folder that they obey.
RUN = (
    "core.hookspath core.fsmonitor core.pager core.attributesfile include.path diff.external gpg.program"
    " filter.*.clean filter.*.smudge filter.*.process diff.*.command diff.*.textconv includeif.*.path"
)
# Of the home folder: what shells and modelled programs read by themselves.
HOME = """
    .gitconfig .config/git .profile .bash_profile .bash_login .bashrc .bash_aliases .bash_logout .inputrc
    .zshenv .zprofile .zshrc .zlogin .zlogout .zsh .config/fish .config/mise .config/ripgrep .ripgreprc .jq
"""
# What Python finds in the folder that it starts in, before its own library: any module may be one of that name.
_MODULES = ("*.py", "*.pyc", "*.so", "*/__init__.*")


def obeyed(settings: list[tuple[str, str, str]], top: str, root: str, places: Places) -> list[str]:
    """`settings` are git's (file, key, value); `top` is where its commands start, `root` the workspace; resolved."""
    by_places = [*_by_home(root, places), *_by_path(root, places), *_by_variables(root, places)]
    found = dict.fromkeys([*_by_git(settings, top, root), *by_places])
    return list(found)[:MAX_NAMED]


def _by_git(settings: list[tuple[str, str, str]], top: str, root: str) -> Iterator[str]:
    for file, key, value in settings:
        section, _, rest = key.partition(".")
        name = f"{section}.*.{key.rpartition('.')[2]}" if "." in rest else key
        if f" {name} " not in f" {RUN} ":
            continue
        bases = {os.path.dirname(file)} if name.startswith("include") else {os.path.dirname(file), top}
        if name.endswith("path"):
            yield from _named(value, bases, root, is_path=True)
            continue
        words = [word.strip("\\'\"") for word in value.split()]
        for word in words:
            yield from _named(word, bases, root, is_path=False)
        yield from _by_python(words, top, root)


def _named(word: str, bases: set[str], root: str, *, is_path: bool) -> Iterator[str]:
    for base in sorted(bases):
        path = os.path.join(base, os.path.expanduser(word.strip("'")))
        inside = _inside(path, root)
        if inside and (is_path or "/" in word or os.path.lexists(path)):
            yield inside


def _by_python(words: list[str], top: str, root: str) -> Iterator[str]:
    """`python -m NAME` takes modules from where git starts it, `python DIR/x.py` from DIR."""
    for at, word in enumerate(words):
        folder = None
        if word in ("-I", "-P"):
            return
        if word.startswith("-m") or word == "-c":
            folder = top
            module = word[2:] if len(word) > 2 else "".join(words[at + 1 : at + 2])
            if word != "-c" and (inside := _inside(f"{top}/{module.partition('.')[0]}", root)):
                yield from (inside, f"{inside}.py")
        elif word.endswith(".py"):
            folder = os.path.dirname(os.path.join(top, os.path.expanduser(word)))
        if folder is not None and (place := below(root, os.path.realpath(folder))) is not None:
            yield from (f"{place}/{name}" if place else name for name in _MODULES)


def _by_home(root: str, places: Places) -> Iterator[str]:
    """A setting of the home folder whose file lies in the workspace, because it, or a folder above it, is a link."""
    if not places.home or below(root, places.home) is not None:
        return
    for name in HOME.split():
        yield from filter(None, [_inside(f"{places.home}/{name}", root)])


def _by_path(root: str, places: Places) -> Iterator[str]:
    """A program of PATH that is a link into the workspace, of those that readers start."""
    folders = [folder for folder in dict.fromkeys(places.path.split(":")) if folder.startswith("/")]
    for program in f"{' '.join(FAMILIES.values())} git sed find jq sh bash dash zsh python3".split():
        for path in (f"{folder}/{program}" for folder in folders):
            if os.path.islink(path) and (inside := _inside(path, root)):
                yield inside


def _by_variables(root: str, places: Places) -> Iterator[str]:
    """A file that BASH_ENV, LD_PRELOAD and their like name."""
    for name in (*STARTED, *PRELOADED):
        for word in places.loads.get(name, "").replace(":", " ").split():
            path = os.path.join(root, os.path.expanduser(word))
            if ("/" in word or os.path.lexists(path)) and (inside := _inside(path, root)):
                yield inside


def _inside(path: str, root: str) -> str:
    """Relative to the root where the path leads below it, else ""."""
    inside = below(root, os.path.realpath(path)) or ""
    is_plain = inside.isprintable() and not any(char in inside for char in "*?[]{}\\")
    return inside if is_plain and not inside.startswith(".git/") else ""
