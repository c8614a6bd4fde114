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
WINDOW = 16 * 1024  # characters at either end, more than a key is long
LEFT_OUT = "(… {count} steps left out here …)"
TORN = "(… a part of the session left out here …)"
COMMAND = ("$harness:", "[$harness:", "/harness:")  # a person's command to Harness itself

Redact = Callable[[str], str]


def digest(transcript: Transcript, redact: Redact, room: int = MAX_BYTES) -> str:
    """At most `room` bytes; "" when nothing was said or done. The beginning and the newest part are kept."""
    between = [TORN] if transcript.torn else []
    steps: list[Step | str] = [*transcript.beginning, *between, *transcript.rest]
    first, begun = _fitting(steps, redact, min(BEGINNING_BYTES, room // 4))
    left = room - _size(first) - max(len(TORN.encode()), len(LEFT_OUT.encode()) + 8) - 1
    last, ended = _fitting(steps[: begun - 1 if begun else None : -1], redact, left)
    missing = steps[begun : len(steps) - ended]
    gap = [] if not missing else [TORN] if TORN in missing else [LEFT_OUT.format(count=len(missing))]
    told = [*first, *gap, *reversed(last)]
    return "\n".join(told) if [text for text in told if text not in (TORN, *gap)] else ""


def _fitting(steps: Sequence[Step | str], redact: Redact, room: int) -> tuple[list[str], int]:
    """The texts of as many as fit, from the first on, and how many steps these are. No other is looked at."""
    kept: list[str] = []
    for number, step in enumerate(steps):
        text = step if isinstance(step, str) else _told(step, redact)
        room -= len(text.encode()) + 1 if text else 0
        if room < 0:
            return kept, number
        kept += [text] if text else []
    return kept, len(steps)


def _size(lines: Sequence[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)


def _told(step: Step, redact: Redact) -> str:
    match step:
        case Said("person", text):
            is_persons = not is_machine_text(text) and not text.lstrip().startswith(COMMAND)
            return f"PERSON:\n{_indented(redact(_window(text)), MAX_PROMPT)}" if is_persons else ""
        case Said(_, text):
            return f"AGENT:\n{_indented(redact(_window(text)), MAX_MESSAGE)}"
        case Call():
            what = _indented(redact(_window(step.what)), MAX_WHAT)
            told = f"CALL {_mark(step)} {_line(step.tool)}:\n{what}"
            if step.told:
                told += f"\n  it said:\n{_indented(redact(_window(step.told)), MAX_TOLD, ending=True)}"
            return told


def _window(text: str) -> str:
    """What the ends of a text can be shown from: no secret that reaches there is cut before it is looked for."""
    return text if len(text) <= 2 * WINDOW else f"{text[:WINDOW]} … {text[-WINDOW:]}"


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
