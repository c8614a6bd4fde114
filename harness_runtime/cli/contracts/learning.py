"""What `learn` and `panel` print, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from harness_runtime.cli.contracts.base import Answer, Printed


class NearSkill(Printed):
    name: str
    description: str
    path: str


class LearnedSkill(Answer):
    """`learn`. At most one of `written` and `offered` is a path."""

    session_id: str = Field(description='as the transcript names it; "" with `--update`')
    host: Literal["codex", "claude", ""]
    written: str | None = Field(description="the SKILL.md that was written or changed; null: nothing was")
    offered: str | None = Field(description="the SKILL.md of an existing skill that `learn --update` would change")
    reason: str = Field(description="what came of it, in a sentence or two")
    outcome: str = Field(description="a code: skill_written, update_written, update_offered, nothing_learned, …")
    name: str = Field(description='of the skill; ""')
    nearest: list[NearSkill] = Field(description="existing skills about the same, the nearest first")
    diff: str = Field(description='what an offered or written change changes; ""')
    loses: list[str] = Field(description="keys of the front matter that the change removes")


class PanelAnswer(Printed):
    model: str
    ok: bool
    text: str = Field(description="the answer, or why there is none")


class FailedModel(Printed):
    model: str
    why: str = Field(description="a code: missing_key, refused, timeout, nonsense, too_long, exit_status, …")
    text: str


class PanelResult(Answer):
    """`panel`: the answers in the order of `model.panel`."""

    answers: list[PanelAnswer]
    synthesis: str | None = Field(description="null: fewer than two answers, or it failed")
    failed: list[FailedModel] = Field(description="who gave no answer, the model of the synthesis too")
