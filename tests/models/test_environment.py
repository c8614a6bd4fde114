"""What a nested program gets of the environment: nothing of the project is code to it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from harness_runtime.models.ask import ask
from harness_runtime.models.environment import nested_environment
from harness_runtime.models.interface import CommandModel, Question, Reply


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project/.git").mkdir(parents=True)
    (tmp_path / "linked").symlink_to("project")
    return tmp_path / "project"


ROWS = {
    "PYTHONPATH": ("{in}/src:/opt/lib", "/opt/lib"),
    "LD_LIBRARY_PATH": ("{link}/lib", None),
    "NODE_PATH": ("/opt/node", "/opt/node"),
    "PERL5LIB": (":lib", ":lib"),
    "NODE_OPTIONS": ("--max-old-space-size=4096 --require={in}/x.js", None),
    "RUBYOPT": ("-w", "-w"),
    "LD_PRELOAD": ("/usr/lib/a.so:{link}/b.so", None),
    "JAVA_TOOL_OPTIONS": ("-javaagent:/opt/agent.jar", "-javaagent:/opt/agent.jar"),
}


@pytest.mark.parametrize(("name", "row"), ROWS.items(), ids=ROWS)
def test_where_code_is_loaded_from(project: Path, name: str, row: tuple[str, str | None]) -> None:
    said, kept = row
    named = said.replace("{in}", str(project)).replace("{link}", str(project.parent / "linked"))
    nested = nested_environment({"HOME": "/nonexistent", name: named}, str(project))
    assert nested.get(name) == kept


def test_what_an_agent_wrote_is_not_run_by_a_models_interpreter(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "sitecustomize.py").write_text(f"open({str(tmp_path / 'escaped')!r}, 'w')\n", "utf-8")
    model = tmp_path / "model.py"
    model.write_text("print('fine')\n", "utf-8")
    monkeypatch.chdir(project)
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(project)}
    said = ask(CommandModel((sys.executable, str(model))), Question("", "x"), seconds=30, environ=environ)
    assert isinstance(said, Reply) and said.text == "fine"
    assert not (tmp_path / "escaped").exists()
