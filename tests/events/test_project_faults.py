"""A Plan that asks for what the project closes is refused however it is spelled, as the write would be."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.project import project_faults
from harness_runtime.session.state import ProjectPolicy

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
