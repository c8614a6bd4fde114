"""harness-confine DATA N -- COMMAND: runs the command of ticket N in the kernel boundary and signs what happened.

Source: harness contract, Confinement. Output, colours and exit code of the command pass through; what this program
says itself is one line on stderr, and the signed last line on stdout. Its own refusals exit with 125, the wall-time
limit with 124.
"""

from __future__ import annotations

import os
import sys

from harness_runtime.confinement.attempts import REFUSED
from harness_runtime.confinement.live import Document
from harness_runtime.confinement.preparation import Refusal
from harness_runtime.confinement.profile import Outcome
from harness_runtime.confinement.signals import Interrupted, ignore_signals, raise_on_signals
from harness_runtime.confinement.streams import is_at_line_start, open_streams
from harness_runtime.confinement.ticket_run import Liveness, Run, hold_lock
from harness_runtime.confinement.voice import Voice, write
from harness_runtime.session.keys import read_key
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.tickets import keep_line, read_ticket
from harness_runtime.wire.rewrite import joined

TIMED_OUT = 124
SIGNALLED = 128
MAX_DIGITS = 9


def main() -> None:
    """Runs and ends the process: what Python would still tidy up costs time and is of no use."""
    open_streams()
    environ = dict(os.environ)
    voice = Voice(environ.get("HARNESS_LANG", ""))
    try:
        code = _answer(sys.argv[1:], environ, voice)
    except BaseException as error:
        code = _internal(sys.argv[1:], error, voice)
    os._exit(code)


def _answer(arguments: list[str], environ: dict[str, str], voice: Voice) -> int:
    raise_on_signals()
    try:
        if arguments[1:] in (["--help"], ["-h"]):
            voice.say_to(1, "usage", {})
            return 0
        return _run(arguments, environ, voice)
    except Refusal as refusal:
        voice.say(refusal.key, **refusal.fields)
        return REFUSED
    except Interrupted as interrupted:
        return SIGNALLED + interrupted.signal


def _run(arguments: list[str], environ: dict[str, str], voice: Voice) -> int:
    data, ticket = _ticket(arguments)
    alive = Liveness(data, ticket)
    state, _ = alive.terms()
    voice.language = voice.language or str(state["language"])
    try:
        key = read_key(data, str(ticket["session_id"]))
    except SealedFault as fault:
        raise Refusal(fault.rule, detail=fault.detail) from None
    if ticket["writable"]:
        hold_lock(data, ticket, alive, voice)
    run = Run(ticket, alive, environ, voice)
    outcome = run.to_its_end()
    ignore_signals()
    line = run.signed_line(outcome, key)
    keep_line(data, int(str(ticket["call"])), line)
    _tell(outcome, run, alive, voice)
    write(1, f"{'' if is_at_line_start(1) else chr(10)}{line}\n")
    if alive.ended is not None:
        return REFUSED
    return TIMED_OUT if outcome.timed_out else outcome.shown_exit


def _ticket(arguments: list[str]) -> tuple[str, Document]:
    """The data folder, and the ticket whose command these arguments are."""
    data, *given = arguments
    if len(given) < 3 or given[1] != "--" or not (given[0].isascii() and given[0].isdigit()):
        raise Refusal("usage")
    if len(given[0]) > MAX_DIGITS:
        raise Refusal("ticket_absent", detail=given[0])
    number = int(given[0])
    try:
        ticket = read_ticket(data, number)
    except SealedFault as fault:
        raise Refusal(fault.rule, detail=fault.detail) from None
    words = given[2:]
    if words != [ticket["text"]] and joined(words) != ticket["text"]:
        raise Refusal("ticket_text", number=given[0], text=str(ticket["text"]))
    return data, ticket


def _tell(outcome: Outcome, run: Run, alive: Liveness, voice: Voice) -> None:
    """What the command itself could not say."""
    assert run.prepared is not None
    if alive.ended is not None:
        voice.say("ended", rule=alive.ended.rule, subject=alive.ended.subject)
    elif outcome.timed_out:
        voice.say("timed_out", seconds=f"{run.prepared.profile.limits.seconds:g}")
    elif outcome.crowded:
        voice.say("crowded", processes=str(run.prepared.profile.limits.processes))
    if run.faults:
        voice.say("faults", paths=", ".join(run.faults))
    if run.prepared.without_objects and "git" in str(run.ticket["text"]):
        voice.say("without_objects")
    if outcome.exit_code and not outcome.timed_out and not outcome.ended_early:
        for key, paths in (("absent", run.prepared.absent), ("masked", run.prepared.masked)):
            if paths:
                voice.say(key, paths=", ".join(paths[:5]) + (", …" if len(paths) > 5 else ""))


def _internal(arguments: list[str], error: BaseException, voice: Voice) -> int:
    """A bug of ours: leave a report where that can be written."""
    from harness_runtime.session.report import write_report

    try:
        path = write_report({"PLUGIN_DATA": arguments[0]}, "confine", error)
    except BaseException:
        path = ""
    try:
        voice.say("internal", report=path)
    except BaseException:
        return REFUSED
    return REFUSED
