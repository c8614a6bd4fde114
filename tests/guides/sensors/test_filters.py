"""Which sensors have something to check among the changed files."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.filters import concerns


@pytest.mark.parametrize(
    ("paths", "excluded", "changed", "is_due"),
    [
        ([], [], None, True),
        ([], [], [], True),
        (["src/**"], [], None, True),  # nobody knows what changed
        (["src/**"], [], [], False),
        (["src/**"], [], ["docs/a.md"], False),
        (["src/**"], [], ["docs/a.md", "src/a.py"], True),
        (["*.md", "src/**"], [], ["src/a.py"], True),
        (["src/**"], ["**/*.md"], ["src/a.md"], False),
        (["src/**"], ["**/*.md"], ["src/a.md", "src/a.py"], True),
        ([], ["docs/**"], ["docs/a.md"], False),
        ([], ["docs/**"], ["docs/a.md", "a.py"], True),
        ([], ["docs/**"], [], False),
    ],
)
def test_a_sensor_is_due_when_a_changed_file_counts(
    paths: list[str], excluded: list[str], changed: Sequence[str] | None, is_due: bool
) -> None:
    sensor = Sensor(name="S", command="true", paths=paths, exclude_paths=excluded)
    assert concerns(sensor, changed) == is_due
