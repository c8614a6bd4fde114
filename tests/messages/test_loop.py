"""What the loop guards say: every code has its sentence, none reads as consent, and all are short."""

from __future__ import annotations

import pytest

from harness_runtime.loop.repetition import REPEATED, SPENT, STOPPED, TURN_STOPPED, WRAP_UP
from harness_runtime.loop.undo import bounds, changes
from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.messages.denials import SENTENCES, say
from harness_runtime.messages.loop import ADVICE, UNDO_REASONS, advise, steered, told_missed
from harness_runtime.session.undo import MIXED
from tests.messages.test_catalog import CONSENT


def test_every_reason_has_its_words() -> None:
    told_besides = {
        MIXED,
        changes.SINCE,
        changes.UNFINISHED,
        changes.OUT_OF_REACH,
        changes.DAMAGED,
        changes.OBJECT_GONE,
    }
    assert set(UNDO_REASONS) == {*bounds.REASONS, *told_besides}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [STOPPED, TURN_STOPPED, SPENT])
def test_a_stop_names_what_it_is_about(language: str, code: str) -> None:
    assert code in SENTENCES[language]
    assert "Bash ×6" in say(language, code, "implement", subject="Bash ×6")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [REPEATED, WRAP_UP])
def test_advice_is_short_and_no_consent(language: str, code: str) -> None:
    assert set(ADVICE) == {REPEATED, WRAP_UP}
    told = advise(language, code, tool="apply_patch", count=3, limit=6)
    assert told.startswith(f"Harness [{code}]: ")
    assert len(told.encode()) < 800
    assert not CONSENT[language].search(told)


def test_the_repetition_names_the_tool_and_how_often() -> None:
    assert advise("en", REPEATED, tool="read_file", count=3, limit=6).startswith(
        "Harness [repeated]: read_file was called 3 times"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_around_a_note_nothing_reads_as_consent(language: str) -> None:
    assert not CONSENT[language].search(steered(language, ["x", "y"]).partition("\n")[0])


def test_what_was_not_kept_is_told_in_one_line() -> None:
    missed = [(f"file-{number}", "too_large") for number in range(8)] + [("", "too_many")]
    told = told_missed("en", missed)
    assert "of 8 files" in told
    assert "file-4 (larger than 20 MB), …." in told
    assert "file-5" not in told
    assert "(too many files)" in told
    assert "\n" not in told


def test_an_unknown_language_is_answered_in_korean() -> None:
    assert advise("fr", WRAP_UP, count=32) == advise("ko", WRAP_UP, count=32)
