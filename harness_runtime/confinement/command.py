"""harness-confine DATA N -- COMMAND: runs the command of ticket N in the kernel boundary and signs what happened.

Source: harness contract, Confinement. Output, colours and exit code of the command pass through; what this program
says itself is one line on stderr, and the signed last line on stdout. Its own refusals exit with 125, the wall-time
limit with 124.
"""

from __future__ import annotations

import os
import sys
from time import monotonic

from harness_runtime.confinement.live import Document, NotLive, is_required, live_terms
from harness_runtime.confinement.preparation import Ground, Prepared, Refusal, prepare
from harness_runtime.confinement.profile import ConfinementFault, Outcome
from harness_runtime.confinement.secrets_mask import MAX_ENTRIES, WorkspaceTooLarge
from harness_runtime.confinement.signals import Interrupted, ignore_signals, raise_on_signals
from harness_runtime.confinement.voice import Voice, write
from harness_runtime.session.keys import read_key
from harness_runtime.session.sealed import SealedFault
from harness_runtime.session.tickets import SHELL, keep_line, read_ticket
from harness_runtime.wire.rewrite import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.confinement.engines.interface import Engine

TIMED_OUT = 124
REFUSED = 125
SIGNALLED = 128
UNCONFINED = "unconfined"
SIGTERM = 15
PREPARATIONS = 2  # a path may go while the run is prepared
MAX_DIGITS = 9


def main() -> None:
    """Runs and ends the process: what Python would still tidy up costs time and is of no use."""
    _open_streams()
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
    alive = _Liveness(data, ticket)
    state, _ = alive.terms()
    voice.language = voice.language or str(state["language"])
    try:
        key = read_key(data, str(ticket["session_id"]))
    except SealedFault as fault:
        raise Refusal(fault.rule, detail=fault.detail) from None
    if ticket["writable"]:
        _hold_lock(data, ticket, alive, voice)
    run = _Run(ticket, alive, environ, voice)
    outcome = run.to_its_end()
    ignore_signals()
    line = run.signed_line(outcome, key)
    keep_line(data, int(str(ticket["call"])), line)
    _tell(outcome, run, alive, voice)
    write(1, f"{'' if _is_at_line_start(1) else chr(10)}{line}\n")
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


class _Liveness:
    """Called, it says whether the ticket's policy is still in force; `ended` is why it was not, or None."""

    def __init__(self, data: str, ticket: Document) -> None:
        self._data, self._ticket = data, ticket
        self.ended: NotLive | None = None

    def __call__(self) -> bool:
        try:
            live_terms(self._data, self._ticket)
        except NotLive as ended:
            self.ended = ended
        return self.ended is None

    def terms(self) -> tuple[Document, Document | None]:
        try:
            return live_terms(self._data, self._ticket)
        except NotLive as fault:
            raise Refusal("not_live", rule=fault.rule, subject=fault.subject) from None


def _hold_lock(data: str, ticket: Document, alive: _Liveness, voice: Voice) -> None:
    """Until this process ends: mutations wait for it, and so do other commands that may write."""
    from fcntl import LOCK_EX, LOCK_NB, flock
    from time import sleep

    from harness_runtime.session.confined_lock import confined_lock_path

    path = confined_lock_path(data, str(ticket["session_id"]))
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        said = monotonic() + 2
        while True:
            try:
                flock(handle, LOCK_EX | LOCK_NB)
                return
            except BlockingIOError:
                alive.terms()
            if said and monotonic() > said:
                voice.say("waiting")
                said = 0.0
            sleep(0.1)
    except OSError:
        raise Refusal("lock", path=path) from None


