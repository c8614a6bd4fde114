"""Which chains there are, whose wins, and which count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.chains.catalog import Known, catalog
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.trusted import trust_guard


@pytest.fixture
def world(tmp_path: Path) -> Path:
    for folder in ("data", "project/.harness"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def put(world: Path, file: str, **chains: object) -> None:
    section = {name: {"chain": stages} for name, stages in chains.items()}
    (world / file).write_text(json.dumps({"harness": section}), "utf-8")


def person(world: Path, **chains: object) -> None:
    put(world, "data/config.json", **chains)


def project(world: Path, *, trusted: bool = True, **chains: object) -> None:
    put(world, "project/.harness/guard.json", **chains)
    found = read_guard(world / "project")
    assert found is not None
    if trusted:
        trust_guard(world / "data", world / "project", found.sha256)


def known(world: Path, name: str) -> Known:
    found = catalog(world / "project", world / "data").find(name)
    assert found is not None
    return found


def test_without_files_there_are_the_built_in_chains(world: Path):
    found = catalog(world / "project", world / "data").known
    assert [(each.name, each.source, each.trusted) for each in found] == [("react-js", "built-in", True)]


def test_the_persons_wins_over_the_projects_over_the_built_in_and_it_is_said(world: Path):
    project(world, **{"react-js": ["a"], "own": ["p"]})
    person(world, **{"react-js": ["b"]})
    assert (known(world, "react-js").source, known(world, "react-js").shadows) == ("person", ("project", "built-in"))
    assert (known(world, "own").source, known(world, "own").shadows) == ("project", ())


@pytest.mark.parametrize("trusted", [True, False])
def test_a_projects_chain_counts_with_the_trust_in_its_file(world: Path, trusted: bool):
    project(world, trusted=trusted, own=["a"])
    assert known(world, "own").trusted is trusted


def test_another_byte_is_not_trusted(world: Path):
    project(world, own=["a"])
    path = world / "project/.harness/guard.json"
    path.write_text(path.read_text("utf-8") + " ", "utf-8")
    assert not known(world, "own").trusted


def test_an_untrusted_chain_gives_way_to_any_other_of_its_name(world: Path):
    project(world, trusted=False, **{"react-js": ["a"]})
    found = known(world, "react-js")
    assert (found.source, found.trusted, found.shadows) == ("built-in", True, ("project",))


def test_a_definition_is_told_from_every_other_one(world: Path):
    stages = (["a"], ["b"], ["a", "b"], [{"agent": "a", "gate": ["make test"]}], [{"agent": "a", "done": "x"}])
    seen = []
    for each in stages:
        person(world, c=each)
        seen.append(known(world, "c").definition)
    assert len({*seen}) == len(stages)
    person(world, c=[{"agent": "a"}])
    assert known(world, "c").definition == seen[0]


@pytest.mark.parametrize("file", ["data/config.json", "project/.harness/guard.json"])
def test_a_faulty_file_is_a_fault(world: Path, file: str):
    (world / file).write_text('{"harness": 1}', "utf-8")
    with pytest.raises(SettingsFault):
        catalog(world / "project", world / "data")
