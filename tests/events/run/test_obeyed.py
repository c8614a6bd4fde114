"""What settings outside of the workspace make programs run or obey in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Places
from harness_runtime.events.run.repository import look_at

MODULES = ["*.py", "*.pyc", "*.so", "*/__init__.*"]

IN_TOOLS = [f"tools/{name}" for name in MODULES]


class Ground:
    def __init__(self, base: Path) -> None:
        self.root, self.home = base / "work", base / "home"
        (self.root / ".git").mkdir(parents=True)
        (self.home / ".config/git").mkdir(parents=True)
        (self.root / "tools").mkdir()
        (self.root / "tools/f.sh").write_text("# make it so\n. tools/lib.sh\npython3 tools/strip.py\n", "utf-8")
        self.path = "/usr/bin:/bin"
        self.loads: dict[str, str] = {}
        self.environ: dict[str, str] = {}

    def obeyed(self, *, git: bool = True) -> list[str]:
        home = str(self.home)
        places = Places("/data", "/plugin", home, f"{home}/.codex", f"{home}/.claude", self.path, loads=self.loads)
        return look_at(str(self.root), str(self.root / ".git") if git else None, places, self.environ).obeyed

    def link(self, name: str, end: str) -> None:
        (self.home / name).parent.mkdir(parents=True, exist_ok=True)
        (self.home / name).symlink_to(self.root / end)


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path.resolve())


SETTINGS = [
    ("tools/clean --fast", ["tools/clean"]),
    (r"\"/usr/bin/python3\" -m nbstripout -t", ["nbstripout", "nbstripout.py", *MODULES]),
    ("python -mtools.strip", ["tools", "tools.py", *MODULES]),
    ("python3 tools/strip.py %f", ["tools/strip.py", *(f"tools/{name}" for name in MODULES)]),
    ("python3 -c 'import strip; strip.main()'", MODULES),
    ("python3 -I -m nbstripout", []),
    ("python3 -um nbx", ["nbx", "nbx.py", *MODULES]),
    ("python3 -sEc 'import json'", MODULES),
    ("PYTHONPATH=tools python3 -Pc 'import json'", ["tools", *IN_TOOLS, *MODULES]),
    ("python3 -I -m a; python3 -m b", ["a", "a.py", *MODULES, "b", "b.py"]),
    ("python3 -IWignore -m nbstripout", []),
    ("make -s clean", ["GNUmakefile", "makefile", "Makefile", "*.mk"]),
    ("/usr/bin/npx strip", ["package.json", ".npmrc", "node_modules"]),
    (
        "sh tools/f.sh",
        ["tools/f.sh", "tools/*.sh", "tools/*.bash", "tools/*.zsh", "tools/lib.sh", "tools/strip.py", *IN_TOOLS],
    ),
    ("git-lfs clean -- %f", []),
    ("cat", []),
]


@pytest.mark.parametrize("where", ["own", "home", "xdg", "included"])
@pytest.mark.parametrize(("value", "expected"), SETTINGS)
def test_what_a_filter_of_git_runs(ground: Ground, where: str, value: str, expected: list[str]) -> None:
    text = f'[filter "x"]\n\tclean = {value}\n'
    files = {
        "own": ground.root / ".git/config",
        "home": ground.home / ".gitconfig",
        "xdg": ground.home / ".config/git/config",
        "included": ground.home / "more",
    }
    files[where].write_text(text, "utf-8")
    if where == "included":
        (ground.home / ".gitconfig").write_text('[includeIf "gitdir:~/x"]\n\tpath = more\n', "utf-8")
    assert ground.obeyed() == expected


@pytest.mark.parametrize(
    ("name", "end"),
    [
        (".gitconfig", "gitconfig"),
        (".bash_profile", "shell/profile"),
        (".zshrc", "zshrc"),
        (".ripgreprc", "rgrc"),
    ],
)
def test_the_home_folders_own_settings_may_lie_in_the_workspace(ground: Ground, name: str, end: str) -> None:
    ground.link(name, end)
    assert ground.obeyed(git=False) == [end]


def test_a_linked_folder_of_settings_counts(ground: Ground) -> None:
    (ground.root / "config/git").mkdir(parents=True)
    (ground.home / ".config/git").rmdir()
    ground.link(".config/git", "config/git")
    assert ground.obeyed() == ["config/git"]


def test_a_program_of_path_that_lies_in_the_workspace(ground: Ground) -> None:
    ground.link("bin/jq", "bin/jq")
    ground.link("bin/mytool", "bin/mytool")
    ground.path = f"{ground.home}/bin:/usr/bin"
    assert ground.obeyed() == ["bin/jq"]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("BASH_ENV", "{}/env.sh", ["env.sh"]),
        ("ZDOTDIR", "{}/zsh", ["zsh"]),
        ("LD_PRELOAD", "./build/x.so:/usr/lib/y.so", ["build/x.so"]),
        ("LD_PRELOAD", "libfast.so", []),
        ("GIT_EXTERNAL_DIFF", "tools/diff", ["tools/diff"]),
        ("BASH_ENV", "/etc/profile", []),
    ],
)
def test_a_file_that_a_variable_names(ground: Ground, name: str, value: str, expected: list[str]) -> None:
    ground.loads[name] = value.format(ground.root)
    assert ground.obeyed() == expected


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsMonitor", "GIT_CONFIG_VALUE_0": "src/ask"}, []),
        ({"GIT_CONFIG_PARAMETERS": "'core.fsmonitor=src/ask'"}, []),
        ({"GIT_CONFIG_SYSTEM": "{root}/cfg/git/config"}, ["cfg/git/config"]),
        ({"GIT_CONFIG_GLOBAL": "{root}/cfg/git/config"}, ["cfg/git/config"]),
        ({"GIT_CONFIG_GLOBAL": "{home}/more"}, []),
        ({"XDG_CONFIG_HOME": "{root}/cfg"}, ["cfg/git", "cfg/fish", "cfg/mise", "cfg/ripgrep", "cfg/git/config"]),
    ],
)
def test_settings_that_variables_hold_or_name(ground: Ground, environ: dict[str, str], expected: list[str]) -> None:
    (ground.root / "cfg/git").mkdir(parents=True)
    for file in (ground.root / "cfg/git/config", ground.home / "more"):
        file.write_text(f"[core]\n\tfsmonitor = {ground.root}/src/ask\n", "utf-8")
    ground.environ = {name: text.format(root=ground.root, home=ground.home) for name, text in environ.items()}
    assert ground.obeyed() == [*expected, "src/ask"]


def test_no_program_of_the_repository_runs_while_its_settings_are_read(ground: Ground) -> None:
    program = ground.root / "git"
    program.write_text(f"#!/bin/sh\ntouch {ground.home}/ran\n", "utf-8")
    program.chmod(0o755)
    (ground.root / ".git/config").write_text(f"[core]\n\tpager = {program}\n\tfsmonitor = {program}\n", "utf-8")
    ground.path = f"{ground.root}:{ground.path}"
    ground.obeyed()
    assert not (ground.home / "ran").exists()


def test_settings_that_lie_elsewhere_name_nothing(ground: Ground) -> None:
    (ground.home / ".gitconfig").symlink_to("/etc/hostname")
    (ground.home / ".profile").write_text("x", "utf-8")
    assert ground.obeyed() == []


def test_includes_that_go_round_come_to_an_end(ground: Ground) -> None:
    (ground.home / ".gitconfig").write_text("[include]\n\tpath = .gitconfig\n\tpath = other\n", "utf-8")
    (ground.home / "other").write_text("[include]\n\tpath = .gitconfig\n[core]\n\tfsmonitor = tools/ask\n", "utf-8")
    assert ground.obeyed() == ["tools/ask"]
