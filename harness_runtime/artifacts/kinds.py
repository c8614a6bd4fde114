"""The canonical artifacts as data: heading, sections in order, closing question (contract: Artifacts)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

PLAN_PROMPT = "Proceed with this Plan? [y/N]"
REPAIR_PROMPT = "Proceed with this Repair Plan? [y/N]"
POLICY_INFO = "harness-policy"


@dataclass(frozen=True)
class Kind:
    """`tiny` are the sections of the short form that Tiny work may use; `gate` the last section of a gated kind."""

    name: str
    heading: str
    sections: tuple[str, ...]
    tiny: tuple[str, ...] = ()
    prompt: str = ""

    @property
    def gate(self) -> str:
        return self.sections[-1] if self.prompt else ""


KINDS = (
    Kind(
        name="plan",
        heading="# Plan",
        sections=(
            "Task Classification",
            "Risk Level",
            "Reasoning for Classification",
            "In Scope",
            "Out of Scope",
            "Files / Areas to Inspect",
            "Proposed Change Plan",
            "Write Boundary",
            "Verification Plan",
            "Risks / Assumptions",
            "Subagent Topology",
            "Approval Gate",
        ),
        tiny=(
            "Task Classification",
            "In Scope",
            "Proposed Change Plan",
            "Write Boundary",
            "Verification Plan",
            "Approval Gate",
        ),
        prompt=PLAN_PROMPT,
    ),
    Kind(
        name="repair_plan",
        heading="# Repair Plan",
        sections=(
            "Review Findings Addressed",
            "Repair Context",
            "Repair Scope",
            "Files Expected to Change",
            "Verification Required",
            "Risks",
            "Repair Approval Gate",
        ),
        prompt=REPAIR_PROMPT,
    ),
    Kind(
        name="implementation_summary",
        heading="# Implementation Summary",
        sections=(
            "Accepted Plan Reference",
            "Changed Files",
            "Summary of Changes",
            "Scope Compliance",
            "Verification Performed",
            "Deviations from Plan",
            "Blockers / Residual Risks",
        ),
    ),
    Kind(
        name="clean_context_review",
        heading="# Clean-context Review",
        sections=(
            "Inputs Reviewed",
            "Accepted Plan",
            "Diff / Changed Files",
            "Verification Evidence",
            "Findings Table",
            "Verdict",
        ),
    ),
    Kind(
        name="completion_report",
        heading="# Completion Report",
        sections=(
            "Status",
            "Review Status",
            "Repair Plan Required",
            "Changed Files",
            "Verification",
            "Review Result",
            "Approval Ledger",
            "Residual Risks",
            "Follow-up",
        ),
        tiny=("Status", "Review Status", "Changed Files", "Verification", "Approval Ledger", "Residual Risks"),
    ),
)
CLOSING = ("implementation_summary", "completion_report")  # once one is read, writing has ended
BY_NAME = {kind.name: kind for kind in KINDS}
BY_HEADING = {kind.heading: kind for kind in KINDS}
_GATED_TITLES = frozenset(kind.heading.removeprefix("# ").casefold() for kind in KINDS if kind.prompt)
_TITLE_LINE = re.compile(r"[\s>*+-]*#(\s|$)")
_STRONG = re.compile(r"[\s>*+-]*(#{2,6}\s|\*\*|__)")
_TITLE = re.compile(r"[\s>*+-]*#\s+(?P<title>.*)")


def kind_of(message: str) -> Kind | None:
    """The kind that the first non-empty line names exactly, None for ordinary text."""
    first = next(filter(str.strip, _lines(message)), "")
    return BY_HEADING.get(first.rstrip())


def shows_gated_heading(message: str) -> bool:
    """Some line would look like the heading of a Plan or Repair Plan, wherever it stands and however it is marked."""
    lines = message.splitlines()
    titles = [found["title"] for line in lines if (found := _TITLE.fullmatch(line))]
    titles += [line for line, below in pairwise(lines) if "=" in below and not below.strip(" >=")]
    return any(" ".join(title.strip("#*_`:> ").split()).casefold() in _GATED_TITLES for title in titles)


def lookalike_of(message: str) -> Kind | None:
    """The kind whose heading the first line resembles without being it: to a reader it would be that artifact."""
    first = _letters(next(filter(str.strip, _lines(message)), ""))
    return next((kind for kind in KINDS if _letters(kind.heading) == first and kind_of(message) is None), None)


def _letters(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def shows_a_title(message: str) -> bool:
    """Some line is a title (`# …`), or a heading or bold line that speaks of a plan: beside an open gate's question
    a reader may take it for what the question is about."""
    return any(
        _TITLE_LINE.match(line) or (_STRONG.match(line) and "plan" in line.casefold()) for line in _lines(message)
    )


def last_line(message: str) -> str:
    """The last line that is not blank, without trailing blanks; "" when there is none."""
    return next((line.rstrip() for line in reversed(_lines(message)) if line.strip()), "")


def _lines(message: str) -> list[str]:
    """The lines that Markdown and a terminal see: other separators are characters like any other."""
    return message.replace("\r\n", "\n").replace("\r", "\n").split("\n")
