"""What a stage is told: its stamp, its agent's instructions, its job, the brief, and how it ends.

What models, commands and files wrote is passed on so that no line of it can be taken for a stamp. Hosts cut what is
too long, so each part has its share; and Codex escapes angle brackets in a Stop's reason, so there are none of ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.chains.advance import Why
from harness_runtime.chains.agents import Agent
from harness_runtime.chains.stamp import Place, stamp, unstamped
from harness_runtime.events.chain.course import Course
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.chains import CHAINS
from harness_runtime.settings.chains import Chain, GateCommand, GateEntry, Stage

INSTRUCTIONS, JOB, DONE, GATE, BRIEF = 3_200, 900, 600, 300, 2_400  # bytes

FROM = {Why.PASSED: "from_passed", Why.FAILED: "from_failed", Why.GATE: "from_gate", Why.HANDOFF: "from_handoff"}


@dataclass(frozen=True)
class Brief:
    """From whom, and how it came. An empty text is not told."""

    text: str = ""
    agent: str = ""
    why: Why | None = None


def stage_message(
    course: Course,
    chain: Chain,
    place: Place,
    agent: Agent,
    brief: Brief,
    *,
    opening: str = "",
    ending: str = "ending",
    in_a_run: bool = False,
) -> str:
    """`opening` and `ending`: keys of CHAINS that say how this stage begins and ends: `task` or `again`, `ending` or
    `planning`."""
    stage = chain.stages[place.stage - 1]
    own = place.agent == stage.agent
    who = "you_are" if own else "detour"
    parts = [
        stamp(place, course.seal),
        course.say(who, chain=place.chain, agent=place.agent, **({} if own else {"stage": stage.agent})),
        course.say(opening) if opening else "",
        f"{course.say('instructions', source=agent.source)}\n{_instructions(course, agent)}",
        *(_job(course, stage) if own else ()),
        _brief(course, brief),
        course.say("in_a_run") if in_a_run else "",
        course.say("planning") if ending == "planning" else course.say("ending", left=place.budget - place.hops),
    ]
    return "\n\n".join(part for part in parts if part)


def reminder(course: Course, place: Place, chain: Chain, why: Why, *, in_a_run: bool) -> str:
    agents = ", ".join(f"`{stage.agent}`" for stage in chain.stages)
    unknown = why is Why.UNKNOWN_AGENT
    told = course.say("remind_unknown_agent", agents=agents) if unknown else course.say("remind_no_outcome")
    parts = [stamp(place, course.seal), told, course.say("in_a_run") if in_a_run else ""]
    return "\n\n".join(part for part in parts if part)


def _instructions(course: Course, agent: Agent) -> str:
    return cut(unstamped(agent.text), INSTRUCTIONS, course.say("cut_file", source=agent.source))


def _job(course: Course, stage: Stage) -> list[str]:
    note = course.say("cut")
    parts = []
    if stage.brief:
        parts.append(course.say("job", text=cut(unstamped(stage.brief), JOB, note)))
    if stage.done:
        parts.append(course.say("done", text=cut(unstamped(stage.done), DONE, note)))
    if stage.gate:
        entries = ", ".join(f"`{entry_text(entry)}`" for entry in stage.gate)
        parts.append(course.say("gate", entries=cut(entries, GATE, note)))
    return parts


def _brief(course: Course, brief: Brief) -> str:
    text = brief.text.strip()
    if not text:
        return ""
    quoted = "\n".join(f"| {line}" for line in cut(unstamped(text), BRIEF, course.say("cut")).split("\n"))
    if brief.why is None:
        return quoted
    return f"{course.say(FROM[brief.why], agent=brief.agent)}\n{quoted}"


def entry_text(entry: GateEntry) -> str:
    return entry.command if isinstance(entry, GateCommand) else entry


def route_text(chain: Chain) -> str:
    return " → ".join(stage.agent for stage in chain.stages)


def source_text(language: str, source: str, *, trusted: bool = True) -> str:
    match source:
        case "person":
            return sentence(CHAINS, language, "source_person")
        case "project":
            return sentence(CHAINS, language, "source_project" if trusted else "source_untrusted")
        case _:
            return sentence(CHAINS, language, "source_built_in")


def cut(text: str, most: int, note: str) -> str:
    """At most `most` bytes of UTF-8 and then `note`, or the whole text."""
    raw = text.encode("utf-8", "replace")
    if len(raw) <= most:
        return text
    return f"{raw[:most].decode('utf-8', 'ignore').rstrip()}\n{note}"
