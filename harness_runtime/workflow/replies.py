"""What a person's prompt means while a gate is open (contract: Replies). Tables, compared with the whole prompt."""

from __future__ import annotations

from enum import StrEnum


class Reply(StrEnum):
    APPROVE = "approve"
    DECLINE = "decline"
    REVISE = "revise"
    UNCLEAR = "unclear"


APPROVAL = "y"
CANCEL_WORDS = frozenset(("cancel", "stop", "abort", "취소", "중단"))
DECLINE_WORDS = CANCEL_WORDS | frozenset(
    ("n", "no", "nope", "nah", "yes", "yep", "yeah", "yup", "reject", "네", "예", "아니오", "아니요")
)
DECLINE_EXACT = frozenset(("", "Y"))
REVISION_STARTS = ("revise", "replan", "change the plan", "update the plan", "수정", "다시 계획")
AFTER_REVISION_START = (":", ",")  # or whitespace, or the end


def classify(prompt: str) -> Reply:
    """The reply to an open gate. Nothing is trimmed: `y ` and ` y` are unclear, not approvals."""
    if prompt == APPROVAL:
        return Reply.APPROVE
    word = prompt.rstrip(".!")
    if prompt in DECLINE_EXACT or word == "Y" or word.casefold() in DECLINE_WORDS:
        return Reply.DECLINE
    folded = prompt.casefold()
    for start in REVISION_STARTS:
        rest = folded.removeprefix(start)
        if rest != folded and (not rest or rest[0].isspace() or rest[0] in AFTER_REVISION_START):
            return Reply.REVISE
    return Reply.UNCLEAR


def is_cancel(prompt: str) -> bool:
    """Outside a gate: exactly one of the cancel words ends the run."""
    return prompt in CANCEL_WORDS
