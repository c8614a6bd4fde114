"""`harness-state` brings Harness into the real hosts, to other content, and out again; what sessions see of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from harness_runtime import __version__
from harness_runtime.cli.installation.staging import stage_plugin
from harness_runtime.session.libraries import LIBRARIES
from tests.support.distributions import copy_distributions

from .claude import Claude
from .codex import Codex
from .conftest import need
from .hands import DirectHands
from .programs import CHECKOUT
from .scripted import Say
from .stage import Stage, live_stage
from .story import PLAN, REQUEST
from .terminal import harness_state

HOSTS = {"codex": Codex, "claude": Claude}


class Person:
    """Somebody with one host, a package that can become another release, and a terminal."""

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self.package = stage_plugin(root / "package")
        self.host = HOSTS[name](root / name, PYTHONPATH=str(self.package), PYTHONSAFEPATH="1")

    def says(self, verb: str, *words: str, typed: tuple[str, ...] = ()) -> tuple[int, str]:
        given = (verb, self.name, "--program", str(self.host.program), *words)
        return harness_state(*given, typed=typed, env=self.host.env)

    def installs(self) -> None:
        code, screen = self.says("install", typed=("en", "y"))
        assert code == 0, screen

    def gets_another_release(self) -> None:
        """The launcher notes each of its runs."""
        launch = self.package / "hooks/launch"
        mark = f"echo . >>'{self.package}/runs'\n"
        launch.write_text(launch.read_text("utf-8").replace("umask 077\n", f"umask 077\n{mark}", 1), "utf-8")

    @property
    def has_run_the_other_release(self) -> bool:
        return (self.package / "runs").exists()


@pytest.fixture(params=HOSTS)
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Person]:
    need(request.param)
    someone = Person(request.param, tmp_path)
    with closing(someone.host):
        yield someone


def test_install_use_uninstall(person: Person):
    person.installs()
    stage = live_stage(person.host, "guarded")
    with closing(stage.talk):
        stage.say(REQUEST, Say(PLAN))
        assert (stage.phase, stage.state["language"]) == ("plan_pending", "en")
        code, screen = person.says("uninstall")
        assert code == 2, "an open run would go on unguarded: " + screen
        stage.say("$harness:off", Say("it is off"))
    code, screen = person.says("uninstall")
    assert code == 0, screen
    free = live_stage(person.host, "free")
    with closing(free.talk):
        assert free.say(REQUEST, Say("hello")).hooks == ()


@pytest.mark.parametrize("person", ["codex"], indirect=True)
def test_hooks_that_the_person_declines_to_trust_do_not_run(person: Person):
    code, screen = person.says("install", typed=("ko", "n"))
    assert code == 1, screen
    assert person.host.new_conversation("unguarded").say(REQUEST, Say(PLAN)).hooks == ()


def attempt(stage: Stage, path: str) -> bool:
    """The agent tries to write without an approval; whether the file is there afterwards."""
    stage.say("go on", stage.hands.write(path, "text\n"), Say("tried"))
    return path in stage.files


@pytest.mark.parametrize("person", ["claude"], indirect=True)
def test_an_upgrade_of_claude_code_reaches_a_run_in_an_open_session(person: Person):
    person.installs()
    stage = live_stage(person.host, "open")
    with closing(stage.talk):
        stage.say(REQUEST, stage.hands.read("README.md"), Say("let me see"))
        person.gets_another_release()
        code, screen = person.says("upgrade")
        assert code == 0, screen
        assert not attempt(stage, "early.txt")
        assert person.has_run_the_other_release
        assert stage.phase == "planning"


@pytest.mark.parametrize("person", ["codex"], indirect=True)
def test_an_upgrade_of_codex_is_refused_because_it_would_leave_an_open_session_without_hooks(person: Person):
    """Were the last open session guarded, Codex would have changed, and upgrades could be easier."""
    person.installs()
    opened = live_stage(person.host, "open")
    left = Stage(person.host, person.host.new_conversation("left", watched=True), DirectHands())
    with closing(opened.talk):
        for stage in (left, opened):
            stage.say(REQUEST, stage.hands.read("README.md"), Say("let me see"))
        person.gets_another_release()
        code, screen = person.says("upgrade")
        assert (code, opened.talk.session in screen) == (2, True), screen
        assert not attempt(opened, "early.txt")

        code, screen = person.says("upgrade", "--force", typed=("y",))
        assert code == 0, screen
        assert not attempt(left, "early.txt")  # in a process of its own, that has the new trust
        assert person.has_run_the_other_release
        assert attempt(opened, "unguarded.txt")


ADDRESS = "https://git.invalid/harness.git"
NOT_IN_GIT = shutil.ignore_patterns(".git", ".venv", ".hosts", "dist", "__pycache__", ".*_cache", ".hypothesis")
AUTHOR = ("-c", "user.name=author", "-c", "user.email=author@git.invalid")


@pytest.fixture(scope="session")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout as somebody publishes it."""
    folder = tmp_path_factory.mktemp("published") / "harness"
    shutil.copytree(CHECKOUT, folder, ignore=NOT_IN_GIT)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    commit(folder)
    subprocess.run(["git", "-C", str(folder), "tag", "v1.0"], check=True)
    return folder


