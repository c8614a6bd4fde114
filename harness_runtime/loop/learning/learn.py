"""One session's transcript to one skill: what is asked, what the answer means, what may be written of it.

A new skill may be written at once. A skill that is there is never changed here: its change is an offer, with a diff,
which is taken by the person alone.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from harness_runtime.loop.learning.digest import digest
from harness_runtime.loop.learning.nearest import nearest
from harness_runtime.loop.learning.shelf import LibraryFault, Shelved, add
from harness_runtime.loop.learning.skill import NothingLearned, Skill, SkillFault, parse_learned, to_text
from harness_runtime.loop.learning.step import Said
from harness_runtime.loop.learning.transcript import Transcript
from harness_runtime.messages.asking import BODY_HEAD, EXISTING_HEAD, FOCUS_HEAD, LEARN, NO_SKILLS, SESSION_HEAD
from harness_runtime.models.answer import json_object
from harness_runtime.models.interface import Failure, Question, Reply
from harness_runtime.models.redact import redact

NEAREST = 5
LISTED = 40  # skills that the model gets by name and description
WHOLE = 2  # of which it gets the text as well
MAX_WHOLE = 16 * 1024  # characters of such a text; a longer one is not changed here
MAX_FOCUS = 500

Ask = Callable[[Question], Reply | Failure]


@dataclass(frozen=True)
class Session:
    """What is learned from. `origin` goes into the skill's metadata."""

    transcript: Transcript
    focus: str
    origin: dict[str, str]


@dataclass(frozen=True)
class Offer:
    """A change of a skill that is there. `shown` is the hash of the text that `diff` begins with."""

    root: str
    folder: str
    text: str
    diff: str
    shown: str
    lost: tuple[str, ...]  # keys of its front matter that would go
    session: str  # that it was learned from

    @property
    def path(self) -> str:
        return f"{self.root}/{self.folder}/SKILL.md"


@dataclass(frozen=True)
class Outcome:
    """`code` is a sentence of `messages.learning` with its `fields`, "model_failed" where `failure` says it all.
    `near` are the nearest existing skills."""

    code: str
    fields: dict[str, str]
    skill: Skill | None = None
    written: Path | None = None
    offer: Offer | None = None
    near: Sequence[Shelved] = ()
    failure: Failure | None = None


def learn(session: Session, roots: Sequence[Path], skills: Sequence[Shelved], ask: Ask) -> Outcome:
    """Ask, and write a skill that is new to the first of `roots`. Raises OSError."""
    told = digest(session.transcript, redact)
    if not told:
        return Outcome("session_empty", {})
    near = nearest(skills, f"{session.focus}\n{_asked(session.transcript)}", NEAREST)
    seen = [skill for skill in near if len(skill.text) <= MAX_WHOLE][:WHOLE]
    answer = _answer(question(session.focus, told, near, skills, seen), near, ask)
    there = _unseen(answer, skills, seen)
    if there is not None and len(there.text) <= MAX_WHOLE:  # its text belongs to what the model decides on
        seen = [there]
        answer = _answer(question(session.focus, told, near, skills, seen), near, ask)
        there = _unseen(answer, skills, seen)
    if isinstance(answer, Outcome):
        return answer
    if there is not None:
        return Outcome("skill_unseen", {"name": there.folder, "path": there.path}, answer, near=near)
    return _shelve(answer, session, roots, skills)


def _answer(asked: str, near: Sequence[Shelved], ask: Ask) -> Skill | Outcome:
    """The skill that the model gives, else what there is to say."""
    reply = ask(Question(LEARN, asked))
    if isinstance(reply, Failure):
        return Outcome("model_failed", {}, near=near, failure=reply)
    try:
        learned = parse_learned(json_object(reply.text) or {})
    except SkillFault as fault:
        return Outcome(fault.code, {"model": reply.model, **fault.fields}, near=near)
    if isinstance(learned, NothingLearned):
        return Outcome("nothing_learned", {"why": redact(learned.why)}, near=near)
    return _without_secrets(learned)


def question(
    focus: str, told: str, near: Sequence[Shelved], skills: Sequence[Shelved], seen: Sequence[Shelved]
) -> str:
    """What the model gets beside the instruction. `seen`: the skills whose text it gets, whole."""
    listed = [*near, *(skill for skill in skills if skill not in near)][:LISTED]
    parts = [f"{FOCUS_HEAD}\n  {focus[:MAX_FOCUS]}"] if focus else []
    parts.append("\n".join([EXISTING_HEAD, *map(_entry, listed)]) if listed else NO_SKILLS)
    parts += [f"{BODY_HEAD.format(name=skill.folder)}\n{_indented(skill.text)}" for skill in seen]
    return "\n\n".join([*parts, f"{SESSION_HEAD}\n{told}"])


def _entry(skill: Shelved) -> str:
    return f"- {skill.folder}: {' '.join(skill.description.split())[:300]}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def _asked(transcript: Transcript) -> str:
    steps = [*transcript.beginning, *transcript.rest]
    return "\n".join(step.text for step in steps if isinstance(step, Said) and step.who == "person")


def _without_secrets(skill: Skill) -> Skill:
    return replace(skill, description=redact(skill.description), body=redact(skill.body))


def _there(skill: Skill, skills: Sequence[Shelved]) -> Shelved | None:
    """The existing skill of this name."""
    return next((other for other in skills if skill.name in (other.folder, other.name)), None)


def _shown(diff: str) -> str:
    """As a person reads it: what a terminal would obey, or nobody would see, shows as what it is not."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\ufffd" for char in diff)


def _unseen(answer: Skill | Outcome, skills: Sequence[Shelved], seen: Sequence[Shelved]) -> Shelved | None:
    """The existing skill that the answer would change without the model's having seen its text."""
    there = _there(answer, skills) if isinstance(answer, Skill) else None
    return None if there in seen else there


def _shelve(skill: Skill, session: Session, roots: Sequence[Path], skills: Sequence[Shelved]) -> Outcome:
    near = nearest(skills, f"{skill.name} {skill.description}", NEAREST)
    text = to_text(skill, session.origin)
    there = _there(skill, skills)
    if there is None:
        try:
            path = add(roots[0], skill.name, text)
        except LibraryFault as fault:
            return Outcome(fault.code, fault.fields, skill, near=near)
        return Outcome("skill_written", {"name": skill.name, "path": str(path)}, skill, written=path, near=near)
    if (there.description, there.body.strip()) == (skill.description, skill.body.strip()):
        return Outcome("skill_same", {"name": there.folder, "path": there.path}, skill, near=near)
    text = to_text(replace(skill, name=there.folder), session.origin)
    diff = "".join(
        difflib.unified_diff(
            there.text.splitlines(keepends=True), text.splitlines(keepends=True), there.path, there.path, n=2
        )
    )
    offer = Offer(
        str(there.root), there.folder, text, _shown(diff), there.sha256, there.other, session.origin["session"]
    )
    return Outcome("update_offered", {"name": there.folder, "path": there.path}, skill, offer=offer, near=near)
