"""A scratch home with one real host in it, which has settings and plugins of other people's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner

from harness_runtime.cli.installation import staging
from harness_runtime.cli.installation.publication import marketplace_folder
from harness_runtime.cli.main import program
from tests.cli.pseudo_terminal import LANGUAGE, YES_NO, Talk, talk
from tests.hosts.programs import Unavailable, find, native

HOSTS_VARIABLES = ("ANTHROPIC", "CLAUDE", "CODEX", "HARNESS", "PLUGIN_", "XDG_", "BASH_ENV", "GIT_")
CLOSED = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "GIT_ALLOW_PROTOCOL": "file"}
ENGLISH = [(LANGUAGE, "en")]
TRUST = [*ENGLISH, (YES_NO, "y")]


def host_program(name: str) -> Path:
    """Skips without the program; on CI its absence is a failure."""
    try:
        found = find(name)
    except Unavailable as reason:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(reason))
    return native(found) if name == "codex" else found


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout's package as it is staged, with the bytecode of a first run: a copy keeps both."""
    folder = staging.stage_plugin(tmp_path_factory.mktemp("package") / "staged")
    words = [sys.executable, "-m", "harness_runtime.cli.main", "--help"]
    subprocess.run(words, env={**os.environ, "PYTHONPATH": str(folder)}, stdout=subprocess.DEVNULL, check=True)
    return folder


class Machine:
    """`home` is made. `say` is a person at a terminal, `doctor` asks for the checks' status by name.

    `package` is this checkout's package in a copy of its own: what a test changes in it is another release.
    """

    name: str
    plugins: Path

    def __init__(self, home: Path, package: Path) -> None:
        self.home = home
        self.program = host_program(self.name)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(HOSTS_VARIABLES)}
        variable = f"{self.name.upper()}_BIN"
        self.package = shutil.copytree(package, home / "package")
        places = {"HOME": str(home), "PYTHONPATH": str(self.package), variable: str(self.program)}
        places["PATH"] = "/usr/bin:/bin"  # no other host
        self.environ = {**kept, **CLOSED, **QUIET, **places}
        self.marketplace = marketplace_folder(self.environ, self.name)
        self.data = self.plugins / "data/harness-harness"
        self.workspace = home / "project"
        self.workspace.mkdir(parents=True)

    def say(self, *words: str, answers: list[tuple[str, str]] | None = None, **environ: str) -> Talk:
        return talk(*words, environ={**self.environ, **environ}, answers=answers or [], folder=self.home)

    def install(self, answers: list[tuple[str, str]]) -> Talk:
        return self.say("install", self.name, answers=answers)

    def told(self, *words: str, **environ: str) -> tuple[dict[str, dict[str, str]], int]:
        """`doctor --json` in the project: checks by name without the host's, and the exit code."""
        cleared = {name: None for name in os.environ if name.startswith(HOSTS_VARIABLES)}
        environ = {**cleared, **self.environ, **environ, "HARNESS_LANG": "en"}
        given = ("doctor", "--json", "--workspace", str(self.workspace), *words)
        module = self.package / "harness_runtime/cli/installation/staging.py"
        with mock.patch.object(staging, "__file__", str(module)):
            done = CliRunner().invoke(program, given, env=environ)
        checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
        return {name.removeprefix(f"{self.name}_"): check for name, check in checks.items()}, done.exit_code

    def doctor(self, **environ: str) -> dict[str, str]:
        return {name: check["status"] for name, check in self.told(**environ)[0].items()}


@contextmanager
def written(path: Path, text: str) -> Iterator[None]:
    """The file holds `text`, and afterwards what it held."""
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    try:
        yield
    finally:
        path.unlink() if before is None else path.write_bytes(before)


@contextmanager
def gone(path: Path) -> Iterator[None]:
    aside = path.with_name(f"{path.name}.aside")
    path.rename(aside)
    try:
        yield
    finally:
        aside.rename(path)
