"""`node --version`: the words that only make a program tell of itself. Hot for the Bash calls that ask.

Missing on purpose: programs that load code of the project first (`pytest --version` runs conftest.py, yarn and pnpm
run the version that package.json or .yarnrc names, poetry its plugins), and everything run as a module.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import exists, resolve
from harness_runtime.boundary.shell.ground import Ground

# program -> the words of which one may stand alone
_BOTH = ("--version", "--help")
ASKED: dict[str, tuple[str, ...]] = {
    "python": ("--version", "-V", "-VV"),
    "python3": ("--version", "-V", "-VV"),
    "node": ("--version", "-v"),
    "npm": ("--version", "-v"),
    "cargo": ("--version", "-V", "--help"),
    "rustc": ("--version", "-V", "--help"),
    "go": ("version",),
    "make": _BOTH,
    "cmake": _BOTH,
    "gcc": _BOTH,
    "g++": _BOTH,
    "cc": _BOTH,
    "clang": _BOTH,
    "pip": ("--version", "-V"),
    "pip3": ("--version", "-V"),
    "ruff": ("--version", "-V", "--help", "version"),
    "uv": ("--version", "-V", "--help"),
    "black": _BOTH,
    "java": ("-version", "--version"),
    "javac": ("-version", "--version"),
    "ruby": ("--version", "-v"),
    "perl": ("--version", "-v"),
    "php": ("--version", "-v"),
    "docker": ("--version", "-v"),
    "gh": _BOTH,
    "jq": _BOTH,
    "bash": ("--version",),
    "zsh": ("--version",),
    "tmux": ("-V",),
    "curl": ("--version", "-V"),
    "sqlite3": ("--version", "-version"),
    "psql": ("--version", "-V"),
    "deno": ("--version", "-V"),
    "shellcheck": ("--version", "-V"),
    "protoc": ("--version",),
    "swift": ("--version",),
    "dotnet": ("--version",),
    "ninja": ("--version",),
    "meson": ("--version",),
}

_MANAGED = (".tool-versions", "mise.toml", ".mise.toml", ".mise")
_CHOOSERS: dict[str, tuple[str, ...]] = {
    "python": (".python-version",),
    "python3": (".python-version",),
    "pip": (".python-version",),
    "pip3": (".python-version",),
    "ruby": (".ruby-version",),
    "cargo": ("rust-toolchain", "rust-toolchain.toml"),
    "rustc": ("rust-toolchain", "rust-toolchain.toml"),
    "go": ("go.mod", "go.work"),
    "dotnet": ("global.json",),
    "swift": (".swift-version",),
}

_SYSTEM = ("/usr/", "/bin/", "/opt/", "/nix/")


def is_question(program: str, words: list[str]) -> bool:
    """Is this a program that is only asked for its version or its help?"""
    return len(words) == 1 and words[0] in ASKED.get(program, ())


def refuse_chosen(program: str, ground: Ground) -> None:
    """Fault when a file of the workspace may choose the program that really runs, as the shims of managers do."""
    if _is_system(program, ground.places.path) and program not in ("go", "dotnet"):
        return
    folder = resolve(ground.cwd).path
    while True:
        for name in (*_MANAGED, *_CHOOSERS.get(program, ())):
            if exists(f"{folder}/{name}"):
                raise Fault("shell_option", f"{program}: {name}", hint="chosen_version")
        if folder in (ground.root, "/", ""):
            return
        folder = folder.rsplit("/", 1)[0]


def _is_system(program: str, path: str) -> bool:
    for folder in path.split(":"):
        if folder and exists(f"{folder}/{program}"):
            return resolve(f"{folder}/{program}").path.startswith(_SYSTEM)
    return True
