"""The wheel alone, in an empty environment as pipx makes one: it installs the plugin, and the plugin works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.cli.machine import ENGLISH, TRUST
from tests.cli.pseudo_terminal import talk
from tests.hosts.claude import Claude
from tests.hosts.codex import Codex
from tests.hosts.conftest import need
from tests.hosts.scripted import Say
from tests.hosts.stage import Stage, live_stage
from tests.hosts.story import PLAN, REQUEST
from tests.support.distributions import copy_distributions

pytestmark = pytest.mark.host
HOSTS = {"codex": (Codex, TRUST), "claude": (Claude, ENGLISH)}


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the wheel, the libraries that it declares, and nothing else: what it forgot to declare is missing."""
    folder = tmp_path_factory.mktemp("pipx") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=300)
    [site] = folder.glob("lib/python*/site-packages")
    copy_distributions(declared(wheel), site)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--quiet", str(wheel)], check=True, timeout=300)
    return folder


def declared(wheel: Path) -> Iterator[str]:
    with ZipFile(wheel) as packed:
        [name] = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        fields = Parser().parsestr(packed.read(name).decode("utf-8"))
    wanted = map(Requirement, fields.get_all("Requires-Dist", []))
    return (each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""}))


@pytest.mark.parametrize("name", HOSTS)
def test_install_doctor_and_a_first_plan(environment: Path, tmp_path: Path, name: str):
    need(name)
    family, answers = HOSTS[name]
    with closing(family(tmp_path)) as host:
        told = {"environ": host.env, "folder": tmp_path, "program": [str(environment / "bin/harness-state")]}
        done = talk("install", name, "--program", str(host.program), answers=answers, **told)
        assert done.exit_code == 0, done.shown
        assert (host.data / "interpreter").read_text() == f"{environment}/bin/python\n"
        done = talk("doctor", f"--{name}", str(host.program), **told)
        assert (done.exit_code, "error" in done.shown) == (0, False), done.shown
        check_that_it_starts(live_stage(host, "first"))


def check_that_it_starts(stage: Stage) -> None:
    with closing(stage.talk):
        stage.say(REQUEST, Say(PLAN))
        assert stage.phase == "plan_pending"
