"""A transcript as a model gets it: what was asked, said and run, in order, without secrets and of a bounded size.

Marks of ours stand at the beginning of a line, and what anybody else wrote is indented: no text can pass for a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness_runtime.loop.learning.step import Call, Said, Step
from harness_runtime.loop.learning.transcript import Transcript
from harness_runtime.loop.steering import plain
from harness_runtime.workflow.speaker import is_machine_text

MAX_BYTES = 64 * 1024
BEGINNING_BYTES = 8 * 1024
MAX_PROMPT = 3_000
MAX_MESSAGE = 1_500
MAX_WHAT = 600
MAX_TOLD = 400
LEFT_OUT = "(… {count} steps left out here …)"
TORN = "(… a part of the session left out here …)"
COMMAND = ("$harness:", "[$harness:", "/harness:")  # a person's command to Harness itself

Redact = Callable[[str], str]


def digest(transcript: Transcript, redact: Redact, room: int = MAX_BYTES) -> str:
    """At most `room` bytes; "" when nothing was said or done. The beginning and the newest part are kept."""
    beginning = _lines(transcript.beginning, redact)
    rest = _lines(transcript.rest, redact)
    whole = [*beginning, *([TORN] if transcript.torn else []), *rest]
    if _size(whole) <= room:
        return "\n".join(whole)
    steps = [*beginning, *rest]
    first = _fitting(steps, min(BEGINNING_BYTES, room // 4))
    left = room - _size(first) - len(TORN) - len(LEFT_OUT) - 16
    last = list(reversed(_fitting(list(reversed(steps[len(first) :])), left)))
    missing = len(steps) - len(first) - len(last)
    gap = TORN if transcript.torn else LEFT_OUT.format(count=missing)
    return "\n".join([*first, gap, *last])


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """As many as fit, from the first on."""
    kept: list[str] = []
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _size(lines: Sequence[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)


def _lines(steps: Sequence[Step], redact: Redact) -> list[str]:
    """A text for each step that tells something."""
    return [text for step in steps if (text := _told(step, redact))]


def _told(step: Step, redact: Redact) -> str:
    match step:
        case Said("person", text):
            is_persons = not is_machine_text(text) and not text.lstrip().startswith(COMMAND)
            return f"PERSON:\n{_indented(redact(text), MAX_PROMPT)}" if is_persons else ""
        case Said(_, text):
            return f"AGENT:\n{_indented(redact(text), MAX_MESSAGE)}"
        case Call():
            told = f"CALL {_mark(step)} {_line(step.tool)}:\n{_indented(redact(step.what), MAX_WHAT)}"
            if step.told:
                told += f"\n  it said:\n{_indented(redact(step.told), MAX_TOLD, ending=True)}"
            return told


def _mark(call: Call) -> str:
    ended = {
        "ran": "[RAN, exit 0]" if call.code == 0 else "[RAN]",
        "failed": "[FAILED]" if call.code is None else f"[FAILED, exit {call.code}]",
        "refused": "[REFUSED, did not run]",
        "unknown": "[END NOT SEEN]",
    }[call.outcome]
    return f"{ended} [recorded by Harness]" if call.judged else ended


def _line(text: str) -> str:
    return " ".join(plain(text).split())[:80]


def _indented(text: str, limit: int, *, ending: bool = False) -> str:
    """At most `limit` characters, the middle left out, or with `ending` what comes before the end."""
    seen = plain(text).strip()
    if len(seen) > limit:
        head = 0 if ending else limit * 2 // 3
        seen = f"{seen[:head]} … {seen[len(seen) - (limit - head) :]}"
    return "\n".join(f"  {line}" for line in seen.split("\n"))
