"""The hooks name a phase's files at every change of phase, so that an agent need not remember the loading graph."""

from __future__ import annotations

import pytest

from tests.conftest import piped_host
from tests.skill.texts import GROUPS, LOADING
from tests.support.artifacts import handoff, repair_plan, review, small_plan, summary, tiny_plan
from tests.support.kept import Kept
from tests.support.piped import PipedHost, Reply

OTHERS = {"planning", "repair_planning", "implement", "review", "completion"}


def names_exactly(reply: Reply, *phases: str) -> None:
    """The startup core and the groups of these phases, and no other phase's."""
    wanted = {*LOADING.startup, *(name for phase in phases for name in LOADING.phases[phase])}
    every = {name for group in GROUPS.values() for name in group}
    assert {name for name in every if name in reply.context} == wanted


def test_activation(host: PipedHost) -> None:
    names_exactly(host.prompt("$harness x"), "planning")


def test_approval(host: PipedHost) -> None:
    names_exactly(host.approve(small_plan("src/app.py")), "implement")


def test_approval_of_tiny_work_which_ends_without_review(host: PipedHost) -> None:
    names_exactly(host.approve(tiny_plan("src/app.py")), "implement", "completion")


def test_the_first_prompt_after_an_implementation_summary(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    host.stop(summary())
    names_exactly(host.prompt("go on"), "review")
    assert host.prompt("and on").context == ""


@pytest.mark.parametrize(("verdict", "phase"), [("PASS", "completion"), ("REPAIR_REQUIRED", "repair_planning")])
def test_the_first_prompt_after_a_review_that_counts(host: PipedHost, verdict: str, phase: str) -> None:
    host.approve(small_plan("src/app.py"))
    host.write("src/app.py")
    host.stop(summary())
    host.prompt("go on")
    host.review(review(verdict) + handoff())
    told = host.prompt("and now?").context
    assert all(name in told for name in LOADING.phases[phase])


def test_revision_of_a_plan(host: PipedHost) -> None:
    host.prompt("$harness x")
    host.stop(tiny_plan())
    names_exactly(host.prompt("revise: smaller"), "planning")


def test_revision_of_a_repair_plan(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))
    host.stop(repair_plan(host.state["accepted"]["plan"], "src/app.py", trigger="plan_deviation"))
    names_exactly(host.prompt("revise: smaller"), "repair_planning")


def test_approval_of_a_repair_plan(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    host.stop(repair_plan(host.state["accepted"]["plan"], "src/app.py", trigger="plan_deviation"))
    names_exactly(host.prompt("y"), "repair_implement")


@pytest.fixture(scope="module", params=["codex", "claude"])
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kept]:
    """A conversation as it stood in each of these phases."""
    folder, kept = tmp_path_factory.mktemp("begun"), {}
    host = piped_host(folder, request.param)
    host.prompt("$harness x")
    kept["planning"] = Kept.of(host, folder / "planning")
    host.stop(small_plan("src/app.py"))
    host.prompt("y")
    kept["implement"] = Kept.of(host, folder / "implement")
    host.stop(summary())
    kept["review"] = Kept.of(host, folder / "review")
    return kept


@pytest.mark.parametrize("source", ["resume", "compact"])
@pytest.mark.parametrize("phase", ["planning", "implement", "review"])
def test_a_session_that_starts_again_in_the_middle(begun: dict[str, Kept], phase: str, source: str) -> None:
    names_exactly(begun[phase].again().fire("SessionStart", source=source), phase)
