"""One installation of each host for all tests; every test talks in a conversation and workspace of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness_runtime.cli.installation.publication import publish_marketplace
from tests.support.forks import forking_python

from .claude import Claude
from .codex import Codex
from .programs import Unavailable, find
from .scratch import record_interpreter
from .stage import Stage, live_stage


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.host)


@pytest.fixture(scope="session")
def marketplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin as it is published to a host."""
    folder = tmp_path_factory.mktemp("plugin") / "marketplace"
    publish_marketplace(folder)
    return folder


@pytest.fixture(scope="session")
def codex(marketplace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codex]:
    need("codex")
    host = Codex(tmp_path_factory.mktemp("codex"))
    host.install(marketplace)
    yield host
    host.close()


@pytest.fixture(scope="session")
def claude(marketplace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Claude]:
    need("claude")
    host = Claude(tmp_path_factory.mktemp("claude"), HARNESS_LANG="en")
    host.install(marketplace)
    yield host
    host.close()


@pytest.fixture(scope="module")
def forked_hooks(request: pytest.FixtureRequest) -> Iterator[None]:
    """For files that are about what hooks answer: the host starts the launcher as ever, and no interpreter starts."""
    hosts = [request.getfixturevalue(name) for name in ("codex", "claude") if is_there(name)]
    for host in hosts:
        record_interpreter(host.data, forking_python())
    yield
    for host in hosts:
        record_interpreter(host.data)


@pytest.fixture(params=["codex", "claude"])
def stage(request: pytest.FixtureRequest, name: str) -> Iterator[Stage]:
    """A live conversation in each of the hosts."""
    opened = live_stage(request.getfixturevalue(request.param), name)
    yield opened
    opened.talk.close()


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """Names a conversation's workspace after the test."""
    return re.sub(r"\W+", "-", request.node.name)


def is_there(program: str) -> bool:
    try:
        find(program)
    except Unavailable:
        return False
    return True


def need(program: str) -> None:
    """Skip without the host program, but on CI its absence is a failure."""
    try:
        find(program)
    except Unavailable as reason:
        if os.environ.get("CI"):
            pytest.fail(str(reason))
        pytest.skip(str(reason))
