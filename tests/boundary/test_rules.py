"""What a project or a person adds to the tables holds in any spelling, as the tables do."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Places, Rules
from tests.boundary.scene import Scene, shown


class Ruled(Scene):
    """A scene with rules of its own."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.rules = Rules([], [], [], [], [], False)
        self.policy["allowed_write_paths"] = ["**"]

    @property
    def places(self) -> Places:
        found = super().places
        found.rules = self.rules
        return found


@pytest.fixture
def scene(tmp_path: Path) -> Ruled:
    return Ruled(tmp_path.resolve())


SPELLED = ["src/core/a.py", "src/CORE/a.py", "SRC/core/A.PY", "src/core./a.py"]


@pytest.mark.parametrize("name", SPELLED)
def test_a_closed_path(scene: Ruled, name: str) -> None:
    scene.rules.deny_write = ["Src/core/**"]
    assert shown(scene.patch(f"*** Add File: {name}", "+x")) == "denied_by_project"


@pytest.mark.parametrize("name", ["src/caf\u00e9.py", "src/cafe\u0301.py", "src/CAF\u00c9.py"])
def test_a_closed_path_is_composed(scene: Ruled, name: str) -> None:
    scene.rules.deny_write = ["src/cafe\u0301.py"]
    assert shown(scene.patch(f"*** Add File: {name}", "+x")) == "denied_by_project"


@pytest.mark.parametrize("name", ["api/v1.py", "API/v1.py", "api/V1.PY"])
def test_a_path_that_must_be_listed(scene: Ruled, name: str) -> None:
    scene.rules.listed_only = ["Api/*.py"]
    assert shown(scene.write(name)) == "listed_only"
    scene.policy["allowed_write_paths"] = ["**", name]
    assert shown(scene.write(name)) == "allow"


@pytest.mark.parametrize("name", ["vault/key.txt", "Vault/key.txt", "VAULT/sub/KEY"])
def test_a_secret_of_the_project(scene: Ruled, name: str) -> None:
    scene.rules.secret = ["vault/**"]
    assert shown(scene.read(name)) == "secret"
    assert shown(scene.shell(f"cat {name}")) == "secret"
    assert shown(scene.write(name)) == "secret"


def test_a_secret_of_the_project_by_another_spelling_of_its_root(scene: Ruled) -> None:
    scene.rules.secret = ["vault/**"]
    assert shown(scene.read(f"{str(scene.root).upper()}/vault/key")) == "secret"


@pytest.mark.parametrize("name", ["tests/fixtures/server.pem", "tests/Fixtures/SERVER.PEM"])
def test_what_the_person_excepts(scene: Ruled, name: str) -> None:
    assert shown(scene.read(name)) == "secret"
    scene.rules.not_secret = ["tests/fixtures/*.pem"]
    assert shown(scene.read(name)) == "allow"
    assert shown(scene.read(f"src/{name}")) == "secret"


def test_an_exception_holds_below_the_root_as_it_is_spelled(scene: Ruled) -> None:
    scene.rules.not_secret = ["tests/**"]
    assert shown(scene.read("tests/server.pem")) == "allow"
    assert shown(scene.read(f"{str(scene.root).upper()}/tests/server.pem")) == "secret"
