"""What a confined command reaches in each network, from its own processes and from outside."""

from __future__ import annotations

import os

import pytest

from harness_runtime.confinement.engines.bubblewrap import Bubblewrap
from harness_runtime.confinement.engines.linux.filter import program
from harness_runtime.confinement.probe import choose
from tests.confinement.bpf import ALLOW, verdict
from tests.confinement.engines import USERS, needs
from tests.confinement.world import world


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(
    ("engine", "network", "reached"),
    [
        ("", "", ["ours", "theirs", "abstract", "on_a_path", "pair"]),
        ("bubblewrap", "none", ["pair"]),
        ("bubblewrap", "loopback", ["ours", "pair"]),
        ("bubblewrap", "full", ["ours", "theirs", "pair"]),
        ("landlock", "none", ["pair"]),
    ],
)
def test_what_is_reached(engine: str, network: str, reached: list[str], user: int) -> None:
    if engine:
        needs(engine)
    with world(user) as around:
        around.listen()
        port = (around.folder / "port").read_text()
        words = [around.python, "-I", "-S", str(around.programs / "network.py"), port, str(around.folder)]
        ended = around.run(engine, [*words, str(around.folder / "outside/socket")], network=network)
        assert (ended.out.split(), ended.err) == (reached, "")


@pytest.mark.parametrize("network", ["loopback", "full"])
def test_landlock_alone_has_no_network_to_give(network: str) -> None:
    needs("landlock")
    with world() as around:
        assert around.run("landlock", ["true"], network=network).fault == "profile_invalid"


@pytest.mark.parametrize("network", ["none", "loopback", "full"])
def test_bubblewrap_is_chosen_for_each(network: str) -> None:
    needs("bubblewrap")
    engine = choose(network, os.environ)
    assert engine and engine.name == "bubblewrap" and network in engine.networks


@pytest.mark.parametrize(("version", "unix"), [(5, False), (6, True)])
def test_the_full_network_has_unix_sockets_only_where_abstract_ones_are_scoped(version: int, unix: bool) -> None:
    text = program(Bubblewrap("bwrap", version, "")._left_to_the_filter("full"), "x86_64")
    assert (verdict(text, 0xC000003E, 41, 1, 1) == ALLOW) is unix
