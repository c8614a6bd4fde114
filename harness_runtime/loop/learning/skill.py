"""A skill as the open format has it: what a model may say in one, what is written, what is read of another's.

The front matter holds a name, a description and where the skill comes from. Nothing in it grants a tool, and nothing
in the body runs when a host loads it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from harness_runtime.loop.learning.fault import LearningFault
from harness_runtime.loop.steering import plain
from harness_runtime.workflow.commands import VERBS

MAX_NAME = 64
MAX_DESCRIPTION = 1024
MAX_BODY = 24 * 1024  # bytes
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OURS = ("name", "description", "metadata")
# A person who names one of these means Harness; a reader of YAML would take the others for something else than text.
NO_NAMES = frozenset({"harness", *VERBS, "null", "true", "false", "yes", "no", "on", "off", "y", "n"})
MARK = "---"

# What Claude Code runs, or puts another file's text in the place of, when it loads a skill.
LOADING = ((re.compile(r"!(?=`)"), "! "), (re.compile(r"^([ \t>]*(?:`{3,}|~{3,}))[ \t]*!", re.MULTILINE), r"\1"))


class SkillFault(LearningFault):
    """What a model wrote is no skill."""


@dataclass(frozen=True)
class Skill:
    name: str
    description: str
    body: str


@dataclass(frozen=True)
class NothingLearned:
    why: str


@dataclass(frozen=True)
class Existing:
    """What another's SKILL.md says. `other` are the keys of its front matter that we would not write."""

    name: str
    description: str
    body: str
    other: tuple[str, ...] = field(default=())


def parse_learned(answer: dict[str, object]) -> Skill | NothingLearned:
    """What the model's object says. Raises SkillFault for what is no skill."""
    match answer:
        case {"learned": False}:
            return NothingLearned(_line(answer.get("why")))
        case {"learned": True, "name": str(name), "description": str(description), "body": str(body)}:
            return _skill(_name(name), _line(description), plain(body).strip())
    raise SkillFault("answer_shape")


def _skill(name: str, description: str, body: str) -> Skill:
    if not NAME.fullmatch(name) or len(name) > MAX_NAME or name in NO_NAMES or not re.search("[a-df-z]", name):
        raise SkillFault("bad_name", name=name[:80])
    if not description or len(description) > MAX_DESCRIPTION or "<" in description or ">" in description:
        raise SkillFault("bad_description", limit=str(MAX_DESCRIPTION))
    if body.startswith(MARK):
        raise SkillFault("front_matter")
    if not body or len(body.encode()) > MAX_BODY:
        raise SkillFault("bad_body", limit=str(MAX_BODY))
    return Skill(name, description, inert(body))


def _name(text: str) -> str:
    """Blanks, underlines and capitals are a way of writing it, not another name."""
    return re.sub(r"[\s_]+", "-", text.strip().lower())


def _line(text: object) -> str:
    return " ".join(plain(text).split()) if isinstance(text, str) else ""


def inert(body: str) -> str:
    """The same text, with nothing in it that a host runs by itself when it loads the skill."""
    for pattern, instead in LOADING:
        body = pattern.sub(instead, body)
    return body


def to_text(skill: Skill, origin: dict[str, str]) -> str:
    """The whole SKILL.md. Every value is a JSON string, which is a YAML one without what `plain` leaves out."""
    lines = [MARK, f"name: {skill.name}", f"description: {_quoted(skill.description)}", "metadata:"]
    lines += [f"  {key}: {_quoted(value)}" for key, value in origin.items()]
    return "\n".join([*lines, MARK, "", skill.body, ""])


def _quoted(text: str) -> str:
    return json.dumps(plain(text).replace("\n", " ").replace("\t", " "), ensure_ascii=False)


def read_skill(text: str, folder: str) -> Existing:
    """What stands in a SKILL.md; of one without usable front matter the folder names it."""
    lines = text.split("\n")
    if lines[0].rstrip() != MARK or MARK not in [line.rstrip() for line in lines[1:]]:
        return Existing(folder, "", text)
    end = 1 + [line.rstrip() for line in lines[1:]].index(MARK)
    fields = _fields(lines[1:end])
    other = tuple(key for key in fields if key not in OURS)
    return Existing(fields.get("name") or folder, fields.get("description", ""), "\n".join(lines[end + 1 :]), other)


def _fields(lines: list[str]) -> dict[str, str]:
    """The keys at the margin with their values as one line each."""
    found: dict[str, str] = {}
    key = ""
    for line in lines:
        begins = re.match(r"([A-Za-z][\w-]*):(?:\s+(.*))?$", line)
        if begins:
            key = begins[1]
            value = (begins[2] or "").strip()
            found[key] = "" if re.fullmatch(r"[|>][+-]?\d?", value) else _scalar(value)
        elif key and line[:1] in (" ", "\t"):
            found[key] = f"{found[key]} {line.strip()}".strip()
    return found


def _scalar(value: str) -> str:
    if value[:1] == '"' and value[-1:] == '"':
        try:
            return _line(json.loads(value))
        except ValueError:
            return value[1:-1]
    if value[:1] == "'" and value[-1:] == "'" and len(value) > 1:
        return value[1:-1].replace("''", "'")
    return value