class _Run:
    """One run of a ticket whose lock is held: prepared, run and looked at afterwards."""

    def __init__(self, ticket: Document, alive: _Liveness, environ: dict[str, str], voice: Voice) -> None:
        self.ticket = ticket
        self._alive, self._environ, self._voice = alive, environ, voice
        self.state, self.policy = alive.terms()  # as they stand now that nothing else may write
        self.ground = Ground(ticket, self.state, environ)
        self.prepared: Prepared | None = None
        self.engine = self._choose()
        self.faults: list[str] = []

    def _choose(self) -> Engine:
        from harness_runtime.confinement.probe import choose

        network = str(self.ticket["network"])
        engine = choose(network, self._environ)
        if engine is not None:
            return engine
        if self._must_be_confined():
            known = network != "none" and choose("none", self._environ) is not None
            raise Refusal("no_network_engine" if known else "no_engine", network=network)
        return self._unconfined()

    def _must_be_confined(self) -> bool:
        """A line that nobody understands always: it was let pass because the kernel holds it."""
        return self.ticket["kind"] == SHELL or is_required(self.state)

    def _unconfined(self) -> Engine:
        from harness_runtime.confinement.engines.unconfined import Unconfined

        return Unconfined()

    def to_its_end(self) -> Outcome:
        """Raises Refusal when nothing ran."""
        for attempt in range(1, PREPARATIONS + 1):
            self.prepared = self._prepare()
            if self.engine.name == UNCONFINED:
                self._voice.say(UNCONFINED)
            started = monotonic()
            try:
                return self.engine.run(self.prepared.profile, self.prepared.command, self._alive)
            except ConfinementFault as fault:
                if fault.rule == "engine_failed":  # it may have run for a while
                    self._voice.say(fault.rule, engine=self.engine.name, detail=fault.detail)
                    return Outcome(REFUSED, REFUSED, None, False, True, monotonic() - started, self.engine.name)
                self.prepared.clean_up()
                if attempt == PREPARATIONS or fault.rule != "profile_invalid":
                    raise Refusal(fault.rule, detail=fault.detail, engine=self.engine.name) from None
            except Interrupted:
                self.prepared.clean_up()
                raise
        raise AssertionError("unreachable")

    def _prepare(self) -> Prepared:
        try:
            hiding = self.engine.name != UNCONFINED
            return prepare(self.ticket, self.ground, self.policy, self._environ, hiding=hiding)
        except WorkspaceTooLarge as error:
            if self._must_be_confined():
                raise Refusal("workspace_too_large", most=str(MAX_ENTRIES), path=str(error)) from None
        self.engine = self._unconfined()
        try:
            return prepare(self.ticket, self.ground, self.policy, self._environ, hiding=False)
        except WorkspaceTooLarge as error:
            raise Refusal("workspace_too_large", most=str(MAX_ENTRIES), path=str(error)) from None

    def signed_line(self, outcome: Outcome, key: bytes) -> str:
        """Look at what the run left behind, and sign what there is to say of it."""
        from harness_runtime.confinement.evidence_line import signed_line

        assert self.prepared is not None
        self.prepared.clean_up()
        fields: dict[str, object] = {
            "call": self.ticket["call"],
            "exit": outcome.exit_code,
            # a run that was ended early proves nothing, whatever its command made of the signal
            "signal": SIGTERM if outcome.ended_early and outcome.signal is None else outcome.signal,
            "timed_out": outcome.timed_out,
            "engine": outcome.engine,
            "seconds": round(outcome.seconds, 3),
            "fingerprint": self._fingerprint(),
            "faults": self._faults(),
        }
        return signed_line(fields, key)

    def _fingerprint(self) -> str:
        if self.policy is None:
            return ""
        from harness_runtime.confinement.fingerprint import fingerprint

        allowed, scratch = self.policy["allowed_write_paths"], self.policy["scratch_paths"]
        assert isinstance(allowed, list) and isinstance(scratch, list)
        return fingerprint(self.ground.root, allowed, scratch)

    def _faults(self) -> list[str]:
        assert self.prepared is not None
        if self.prepared.before is None:
            return []
        from harness_runtime.confinement.aftermath import faults

        try:
            self.faults = faults(self.prepared.before, self.prepared.look_again())
        except WorkspaceTooLarge as error:  # nobody can tell what is in there
            self.faults = [os.path.relpath(str(error), self.ground.root)]
        return self.faults


def _tell(outcome: Outcome, run: _Run, alive: _Liveness, voice: Voice) -> None:
    """What the command itself could not say."""
    assert run.prepared is not None
    if alive.ended is not None:
        voice.say("ended", rule=alive.ended.rule, subject=alive.ended.subject)
    elif outcome.timed_out:
        voice.say("timed_out", seconds=f"{run.prepared.profile.limits.seconds:g}")
    if run.faults:
        voice.say("faults", paths=", ".join(run.faults))
    if outcome.exit_code and not outcome.timed_out and not outcome.ended_early:
        for key, paths in (("absent", run.prepared.absent), ("masked", run.prepared.masked)):
            if paths:
                voice.say(key, paths=", ".join(paths[:5]) + (", …" if len(paths) > 5 else ""))


def _is_at_line_start(descriptor: int) -> bool:
    """Does what comes next stand at the beginning of a line? Only a file can tell; elsewhere a new line is begun."""
    import stat as kinds
    from fcntl import F_GETFL, fcntl

    try:
        status = os.fstat(descriptor)
        if not kinds.S_ISREG(status.st_mode):
            return False
        appends = fcntl(descriptor, F_GETFL) & os.O_APPEND
        place = status.st_size if appends else os.lseek(descriptor, 0, os.SEEK_CUR)
        if place == 0:
            return True
        handle = os.open(f"/dev/fd/{descriptor}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.pread(handle, 1, place - 1) == b"\n"
        finally:
            os.close(handle)
    except OSError:
        return False


def _open_streams() -> None:
    """A standard stream that is closed would become the next file that is opened."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)


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
