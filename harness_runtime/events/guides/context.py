"""A project's guides on their way to the model: the section for a session or a task, and what the person is told.

Source: guides and sensors contract, Where it is used. Never raises for what a project's files hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from harness_runtime.events.context import Context
from harness_runtime.events.guides.rim import is_unattended
from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.load import Harness, NoFile, Untrusted, load
from harness_runtime.guides.parse import FILE
from harness_runtime.guides.resolve import Resolved, resolve
from harness_runtime.guides.section import section
from harness_runtime.guides.texts import INLINE, GuideText
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.guides_hooks import GUIDED
from harness_runtime.session.state import State
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.position import TERMINAL

CODEX_BYTES = 10_000  # of one hook's context: Codex puts more into a file and shows its beginning (measured)
COMPACTED = "compact"


@dataclass(frozen=True)
class Guided:
    """`resolved` is for the model, `untrusted` and `fault` are for the person; neither without a harness file."""

    resolved: Resolved | None = None
    untrusted: str = ""
    fault: str = ""


def at_session_start(context: Context, answer: Answer, state: State | None) -> Answer:
    """The section of an open run, else of an interactive session.

    Where no person sits at the screen each prompt brings its own section, so that only a compaction, which takes away
    what a prompt brought, is answered with the default one. The person hears of an unusable file when a host starts.
    """
    event, starts = context.event, context.event.source != COMPACTED
    run = state if state is not None and state.phase not in TERMINAL else None
    guided = _guided(context, (run.checks.task_type or None) if run else None)
    if not starts:
        guided = replace(guided, untrusted="", fault="")
    elif run is None and is_unattended(dict(context.environ), event.transcript_path):
        guided = replace(guided, resolved=None)
    return _joined(context, answer, guided)


def at_task(context: Context, answer: Answer, task_type: str) -> Answer:
    told = sentence(GUIDED, context.language(), "for_task", task=task_type)
    guided = replace(_guided(context, task_type), untrusted="")  # said when the host started
    return _joined(context, answer, guided, told)


def _guided(context: Context, task_type: str | None) -> Guided:
    language = context.language()
    try:
        match harness_of(context, context.workspace_root()):
            case NoFile():
                return Guided()
            case Untrusted() as untrusted:
                return Guided(untrusted=not_used(untrusted, language))
            case Harness() as found:
                harness = found
    except HarnessFault as fault:
        return Guided(fault=not_used(fault, language))
    try:
        return Guided(resolve(harness, task_type))
    except HarnessFault as fault:
        return Guided(fault=sentence(GUIDED, language, "faulty_guides", fault=fault.line(language)))


def harness_of(context: Context, root: str) -> NoFile | Untrusted | Harness:
    """The file as it counts in this workspace. Raises HarnessFault."""
    return load(Path(root), [Path(context.data)])


def not_used(why: Untrusted | HarnessFault, language: str) -> str:
    """Why the file is of no use, for the person."""
    if isinstance(why, HarnessFault):
        return sentence(GUIDED, language, "faulty", fault=why.line(language))
    return sentence(GUIDED, language, "changed" if why.changed else "untrusted")


def fitted(resolved: Resolved, language: str, most: int) -> str:
    """The section in at most `most` bytes: as many guides as fit, the first ones first; of another one it says where
    to read it."""
    whole = section(resolved, language)
    if _size(whole) <= most:
        return whole
    guides = [_elsewhere(guide, language) for guide in resolved.guides]
    text = section(replace(resolved, guides=tuple(guides)), language)
    room = most - _size(text)
    for position, guide in enumerate(resolved.guides):
        more = _size(guide.text.strip()) - _size(guides[position].text)
        if more <= max(room, 0):
            guides[position] = guide
            room -= more
    text = section(replace(resolved, guides=tuple(guides)), language)
    return text if _size(text) <= most else _cut(text, sentence(GUIDED, language, "section_cut", path=FILE), most)


def _elsewhere(guide: GuideText, language: str) -> GuideText:
    key, path = ("inline_elsewhere", FILE) if guide.source == INLINE else ("guide_elsewhere", guide.source)
    return replace(guide, text=sentence(GUIDED, language, key, path=path))


def _cut(text: str, note: str, most: int) -> str:
    kept: list[str] = []
    room = most - _size(f"\n\n{note}\n")
    for line in text.split("\n"):
        room -= _size(line) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join((*kept, "", note, ""))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _joined(context: Context, answer: Answer, guided: Guided, told: str = "") -> Answer:
    """The section comes last, behind whatever else this answer will hold; before it `told`."""
    last = _section_behind(context, guided.resolved, told) if guided.resolved else answer.last
    message = "\n".join(filter(None, (answer.message, guided.untrusted, guided.fault)))
    return replace(answer, message=message, last=last)


def _section_behind(context: Context, resolved: Resolved, told: str) -> Callable[[str], str]:
    language = context.language()

    def made(taken: str) -> str:
        if context.event.host == "codex":
            room = CODEX_BYTES - _size("\n\n".join((taken, told, "")))
            text = fitted(resolved, language, room)
        else:
            text = section(resolved, language)
        return "\n\n".join(filter(None, (told, text))) if text else ""

    return made