def commit(repository: Path) -> None:
    for words in (("add", "--all"), (*AUTHOR, "commit", "-q", "-m", "Publish")):
        subprocess.run(["git", "-C", str(repository), *words], check=True)


def give_address(host: Codex | Claude, repository: Path) -> None:
    """Hosts take addresses of the network only; git finds ours here."""
    rule = f'[url "file://{repository}"]\n\tinsteadOf = {ADDRESS}\n'
    (Path(host.env["HOME"]) / ".gitconfig").write_text(rule, "utf-8")


def give_libraries(venv: Path) -> None:
    """What `pip install` of the libraries' names does, from the packages of this environment."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    [site] = venv.glob("lib/python*/site-packages")
    copy_distributions((re.match(r"[\w.-]+", requirement)[0] for requirement in LIBRARIES), site)


COMMANDS = {
    "codex": (
        ("marketplace", "add", ADDRESS, "--ref", "v1.0"),
        (
            "marketplace",
            "upgrade",
            "harness",
        ),  # else Codex fetches it again in the first session, and drops its hooks
        ("add", "harness@harness"),
    ),
    "claude": (("marketplace", "add", ADDRESS), ("install", "harness@harness")),
}


def test_straight_from_a_git_repository(person: Person, repository: Path):
    """With the host's own commands. Without the libraries the first `$harness` names the command that brings them."""
    host = person.host
    give_address(host, repository)
    for words in COMMANDS[person.name]:
        host.call("plugin", *words)
    if isinstance(host, Codex):
        host.trust_hooks()
    stage = live_stage(host, "first")
    with closing(stage.talk):
        refused = stage.say(REQUEST, Say("it did not start"))
        assert (stage.phase, refused.requests) == (None, ())
        [command] = set(re.findall(r"sh ~/(\S+)/bin/setup", refused.told("UserPromptSubmit")))
        give_libraries(Path(host.env["HOME"], command, "venv"))
        stage.say(REQUEST, Say(PLAN))
        assert stage.phase == "plan_pending"
        stage.say("$harness:off", Say("it is off"))
    code, screen = harness_state("doctor", f"--{person.name}", str(host.program), typed=(), env=host.env)
    assert (code, "marketplace" in screen) == (0, False), screen


def test_upgrade_of_what_came_from_a_git_repository(person: Person, repository: Path, tmp_path: Path):
    """A new commit of the same version, which Claude Code does not take by being told to update."""
    host, published = person.host, tmp_path / "published"
    subprocess.run(["git", "clone", "-q", str(repository), str(published)], check=True)
    give_address(host, published)
    host.call("plugin", "marketplace", "add", ADDRESS)
    host.call("plugin", {"codex": "add", "claude": "install"}[person.name], "harness@harness")
    (published / "LICENSE").write_text("another\n", "utf-8")
    commit(published)
    code, screen = person.says("upgrade", typed=("y",))
    assert code == 0, screen  # else a hook is not trusted
    copies = {"codex": Path(host.env.get("CODEX_HOME", "")), "claude": Path(host.env["HOME"]) / ".claude"}
    copy = copies[person.name] / "plugins/cache/harness/harness" / __version__
    assert (copy / "LICENSE").read_text("utf-8") == "another\n"
