"""The settings of the loop guards: their defaults, what each key takes, and what holds when both files speak."""

from dataclasses import asdict

import pytest

from harness_runtime.session.state import LoopLimits
from harness_runtime.settings.config import Config
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import Guard
from harness_runtime.settings.loop import MAX_LIMIT, loop_settings

DEFAULTS = {
    "repeat_limit": 3,
    "verify_replies": False,
    "verify_max": 2,
    "goal_max_iterations": 10,
    "max_turns": 200,
    "max_tool_calls_per_turn": 32,
}
NUMBERS = [name for name, default in DEFAULTS.items() if default is not False]


def section_of(name):
    return "tools" if name == "max_tool_calls_per_turn" else "agent"


def effective(person, project=None):
    """`person` and `project`: name to value, None for no file."""

    def sections(model, values):
        found = {"agent": {}, "tools": {}}
        for name, value in values.items():
            found[section_of(name)][name] = value
        read = model.model_validate(found)
        return read.agent, read.tools

    return asdict(loop_settings(sections(Config, person), None if project is None else sections(Guard, project)))


def test_a_state_of_an_older_release_has_the_same_defaults():
    assert LoopLimits().model_dump() == DEFAULTS


def test_the_defaults():
    assert effective({}) == effective({}, {}) == DEFAULTS


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    ("person", "project", "holds"),
    [
        (None, 1, 1),
        (None, 5000, "default"),
        (7, None, 7),
        (5000, None, 5000),
        (7, 6, 6),
        (7, 8, 7),
        (5000, 4000, 4000),
    ],
)
def test_the_person_sets_and_the_project_tightens(name, person, project, holds):
    found = effective({} if person is None else {name: person}, {} if project is None else {name: project})
    assert found == DEFAULTS | {name: DEFAULTS[name] if holds == "default" else holds}


@pytest.mark.parametrize(
    ("person", "project", "holds"),
    [(None, True, True), (None, False, False), (True, False, True), (True, None, True), (False, True, True)],
)
def test_either_switches_the_check_on(person, project, holds):
    said = [{} if value is None else {"verify_replies": value} for value in (person, project)]
    assert effective(*said)["verify_replies"] is holds


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [0, -1, MAX_LIMIT + 1, 2.0, "3", True, None, [3]])
def test_a_limit_is_a_whole_number_in_its_range(either, name, value):
    section = section_of(name)
    with pytest.raises(SettingsFault) as caught:
        either.holds({section: {name: value}}).load()
    assert caught.value.where == f"{section}.{name}"
    assert caught.value.why == "must be a whole number from 1 to 100000"


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [1, MAX_LIMIT])
def test_its_edges_are_taken(either, name, value):
    section = section_of(name)
    assert either.holds({section: {name: value}}).load().model_dump()[section][name] == value


def test_an_unknown_key_is_told_with_those_that_are_known(either):
    with pytest.raises(SettingsFault) as caught:
        either.holds({"agent": {"repeat_limits": 3}}).load()
    assert str(caught.value).endswith(
        "agent.repeat_limits: unknown key; known are: "
        "repeat_limit, verify_replies, verify_max, goal_max_iterations, max_turns"
    )


def test_a_key_of_the_other_section_is_unknown(either):
    with pytest.raises(SettingsFault) as caught:
        either.holds({"tools": {"max_turns": 3}}).load()
    assert caught.value.code == "unknown_key"
