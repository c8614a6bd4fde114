"""What a command model is called."""

from __future__ import annotations

import pytest

from harness_runtime.settings.program_name import program_name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["/opt/model", "x"], "model"),
        (["python3", "model.py"], "python3 model.py"),
        (["/usr/bin/python3.12", "-I", "-S", "/x/model.py", "y"], "python3.12 model.py"),
        (["python3", "-m", "llm.ask", "y"], "python3 -m llm.ask"),
        (["node", "-e", "secret"], "node"),
        (["bash"], "bash"),
        (["pythonic", "x.py"], "pythonic"),
    ],
)
def test_an_interpreter_is_told_with_its_script(words: list[str], name: str) -> None:
    assert program_name(words) == name
