"""A run in short: what its numbers count."""

from __future__ import annotations

import pytest

from harness_runtime.cli.contracts.report import CommandRow
from harness_runtime.cli.report.summary import failing


def command(**changes) -> CommandRow:
    fields = {"at": "", "command": "pytest", "proven": True, "exit": 0, "timed_out": False, "engine": "bubblewrap"}
    return CommandRow.model_validate({**fields, "seconds": 1.0, "faults": [], **changes})


@pytest.mark.parametrize(
    "last, count",
    [({}, 0), ({"exit": 1}, 1), ({"exit": None, "proven": False}, 1), ({"faults": ["src/.git"]}, 1)],
)
def test_a_check_fails_by_what_it_came_to_last(sample, last, count):
    commands = [command(exit=3), command(**last)]
    assert failing(sample.run.model_copy(update={"commands": commands, "sensors": []})) == count
