"""Places in the workspace that something outside it makes programs run or obey, looked at once, at activation. Cold.

git's settings name programs and files; the home folder's own settings, and programs on PATH, may be links into the
workspace, as in a repository of dotfiles. Each is relative to the workspace root, or a glob of such places.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.shell.index import FAMILIES
from harness_runtime.wire.environment import PRELOADED, STARTED

MAX_NAMED = 100

# Sections and keys whose value is a program that readers of git may start, or a file or folder that they obey.
RUN = (
    "core.hookspath core.fsmonitor core.pager core.attributesfile include.path diff.external gpg.program"
    " gpg.*.program filter.*.clean filter.*.smudge filter.*.process diff.*.command diff.*.textconv includeif.*.path"
)
# Of the home folder: what shells and modelled programs read by themselves.
HOME = """
    .gitconfig .config/git .profile .bash_profile .bash_login .bashrc .bash_aliases .bash_logout .inputrc
    .zshenv .zprofile .zshrc .zlogin .zlogout .zsh .config/fish .config/mise .config/ripgrep .ripgreprc .jq
"""
# What Python finds in the folder that it starts in, before its own library: any module may be one of that name.
_MODULES = ("*.py", "*.pyc", "*.so", "*/__init__.*")
_SCRIPTS = ("*.sh", "*.bash", "*.zsh")  # what a shell's script may read in beside it
_NODE = ("*.js", "*.cjs", "*.mjs", "*.ts", "*.json", "node_modules")
_PACKAGE = ("package.json", ".npmrc", "node_modules")
# Programs that run what files say which lie where they are started.
RUNNERS = {
    **dict.fromkeys(("make", "gmake"), ("GNUmakefile", "makefile", "Makefile", "*.mk")),
    "just": ("justfile", "Justfile", ".justfile", "*.just"),
    "task": ("Taskfile*", "taskfile*"),
    **dict.fromkeys(("npm", "npx", "bun", "bunx"), _PACKAGE),
    **dict.fromkeys(
        ("pnpm", "pnpx", "yarn", "yarnpkg"), (*_PACKAGE, ".pnpmfile.cjs", ".yarnrc.yml", ".yarn", ".pnp*")
    ),
    **dict.fromkeys(("node", "deno", "tsx"), _NODE),
    **dict.fromkeys(("uv", "uvx", "poetry", "pdm", "hatch"), (*_MODULES, "pyproject.toml", "uv.toml")),
    "pipenv": (*_MODULES, "Pipfile"),
    "ruby": ("*.rb",),
    **dict.fromkeys(("bundle", "rake"), ("Gemfile", "Rakefile", "*.rb")),
    "perl": ("*.pl", "*.pm"),
    "cargo": ("Cargo.toml", "build.rs", ".cargo", "src"),
    "go": ("*.go", "go.mod", "go.work"),
    "mise": ("mise.toml", ".mise.toml", ".mise", "mise"),
}
MAX_SCRIPT = 16 << 10  # bytes of a script that is searched for what it runs in turn
MAX_SCRIPTS = 20
_WORD = re.compile(r"[\w.@+~=:/-]+[;)]?")  # of a script: one that nothing is put into


def obeyed(
    settings: list[tuple[str, str, str]], top: str, root: str, places: Places, environ: Mapping[str, str]
) -> list[str]:
    """`settings` are git's (file, key, value); `top` is where its commands start, `root` the workspace; resolved."""
    by_places = [*_by_home(root, places, environ), *_by_path(root, places), *_by_variables(root, places, environ)]
    found = dict.fromkeys([*by_places, *_by_git(settings, top, root)])
    return list(found)[:MAX_NAMED]


def _by_git(settings: list[tuple[str, str, str]], top: str, root: str) -> Iterator[str]:
    for file in dict.fromkeys(file for file, _, _ in settings if file):
        yield from filter(None, [_inside(file, root)])
    scripts: list[tuple[str, set[str]]] = []
    for file, key, value in settings:
        section, _, rest = key.partition(".")
        name = f"{section}.*.{key.rpartition('.')[2]}" if "." in rest else key
        if f" {name} " not in f" {RUN} ":
            continue
        own = os.path.dirname(file) if file else top
        bases = {own} if name.startswith("include") else {own, top}
        if name.endswith("path"):
            yield from _named(value, bases, root, is_path=True)
        else:
            yield from _by_line(value, bases, top, root, scripts)
    for path, bases in scripts:  # grows
        yield from _by_script(path, bases, top, root, scripts)


