"""What may run side by side: blocking first, programs apart, what is not understood alone."""

from __future__ import annotations

import pytest

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.order import stages


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ([], []),
        (["pytest", "ruff check"], [[["pytest"], ["ruff check"]]]),
        (["cargo test", "cargo clippy", "ruff"], [[["cargo test", "cargo clippy"], ["ruff"]]]),
        (["a && b", "c", "d | e"], [[["c"]], [["a && b"]], [["d | e"]]]),
        (["slow", "!fast", "!x; y"], [[["fast"]], [["x; y"]], [["slow"]]]),
    ],
)
def test_the_stages(commands: list[str], expected: list[list[list[str]]]) -> None:
    """`!` marks a blocking sensor."""
    sensors = [
        Sensor(name=command, command=command.removeprefix("!"), blocking=command.startswith("!"))
        for command in commands
    ]
    assert [[[sensor.command for sensor in lane] for lane in stage] for stage in stages(sensors)] == expected
