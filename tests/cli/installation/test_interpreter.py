"""The hooks' Python: what `install` records, and what it refuses to record."""

from __future__ import annotations

import sys

import pytest

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.installation import interpreter


@pytest.mark.parametrize(
    "program, rule",
    [
        ("python3", "interpreter_unusable"),
        ("/opt/a\nb", "interpreter_unusable"),
        ("/bin/false", "interpreter_lacks"),
        ("/absent/python3", "interpreter_lacks"),
    ],
)
def test_a_python_that_hooks_cannot_use_is_refused(program, rule):
    with pytest.raises(InputFault) as caught:
        interpreter.require(program)
    assert caught.value.rule == rule


def test_packages_of_the_user_alone_do_not_count(tmp_path, monkeypatch):
    """Hooks start isolated: what stands in PYTHONPATH or in the user's own site is not there for them."""
    (tmp_path / "click.py").write_text("raise ImportError('not for hooks')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert interpreter.version_of(sys.executable) == sys.version.split()[0]


def test_the_recorded_one_comes_before_the_folders_own(tmp_path):
    own = tmp_path / "venv/bin/python"
    assert interpreter.in_use(tmp_path) is None
    own.parent.mkdir(parents=True)
    own.touch()
    assert interpreter.in_use(tmp_path) == str(own)
    interpreter.record(tmp_path, "/opt/python3")
    assert interpreter.in_use(tmp_path) == "/opt/python3"