def _by_line(text: str, bases: set[str], top: str, root: str, scripts: list[tuple[str, set[str]]]) -> Iterator[str]:
    """What a command line, or a script of some, names or runs. `scripts` takes the files that it may run."""
    words = [word.strip("\\'\"();") for word in text.split()]
    for word in dict.fromkeys(words):
        yield from _named(word, bases, root, is_path=False)
        name, _, value = word.partition("=")
        for part in filter(None, value.split(":")):  # of PYTHONPATH, say
            yield from _named(part, bases, root, is_path=name.isidentifier())
            if name == "PYTHONPATH":
                yield from (place for found in _MODULES for place in _in_folder(f"{top}/{part}", root, found))
        for pattern in RUNNERS.get(os.path.basename(word), ()):
            yield from _in_folder(top, root, pattern)
    yield from _by_python(words, top, root, is_one=not re.search(r"[;&|`\n]|\$\(", text))
    for word in dict.fromkeys(words):
        for path in {os.path.realpath(os.path.join(base, os.path.expanduser(word))) for base in sorted(bases)}:
            is_new = below(root, path) and len(scripts) < MAX_SCRIPTS and path not in dict(scripts)
            if is_new and os.path.isfile(path):
                scripts.append((path, bases))


def _by_script(path: str, bases: set[str], top: str, root: str, scripts: list[tuple[str, set[str]]]) -> Iterator[str]:
    """A shell's script reads in others and starts programs; one of another language finds its modules beside it."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(MAX_SCRIPT)
    except OSError:
        return
    folder, first = os.path.dirname(path), text.partition("\n")[0] if text.startswith("#!") else ""
    if "python" in first:
        yield from (place for name in _MODULES for place in _in_folder(folder, root, name))
    elif "node" in first or path.endswith((".js", ".cjs", ".mjs")):
        yield from (place for name in _NODE for place in _in_folder(folder, root, name))
    elif path.endswith((".sh", ".bash", ".zsh")) or re.search(r"\b(ba|da|k|z|a)?sh\b", first):
        yield from (place for name in _SCRIPTS for place in _in_folder(folder, root, name))
        words = [word for word in re.sub(r"(?m)^\s*#.*", "", text).split() if _WORD.fullmatch(word)]
        for word in words:
            if os.path.lexists(f"{folder}/{word}"):
                yield from _named(word, {folder}, root, is_path=False)
        yield from _by_line("\n".join(words), bases, top, root, scripts)


def _in_folder(folder: str, root: str, name: str) -> Iterator[str]:
    place = below(root, os.path.realpath(folder))
    if place is not None:
        yield f"{place}/{name}" if place else name


def _named(word: str, bases: set[str], root: str, *, is_path: bool) -> Iterator[str]:
    if word in (".", ".."):  # a shell's command, or every place there is
        return
    for base in sorted(bases):
        path = os.path.join(base, os.path.expanduser(word.strip("'")))
        inside = _inside(path, root)
        if inside and (is_path or "/" in word or os.path.lexists(path)):
            yield inside


def _by_python(words: list[str], top: str, root: str, *, is_one: bool) -> Iterator[str]:
    """`python -m NAME` takes modules from where git starts it, `python DIR/x.py` from DIR. `is_one`: one command."""
    for at, word in enumerate(words):
        if word.startswith("-") and not word.startswith("--"):
            flags = re.match(r"-([^mcWX]*)(.?)(.*)", word, re.DOTALL)
            assert flags is not None
            if is_one and set("IP") & set(flags[1]) and not any("=" in before for before in words[:at]):
                return
            if flags[2] not in ("m", "c"):
                continue
            module = flags[3] or "".join(words[at + 1 : at + 2])
            if flags[2] == "m" and (inside := _inside(f"{top}/{module.partition('.')[0]}", root)):
                yield from (inside, f"{inside}.py")
            yield from (place for name in _MODULES for place in _in_folder(top, root, name))
        elif word.endswith(".py"):
            folder = os.path.dirname(os.path.join(top, os.path.expanduser(word)))
            yield from (place for name in _MODULES for place in _in_folder(folder, root, name))


def _by_home(root: str, places: Places, environ: Mapping[str, str]) -> Iterator[str]:
    """A setting of the home folder whose file lies in the workspace, because it, or a folder above it, is a link, or
    because XDG_CONFIG_HOME leads there."""
    if config := environ.get("XDG_CONFIG_HOME", ""):
        for name in HOME.split():
            if name.startswith(".config/"):
                path = os.path.join(root, config, name.removeprefix(".config/"))
                yield from filter(None, [_inside(path, root)])
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


def _by_variables(root: str, places: Places, environ: Mapping[str, str]) -> Iterator[str]:
    """A file that BASH_ENV, LD_PRELOAD and their like name."""
    system = environ.get("GIT_CONFIG_SYSTEM", "")
    for value in (*(places.loads.get(name, "") for name in (*STARTED, *PRELOADED)), system):
        for word in value.replace(":", " ").split():
            path = os.path.join(root, os.path.expanduser(word))
            if ("/" in word or os.path.lexists(path)) and (inside := _inside(path, root)):
                yield inside


def _inside(path: str, root: str) -> str:
    """Relative to the root where the path leads below it, else ""."""
    inside = below(root, os.path.realpath(path)) or ""
    is_plain = inside.isprintable() and not any(char in inside for char in "*?[]{}\\")
    return inside if is_plain and not inside.startswith(".git/") else ""
