"""Learning from one session, for the prompt hook and the terminal alike: evidence, settings, question, record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from harness_runtime.loop.learning import learn as learning
from harness_runtime.loop.learning.learn import Outcome, Session
from harness_runtime.loop.learning.shelf import shelved, skill_roots
from harness_runtime.loop.learning.transcript import Transcript, mark, read_transcript
from harness_runtime.loop.panel import Observer, Unobserved
from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.learning import LEARNED
from harness_runtime.models.ask import ask
from harness_runtime.models.choose import models_for
from harness_runtime.models.interface import Failure, Question, Reply
from harness_runtime.models.told import told
from harness_runtime.session.account import account_name
from harness_runtime.session.calls import last_calls
from harness_runtime.session.store import Store
from harness_runtime.settings.models import model_settings

SOURCE = "harness learn"
LONGER = 3  # a skill is longer than the answers that `model.timeout_seconds` is set for
CALLS = 20_000
NOTHING_WRONG = ("skill_written", "update_offered", "nothing_learned", "session_empty", "skill_same")


@dataclass(frozen=True)
class Material:
    """What is learned from. `root`: the session's workspace, "" where only the transcript tells it. `most`: the
    seconds that there are."""

    path: str
    data: str
    root: str = ""
    focus: str = ""
    most: float = 3600.0


@dataclass(frozen=True)
class Learned:
    transcript: Transcript
    outcome: Outcome

    @property
    def failed(self) -> bool:
        return self.outcome.code not in NOTHING_WRONG


def learn(material: Material, environ: Mapping[str, str], observer: Observer | None = None) -> Learned:
    """Raises TranscriptFault, SettingsFault, OSError."""
    watch = observer or Unobserved()
    transcript = read_transcript(material.path)
    calls = last_calls(material.data, transcript.session_id, CALLS) if transcript.session_id else []
    mark(transcript, {str(call.get("id")): str(call.get("verdict")) for call in calls if call.get("id")})
    settings = model_settings(material.root or transcript.cwd or "/", material.data)
    model = models_for("learn", settings, transcript.host)
    until = monotonic() + material.most

    def put(question: Question) -> Reply | Failure:
        watch.started(model.name)
        left = min(float(settings.timeout_seconds * LONGER), max(1.0, until - monotonic()))
        answer = ask(model, question, seconds=left, environ=environ)
        watch.ended(model.name, answer)
        return answer

    roots = skill_roots(transcript.host, environ)
    session = Session(transcript, material.focus, _origin(transcript))
    return Learned(transcript, learning.learn(session, roots, shelved(roots), put))


def _origin(transcript: Transcript) -> dict[str, str]:
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    return {"source": SOURCE, "host": transcript.host, "session": transcript.session_id, "date": today}


def record(data: str, session_id: str, path: Path, turn: str = "") -> None:
    """A run notes what was learned in it: the skill lies outside its workspace. Raises StoreFault."""
    store = Store(data, session_id)
    if not store.is_armed() or not store.ledger_path.exists():
        return
    with store.locked():
        state = store.load()
        if state is not None:
            store.commit(state, "learned", account=account_name(), path=str(path), turn=turn)


def near_line(language: str, outcome: Outcome) -> str:
    """The nearest existing skills, "" where there is none."""
    names = ", ".join(skill.folder for skill in outcome.near)
    return sentence(LEARNED, language, "near", names=names) if names else ""


def reason(language: str, outcome: Outcome) -> str:
    """What came of it, in one sentence or two."""
    if outcome.failure is not None:
        return sentence(LEARNED, language, "not_written", why=told(outcome.failure, language))
    came = sentence(LEARNED, language, outcome.code, **outcome.fields).strip()
    return came if outcome.code in NOTHING_WRONG else sentence(LEARNED, language, "not_written", why=came)
