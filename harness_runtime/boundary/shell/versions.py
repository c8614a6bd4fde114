"""`node --version`: the words that only make a program tell of itself. Hot for the Bash calls that ask.

Missing on purpose: programs that load code of the project first (`pytest --version` runs conftest.py, yarn and pnpm
run the version that package.json or .yarnrc names, poetry its plugins), those that Python runs (pip, black, meson: a
project that is installed in their environment holds a sitecustomize.py that Python obeys), and everything run as a
module.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import exists, resolve
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.shell.index import INSTEAD

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
    "ruff": ("--version", "-V", "--help", "version"),
    "uv": ("--version", "-V", "--help"),
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
}

_MANAGED = (
    *(".tool-versions", "mise.toml", ".mise.toml", "mise.local.toml", ".mise.local.toml", ".mise", ".rtx.toml"),
    *(".config/mise.toml", ".config/mise"),
)
_CHOOSERS: dict[str, tuple[str, ...]] = {
    "python": (".python-version",),
    "python3": (".python-version",),
    "ruby": (".ruby-version",),
    "cargo": ("rust-toolchain", "rust-toolchain.toml"),
    "rustc": ("rust-toolchain", "rust-toolchain.toml"),
    "go": ("go.mod", "go.work"),
    "dotnet": ("global.json",),
    "swift": (".swift-version",),
}

# Programs that look for the one to run themselves, wherever they are installed: cargo may be rustup.
_CHOOSING = ("cargo", "dotnet", "go", "rustc", "swift")
_SYSTEM = ("/usr/", "/bin/", "/opt/", "/nix/")
_MANAGERS = ("mise", "asdf", "rtx", "proto", "pyenv", "rbenv", "volta-shim")


def is_question(program: str, words: list[str]) -> bool:
    """Is this a program that is only asked for its version or its help?"""
    return len(words) == 1 and words[0] in ASKED.get(program, ())


def way_on(program: str, words: list[str]) -> str:
    """The hint for a program that is not understood: of one that is only asked, that it is no verification."""
    return "no_question" if words in (["--version"], ["-V"], ["--help"]) else INSTEAD.get(program, "")


def refuse_chosen(program: str, ground: Ground) -> None:
    """Fault when a file of the workspace may choose the program that really runs, as the shims of managers do."""
    if program not in _CHOOSING and _is_system(program, ground.places.path):
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
            end = resolve(f"{folder}/{program}").path
            return end.startswith(_SYSTEM) and "/shims/" not in end and end.rpartition("/")[2] not in _MANAGERS
    return True
