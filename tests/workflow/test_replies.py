"""Only exactly `y` approves; the other words of the reply table, their near misses, and whatever people type."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness_runtime.workflow.replies import Reply, classify, is_cancel

CANCEL_WORDS = ("cancel", "stop", "abort", "취소", "중단")
REFUSALS = ("n", "no", "nope", "nah", "yes", "yep", "yeah", "yup", "reject", "cancel", "stop", "abort")
KOREAN_REFUSALS = ("네", "예", "아니오", "아니요", "취소", "중단")
REVISIONS = ("revise", "replan", "change the plan", "update the plan", "수정", "다시 계획")

DECLINED = [
    "",
    "Y",
    "Y.",
    "Y!",
    *REFUSALS,
    *(word.upper() for word in REFUSALS),
    *(word.title() for word in REFUSALS),
    *(f"{word}{mark}" for word in (*REFUSALS, *KOREAN_REFUSALS) for mark in (".", "!", "!!", "...")),
    *KOREAN_REFUSALS,
]
REVISED = [
    *REVISIONS,
    *(word.upper() for word in REVISIONS),
    *(f"{word}{after}" for word in REVISIONS for after in (" it", ": smaller", ", please", "\n- smaller", "\tit")),
    *(f"{word}{after}smaller" for word in REVISIONS for after in ("\r\n", "\u3000", "\u00a0")),
]
UNCLEAR = [
    # around the y
    " y", "y ", "y\n", "\ny", "y\r\n", "\ty", "y.", "y!", "yy", "y y", "y,", "`y`", '"y"', "'y'", "(y)", "[y]", "y?",
    "y and also b", "ok y", "y\u200b", "\ufeffy", "y\u0301", "y\x00", "\u00a0y", "y\u3000",
    # letters that look like it
    "\uff59", "\uff39", "\u0443", "\u04af", "\u03b3", "\u1d27", "\u028f", "\U0001d432", "\u00fd", "\u0177", "ㅛ", "ꭚ",
    # neither yes nor no
    "ok", "okay", "OK", "sure", "go", "go ahead", "do it", "lgtm", "approve", "approved", "proceed", "1", "true", "t",
    "?", ".", "!", "...", " ", "\n", "   ", "👍", "ㅇㅇ", "응", "좋아", "진행", "진행해", "승인", "그래",
    # a word of the table that is not alone
    "no way", "yes please", "n y", "not yet", "now", "none", "네 좋아요", "아니 잠깐", "취소하지 마", "n?",
    " n", "n ",
    "no\n",
    # a revision that does not begin the prompt, or a longer word
    "please revise", "revised", "revision", "replanning", "revise.", "revise-it", "change the planet", "수정해",
    "재수정",
    " revise", "change  the plan", "update plan", "다시계획", "계획 다시",
]  # fmt: skip


@pytest.mark.parametrize("prompt", DECLINED)
def test_declines(prompt: str) -> None:
    assert classify(prompt) is Reply.DECLINE


@pytest.mark.parametrize("prompt", REVISED)
def test_asks_for_a_revision(prompt: str) -> None:
    assert classify(prompt) is Reply.REVISE


@pytest.mark.parametrize("prompt", UNCLEAR)
def test_decides_nothing(prompt: str) -> None:
    assert classify(prompt) is Reply.UNCLEAR


def test_y_approves() -> None:
    assert classify("y") is Reply.APPROVE


@pytest.mark.parametrize("prompt", ["\uff59", "\U0001d432"])
def test_what_a_compatibility_form_would_make_a_y_is_none(prompt: str) -> None:
    assert unicodedata.normalize("NFKC", prompt) == "y"
    assert classify(prompt) is Reply.UNCLEAR


@settings(deadline=None)
@given(st.text() | st.text(alphabet="yYnN .!\n\t\u200b\uff59", max_size=4))
@example("y")
def test_only_exactly_y_approves(prompt: str) -> None:
    assert (classify(prompt) is Reply.APPROVE) == (prompt.encode("utf-8", "surrogatepass") == b"y")


@given(st.text(), st.text())
def test_nothing_around_a_y_leaves_it_an_approval(before: str, after: str) -> None:
    assert (classify(f"{before}y{after}") is Reply.APPROVE) == (before == after == "")


@pytest.mark.parametrize("prompt", CANCEL_WORDS)
def test_cancels_outside_a_gate(prompt: str) -> None:
    assert is_cancel(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "y",
        "n",
        "no",
        "Cancel",
        "CANCEL",
        "cancel.",
        " cancel",
        "cancel ",
        "stop it",
        "stop!",
        "abort\n",
        "취소해",
        "끝",
    ],
)
def test_does_not_cancel_outside_a_gate(prompt: str) -> None:
    assert not is_cancel(prompt)


@given(st.text())
def test_only_the_cancel_words_cancel(prompt: str) -> None:
    assert is_cancel(prompt) == (prompt in CANCEL_WORDS)
