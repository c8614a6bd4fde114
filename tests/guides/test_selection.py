"""Which workflow a task gets, and what of it: the references of a workflow, the filters by task type, the order."""

from __future__ import annotations

import pytest

from harness_runtime.guides.parse import parse
from harness_runtime.guides.selection import Selection, select

FILE = """
[defaults]
workflow = "everyday"

[[guides]]
name = "B"
text = "b"
[[guides]]
name = "A"
text = "a"
[[guides]]
name = "High"
text = "h"
priority = 2.5
[[guides]]
name = "Low"
text = "l"
priority = -1
[[guides]]
name = "Docs only"
text = "d"
applies_to = ["docs"]

[[sensors]]
name = "tests"
command = "true"
[[sensors]]
name = "lint"
command = "true"
[[sensors]]
name = "links"
command = "true"
task_types = ["docs"]

[[workflows]]
name = "everyday"
guides = ["Low", "A", "nobody"]
sensors = ["lint"]

[[workflows]]
name = "fixing"
task_types = ["bugfix", "test"]
guides = ["A", "High", "Low", "B"]
sensors = ["tests", "lint", "tests"]
completion_policy = "strict"

[[workflows]]
name = "second for bugs"
task_types = ["bugfix"]

[[workflows]]
name = "empty"
task_types = ["commit"]
completion_policy = "nobody"

[[completion_policies]]
name = "strict"
[[completion_policies]]
name = "strict"
require_fast_sensors = true
"""


def chosen(task_type: str | None, text: str = FILE) -> Selection:
    return select(parse(text.encode()), task_type)


def names(selection: Selection) -> tuple[list[str], list[str]]:
    return [guide.name for guide in selection.guides], [sensor.name for sensor in selection.sensors]


@pytest.mark.parametrize(
    ("task_type", "workflow"),
    [
        (None, "everyday"),
        ("bugfix", "fixing"),  # the first that names the type
        ("test", "fixing"),
        ("commit", "empty"),
        ("feature", "everyday"),  # none names it
    ],
)
def test_the_workflow_of_a_task_type(task_type: str | None, workflow: str) -> None:
    assert chosen(task_type).workflow == workflow


@pytest.mark.parametrize("default", ["", '[defaults]\nworkflow = "nobody"\n'])
@pytest.mark.parametrize("task_type", [None, "feature"])
def test_without_a_workflow_it_is_everything(default: str, task_type: str | None) -> None:
    text = default + FILE.replace('[defaults]\nworkflow = "everyday"', "")
    selection = chosen(task_type, text)
    assert (selection.workflow, selection.policy) == (None, None)
    assert {"A", "B", "High", "Low"} <= set(names(selection)[0])
    assert {"tests", "lint"} <= set(names(selection)[1])


def test_an_interactive_session_has_the_default_workflow_even_if_another_names_every_type() -> None:
    text = FILE.replace('task_types = ["bugfix"]', 'task_types = ["investigation"]')
    assert chosen(None, text).workflow == "everyday"
    assert chosen("investigation", text).workflow == "second for bugs"


def test_an_unknown_guide_is_ignored() -> None:
    assert names(chosen(None)) == (["A", "Low"], ["lint"])


def test_higher_priority_comes_first_then_the_name() -> None:
    assert names(chosen("bugfix"))[0] == ["High", "A", "B", "Low"]


def test_sensors_keep_the_order_of_the_workflow_each_once() -> None:
    assert names(chosen("bugfix"))[1] == ["tests", "lint"]


def test_empty_lists_are_nothing_and_an_unknown_policy_is_ignored() -> None:
    selection = chosen("commit")
    assert (names(selection), selection.policy) == (([], []), None)


def test_the_policy_is_the_first_of_its_name() -> None:
    policy = chosen("bugfix").policy
    assert policy is not None and not policy.require_fast_sensors


ALL = FILE.replace('[defaults]\nworkflow = "everyday"', "")


@pytest.mark.parametrize(
    ("task_type", "is_in"),
    [("docs", True), ("feature", False), (None, True)],
    ids=["named", "another", "interactive"],
)
def test_applies_to_and_task_types_leave_out_what_is_for_another_task(task_type: str | None, is_in: bool) -> None:
    guides, sensors = names(chosen(task_type, ALL))
    assert (("Docs only" in guides), ("links" in sensors)) == (is_in, is_in)
