"""What must hold between entries: each row skips the whole harness, and each neighbour of it does not."""

from __future__ import annotations

import pytest

from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness
from tests.guides.conftest import Project

GUIDE = "[[guides]]\nname = 'G'\n"
SENSOR = "[[sensors]]\nname = 'S'\ncommand = 'true'\n"

FAULTY = {
    "an absolute guide path": (GUIDE + "path = '/etc/hosts'", ["path_absolute"]),
    "an absolute path into the project": (GUIDE + "path = '{root}/style.md'", ["path_absolute"]),
    "an absolute path of a guide that no workflow uses": (
        GUIDE + "path = '/x'\n[[workflows]]\nname = 'W'\n[defaults]\nworkflow = 'W'",
        ["path_absolute"],
    ),
    "an empty sensor name": (SENSOR.replace("'S'", "''"), ["sensor_name_empty"]),
    "a blank sensor name": (SENSOR.replace("'S'", "'  '"), ["sensor_name_empty"]),
    "an empty command": (SENSOR.replace("'true'", "''"), ["sensor_command_empty"]),
    "a blank command": (SENSOR.replace("'true'", '" \\n"'), ["sensor_command_empty"]),
    "two sensors of one name": (SENSOR + SENSOR, ["sensor_repeated"]),
    "an invalid glob in paths": (SENSOR + "paths = ['src/[a']", ["pattern_invalid"]),
    "an invalid glob in exclude_paths": (SENSOR + "exclude_paths = ['a', '']", ["pattern_invalid"]),
    "a workflow with an unknown sensor": (
        SENSOR + "[[workflows]]\nname = 'W'\nsensors = ['S', 'T']",
        ["sensor_unknown"],
    ),
    "all of them": (
        GUIDE
        + "path = '/x'\n"
        + SENSOR.replace("'true'", "''")
        + "paths = ['']\n[[workflows]]\nname='W'\nsensors=['T']",
        ["path_absolute", "sensor_command_empty", "pattern_invalid", "sensor_unknown"],
    ),
}


@pytest.mark.parametrize(("text", "codes"), FAULTY.values(), ids=FAULTY.keys())
def test_the_whole_harness_is_skipped(project: Project, text: str, codes: list[str]) -> None:
    project.harness(text.replace("{root}", str(project.root))).trust()
    with pytest.raises(HarnessFault) as caught:
        project.load()
    assert [fault.code for fault in caught.value.faults] == codes


FINE = {
    "two guides of one name": GUIDE + "text = 'a'\n" + GUIDE + "text = 'b'",
    "a guide without path and text": GUIDE,
    "a guide path with ..": GUIDE + "path = '../x.md'",
    "an unknown guide in a workflow": "[[workflows]]\nname = 'W'\nguides = ['X']",
    "an unknown policy in a workflow": "[[workflows]]\nname = 'W'\ncompletion_policy = 'X'",
    "an unknown default workflow": "[defaults]\nworkflow = 'X'",
    "two sensors of almost one name": SENSOR + SENSOR.replace("'S'", "'s'"),
    "valid globs": SENSOR + "paths = ['src/**/*.{py,pyi}', '[a-z]?.md']\nexclude_paths = ['**']",
    "an escalation rule with an unknown condition": "[[escalation_rules]]\nname = 'E'\ncondition = 'full moon'",
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE.keys())
def test_these_are_no_faults_of_the_harness(project: Project, text: str) -> None:
    assert isinstance(project.harness(text).trust().load(), Harness)
