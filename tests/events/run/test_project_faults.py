"""A Plan that asks for what the project closes is refused however it is spelled, as the write would be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.run.project import project_faults, project_policy
from harness_runtime.session.state import ProjectPolicy
from harness_runtime.settings.fault import SettingsFault

PROJECT = ProjectPolicy(sha256="0" * 64, stamp=[], deny_write_paths=["src/Core/**"], secret_paths=["Vault/*"])


def codes(path: str) -> list[str]:
    terms = Terms("Tiny", "Low", (path,), (), (), "none")
    return [fault.code for fault in project_faults("Write Boundary", terms, PROJECT)]


@pytest.mark.parametrize("path", ["src/Core/a.py", "src/core/a.py", "SRC/CORE/A.PY"])
def test_a_closed_path(path: str) -> None:
    assert codes(path) == ["path_denied"]


@pytest.mark.parametrize("path", ["Vault/key", "vault/KEY"])
def test_a_secret(path: str) -> None:
    assert codes(path) == ["path_secret"]


@pytest.mark.parametrize("path", ["src/app.py", "src/**", "src/corea.py"])
def test_what_is_open_or_left_to_each_call(path: str) -> None:
    assert codes(path) == []


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("make test && echo", "&&"),
        ({"command": "make test | cat"}, "|"),
        ("pytest > out", ">"),
        ("CI=1 pytest", "CI=1 pytest"),
        ("pytest *.py", "*.py"),
        ("# nothing", "(empty)"),
        ("pytest -k 'a b'", None),
    ],
)
def test_a_required_command_that_no_plan_can_hold_is_named_with_what_is_wrong(
    tmp_path: Path, entry: object, found: str | None
) -> None:
    (tmp_path / ".harness").mkdir()
    (tmp_path / ".harness/guard.json").write_text(json.dumps({"verification_commands": ["make test", entry]}))
    if found is None:
        assert project_policy(str(tmp_path)) is not None
        return
    with pytest.raises(SettingsFault) as caught:
        project_policy(str(tmp_path))
    assert (caught.value.where, caught.value.fields) == ("verification_commands[1]", {"found": found})
    assert "one command of plain words" in str(caught.value)
