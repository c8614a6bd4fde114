"""Verification of a reply: what the critic is asked, and what its answer says. Pure.

Source: contract, Loop guards. One question: was the request carried out? What anybody wrote stands between marks that
nobody could know before, and is data.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.loop.goals import one_line
from harness_runtime.messages.loop_models import instructions
from harness_runtime.models.answer import json_object
from harness_runtime.models.interface import Question
from harness_runtime.models.redact import redact

MAX_PART = 16_000  # characters of each part; of a longer one its beginning and its end
MORE = 16_000  # characters beside those in which secrets are looked for: one that is cut in two is found no more


@dataclass(frozen=True)
class Finding:
    """`missing`: what was asked for and did not happen, "" when all of it did."""

    missing: str

    @property
    def done(self) -> bool:
        return not self.missing


def critic_question(language: str, request: str, answer: str, tools: str, mark: str) -> Question:
    """`tools`: loop.ran.listed. `mark`: random."""
    parts = (("REQUEST", request), ("FINAL ANSWER", answer), ("TOOLS THAT RAN", tools))
    return Question(instructions("critic", language, mark), marked(parts, mark))


def judge_question(language: str, goal: str, answer: str, tools: str, mark: str) -> Question:
    parts = (("GOAL", goal), ("LAST ANSWER", answer), ("TOOLS THAT RAN IN THIS TURN", tools))
    return Question(instructions("judge", language, mark), marked(parts, mark))


def marked(parts: tuple[tuple[str, str], ...], mark: str) -> str:
    return "\n\n".join(f"<<<{mark} {name}>>>\n{_bounded(text)}\n<<<{mark} END>>>" for name, text in parts)


def _bounded(text: str) -> str:
    if len(text) <= MAX_PART:
        return text
    half = MAX_PART // 2
    head, tail = redact(text[: half + MORE])[:half], redact(text[-half - MORE :])[-half:]
    return f"{head}\n[… {len(text) - MAX_PART} characters left out …]\n{tail}"


def finding(answer: str) -> Finding | None:
    """The critic's one object, `{"done": true | false, "missing": "…"}`; None when it is no answer."""
    found = json_object(answer)
    if found is None:
        return None
    missing = one_line(found.get("missing"))
    match found.get("done"):
        case True:
            return Finding("")
        case False if missing:
            return Finding(missing)
        case _:
            return None
