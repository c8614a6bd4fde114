"""Every row of the tables is judged as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.boundary.scene import Scene, shown
from tests.boundary.test_shell_read import GIT_ROWS
from tests.boundary.test_shell_read import ROWS as FIRST_ROWS
from tests.shell import rows
from tests.shell.ground import furnish

ROWS = [*rows.TEXT, *rows.FILES, *rows.SEARCH, *rows.SHAPES, *rows.CHANGES]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return furnish(tmp_path_factory.mktemp("rows").resolve())


def filled(command: str, scene: Scene) -> str:
    return command.format(root=scene.root, home=scene.home, outside=scene.outside)


@pytest.mark.parametrize(("command", "expected"), ROWS)
def test_row(ground: Scene, command: str, expected: str) -> None:
    assert shown(ground.shell(filled(command, ground))) == expected


def test_the_tables_are_broad() -> None:
    every = ROWS + FIRST_ROWS + GIT_ROWS
    assert len({command for command, _ in every}) >= 500
    assert len([row for row in every if row[1] == "allow"]) >= 200
    assert len([command for command, _ in ROWS]) == len({command for command, _ in ROWS})


@pytest.mark.parametrize(("command", "expected"), [row for row in rows.CHANGES if row[1] == "allow"])
def test_a_change_needs_authority(tmp_path: Path, command: str, expected: str) -> None:
    scene = Scene(tmp_path.resolve())
    scene.state["phase"] = "planning"
    for name in ("src/app.py", "src/other.py", "src/pkg/a.py", "README.md"):
        scene.file(name)
    for folder in ("docs", "src/empty", "tests"):
        (scene.root / folder).mkdir(exist_ok=True)
    decision = scene.shell(filled(command, scene))
    assert (decision.rule, decision.kind) in (("no_authority", "mutate"), ("read", "read"))
    assert (decision.verdict == "deny") or command in ("mkdir -p src", "mkdir -p tests", "mkdir -p docs/")


def test_a_denial_of_a_search_offers_the_form_that_passes(ground: Scene) -> None:
    denied = ground.shell("grep -rn x .")
    assert denied.rule == "secret"
    assert shown(ground.shell(f"grep -rn x . {denied.fields['paste']}")) == "allow"
    denied = ground.shell("rg --hidden x")
    assert shown(ground.shell(f"rg --hidden x {denied.fields['paste']}")) == "allow"


def test_cdpath(ground: Scene) -> None:
    places = ground.places
    assert not places.cdpath
    for command, expected in (("cd src && ls", "shell_unmodeled"), ("cd ./src && ls", "allow")):
        from harness_runtime.boundary.shell.ground import Ground
        from harness_runtime.boundary.shell.judge import judge

        places.cdpath = True
        fault = judge(command, Ground(str(ground.root), str(ground.root), places), []).fault
        assert ("allow" if fault is None else fault.rule) == expected
