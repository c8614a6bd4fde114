"""Answers to the events that speak in JSON, in the shapes that both hosts accept (facts per host: contract, Hosts).

Unknown keys and lone reasons fail open on one host or the other, so an answer is only ever built here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Answer:
    """What a handler wants to say. Empty fields are left out; all empty means silence."""

    context: str = ""  # for the model
    message: str = ""  # for the person
    block: str = ""  # the prompt does not pass, or the agent must go on; the text is the reason
    delivered: tuple[Callable[[], None], ...] = ()  # to be called once the answer has been written out
    last: Callable[[str], str] | None = None  # what comes behind the context that it is given, made to fit there

    def completed(self) -> Answer:
        """With what comes last: nothing will be added any more."""
        if self.last is None or self.block:
            return self
        context = "\n\n".join(filter(None, (self.context, self.last(self.context))))
        return replace(self, context=context, last=None)


SILENT = Answer()
WITH_CONTEXT = ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure")


def encode(answer: Answer, event_name: str) -> bytes:
    """One JSON object, or nothing at all. A Stop never carries context: Codex would reject the whole answer, as it
    would for a lone surrogate (how Python carries a byte of a file's name that is no UTF-8): that is spelt out."""
    fields: dict[str, object] = {}
    if answer.block:
        fields |= {"decision": "block", "reason": _spelt(answer.block)}
    elif answer.context and event_name in WITH_CONTEXT:
        fields["hookSpecificOutput"] = {"hookEventName": event_name, "additionalContext": _spelt(answer.context)}
    if answer.message:
        fields["systemMessage"] = _spelt(answer.message)
    if not fields:
        return b""
    return json.dumps(fields, ensure_ascii=True).encode("ascii") + b"\n"


def _spelt(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
