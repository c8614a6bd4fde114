"""A first harness file: what the model gets, and what the audit says."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.guides.audit import audit
from harness_runtime.guides.section import section
from tests.guides.conftest import FIRST, Project


@pytest.fixture
def example(project: Project) -> Project:
    return project.holds("docs/naming.md", "Nouns for data.\n").harness(FIRST).trust()


def test_an_interactive_session_gets_the_default_workflow(example: Project) -> None:
    assert section(example.resolve(), "en") == (
        "## Project Harness Guides\n\n"
        "### Naming\n\nNouns for data.\n\n"
        "### Changelog\n\nEach change that a user notices gets a line in CHANGES.txt.\n\n"
        "### Sensors\n\nCommands that check the work. You can run them in your shell.\n\n"
        "- tests (blocking, fast, computational): `pytest --quiet`\n"
    )


def test_the_fix_hint_is_not_shown(example: Project) -> None:
    assert "pytest -x" not in section(example.resolve(), "en")


@pytest.mark.parametrize("task_type", ["bugfix", "investigation"])
def test_no_workflow_has_the_task_type_so_the_default_one_is_used(example: Project, task_type: str) -> None:
    assert example.resolve(task_type).selection.workflow == "everyday"


def test_the_audit_finds_nothing(example: Project, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "pytest"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert audit(example.root, example.raw, str(program.parent)) == []
