"""One run of a ticket: the lock, the engine, the command to its end, and what is signed about it afterwards."""

from __future__ import annotations

import os
from time import monotonic

from harness_runtime.confinement.attempts import REFUSED, run_prepared
from harness_runtime.confinement.live import Document, NotLive, is_required, live_terms
from harness_runtime.confinement.preparation import Ground, Prepared, Refusal, prepare
from harness_runtime.confinement.profile import ConfinementFault, Outcome
from harness_runtime.confinement.secrets_mask import MAX_ENTRIES, WorkspaceTooLarge
from harness_runtime.confinement.signals import Interrupted
from harness_runtime.confinement.voice import Voice
from harness_runtime.session.tickets import SHELL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.confinement.engines.interface import Engine

UNCONFINED = "unconfined"
UNSTARTED, FAILED = "engine_unstarted", "engine_failed"  # rules of a ConfinementFault
SIGTERM = 15


class Liveness:
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


def hold_lock(data: str, ticket: Document, alive: Liveness, voice: Voice) -> None:
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


class Run:
    """One run of a ticket whose lock is held: prepared, run and looked at afterwards."""

    def __init__(self, ticket: Document, alive: Liveness, environ: dict[str, str], voice: Voice) -> None:
        self.ticket = ticket
        self._alive, self._environ, self._voice = alive, environ, voice
        self.state, self.policy = alive.terms()  # as they stand now that nothing else may write
        self.ground = Ground(ticket, self.state, environ)
        self.prepared: Prepared | None = None
        self._is_tried = False
        self.engine = self._choose()
        self.faults: list[str] = []

    def _choose(self) -> Engine:
        from harness_runtime.confinement.probe import choose

        network = str(self.ticket["network"])
        data = self.ground.places.data
        engine = choose(network, self._environ, data, untried=not self._is_tried)
        if engine is not None:
            return engine
        if self._must_be_confined():
            known = network != "none" and choose("none", self._environ, data) is not None
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
        try:
            return run_prepared(self._attempt)
        except ConfinementFault as fault:
            raise Refusal(fault.rule, detail=fault.detail, engine=self.engine.name) from None

    def _attempt(self) -> Outcome:
        self.prepared = self._prepare()
        if self.engine.name == UNCONFINED:
            self._voice.say(UNCONFINED)
        started = monotonic()
        try:
            return self.engine.run(self.prepared.profile, self.prepared.command, self._alive)
        except ConfinementFault as fault:
            if fault.rule == UNSTARTED and not self._is_tried:
                self.prepared.clean_up()
                self._is_tried = True
                self.engine = self._choose()
                return self._attempt()
            if fault.rule in (FAILED, UNSTARTED):  # it may have run for a while
                self._voice.say(FAILED, engine=self.engine.name, detail=fault.detail)
                return Outcome(REFUSED, REFUSED, None, False, True, monotonic() - started, self.engine.name)
            self.prepared.clean_up()
            raise
        except Interrupted:
            self.prepared.clean_up()
            raise

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
        from harness_runtime.confinement.bytecode import remove_changed

        try:
            after = self.prepared.look_again()
            self.faults = faults(self.prepared.before, after)
            self.faults += remove_changed(self.ground.root, self.prepared.before, after)
        except WorkspaceTooLarge as error:  # nobody can tell what is in there
            self.faults = [os.path.relpath(str(error), self.ground.root)]
        return self.faults
