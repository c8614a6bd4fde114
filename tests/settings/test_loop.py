"""The settings of the loop guards: their defaults, what each key takes, and what holds when both files speak."""

from dataclasses import asdict

import pytest

from harness_runtime.session.counters import WINDOW
from harness_runtime.session.state import LoopLimits
from harness_runtime.settings.config import Config
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import Guard
from harness_runtime.settings.loop import MAX_LIMIT, MAX_REPEATS, loop_settings

DEFAULTS = {
    "repeat_limit": 3,
    "verify_replies": False,
    "verify_max": 2,
    "goal_max_iterations": 10,
    "max_turns": 200,
    "max_tool_calls_per_turn": 32,
}
NUMBERS = [name for name, default in DEFAULTS.items() if default is not False]


def most_of(name):
    return MAX_REPEATS if name == "repeat_limit" else MAX_LIMIT


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
        (None, "most", "default"),
        (7, None, 7),
        ("most", None, "most"),
        (7, 6, 6),
        (7, 8, 7),
        ("most", 90, 90),
    ],
)
def test_the_person_sets_and_the_project_tightens(name, person, project, holds):
    known = {"most": most_of(name), "default": DEFAULTS[name]}
    person, project, holds = (known.get(value, value) for value in (person, project, holds))
    found = effective({} if person is None else {name: person}, {} if project is None else {name: project})
    assert found == DEFAULTS | {name: holds}


@pytest.mark.parametrize(
    ("person", "project", "holds"),
    [(None, True, True), (None, False, False), (True, False, True), (True, None, True), (False, True, True)],
)
def test_either_switches_the_check_on(person, project, holds):
    said = [{} if value is None else {"verify_replies": value} for value in (person, project)]
    assert effective(*said)["verify_replies"] is holds


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [0, -1, "one more", 2.0, "3", True, None, [3]])
def test_a_limit_is_a_whole_number_in_its_range(either, name, value):
    section, most = section_of(name), most_of(name)
    value = most + 1 if value == "one more" else value
    with pytest.raises(SettingsFault) as caught:
        either.holds({section: {name: value}}).load()
    assert caught.value.where == f"{section}.{name}"
    assert caught.value.why == f"must be a whole number from 1 to {most}"


@pytest.mark.parametrize("name", NUMBERS)
def test_its_edges_are_taken(either, name):
    section = section_of(name)
    for value in (1, most_of(name)):
        assert either.holds({section: {name: value}}).load().model_dump()[section][name] == value


def test_the_guard_looks_back_on_enough_records_for_the_highest_repeat_limit():
    assert WINDOW >= 2 * 2 * MAX_REPEATS


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
