"""The timeline as it is read: neighbours folded into one, too much counted instead of shown, nothing lost."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import CallRow, RunReport, TimelineRow
from harness_runtime.cli.report import story
from harness_runtime.cli.report.page.page import page_of
from harness_runtime.cli.report.story import Denied, LeftOut, Passed, chapters
from tests.cli.report.conftest import read_sample

ALLOWED, REFUSED = "allow", "deny"


def call(verdict: str, subject: str = "x") -> CallRow:
    return CallRow(
        at="2026-01-01T00:00:01.000Z", turn="t1", phase="planning", tool="Bash", verdict=verdict, kind="read",
        rule="secret" if verdict == REFUSED else "read", subject=subject, reason="No.", child=False, agent="",
    )  # fmt: skip


def run_of(calls: list[CallRow]) -> RunReport:
    run = read_sample().run
    assert run is not None
    timeline = [TimelineRow(kind="call", number=number) for number in range(len(calls))]
    return run.model_copy(update={"calls": calls, "timeline": timeline})


def entries(*calls: CallRow) -> list[object]:
    [chapter] = chapters(run_of(list(calls)))
    return list(chapter.entries)


def test_calls_that_passed_one_after_the_other_are_one_entry():
    passed, denied, again = entries(call(ALLOWED), call(ALLOWED), call(REFUSED), call(ALLOWED))
    assert isinstance(passed, Passed) and passed.tools == [("Bash", 2)]
    assert isinstance(denied, Denied) and isinstance(again, Passed)


def test_the_same_denial_again_is_counted_and_another_one_is_not():
    first, other = entries(call(REFUSED), call(REFUSED), call(REFUSED, "y"))
    assert isinstance(first, Denied) and (first.count, first.call.subject) == (2, "x")
    assert isinstance(other, Denied) and (other.count, other.call.subject) == (1, "y")


def test_denials_beyond_what_a_reader_takes_in_are_told_by_their_number():
    found = entries(*(call(REFUSED, str(number)) for number in range(story.MOST_DENIED + 30)))
    assert (len(found), found[-1]) == (story.MOST_DENIED + 1, LeftOut(30, denied=True))


def test_ten_thousand_calls_leave_a_page_that_can_be_used():
    calls = [call(REFUSED if number % 3 else ALLOWED, f"src/{number}.py") for number in range(10_000)]
    report = read_sample().model_copy(update={"run": run_of(calls)})
    page = page_of(report)
    assert len(page) < 500_000
    assert "More denied calls" in page and "More entries in this phase" in page


def test_every_entry_of_the_sample_is_told_in_its_phase():
    run = read_sample().run
    assert run is not None
    assert [chapter.phase for chapter in chapters(run)] == [move.after for move in run.moves]
