"""Real session folders, made by the store as a run makes them, and the terminal that reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness_runtime.cli import language
from harness_runtime.cli.main import program
from harness_runtime.session.calls import append_call
from harness_runtime.session.ledger import EMPTY
from harness_runtime.session.state import Accepted, Pending, State, Turn
from harness_runtime.session.store import Store

SCHEMAS = Path(__file__).resolve().parents[2] / "docs/contracts/schemas"
PLAN = "a" * 64
HOST_VARIABLES = (
    "PLUGIN_DATA",
    "CLAUDE_PLUGIN_DATA",
    "CODEX_HOME",
    "CLAUDE_CONFIG_DIR",
    "CODEX_BIN",
    "CLAUDE_BIN",
    "CLAUDE_CODE_PLUGIN_CACHE_DIR",
    "CLAUDE_CODE_SAFE_MODE",
    "CLAUDE_CODE_SIMPLE",
    "CODEX_THREAD_ID",
    "CLAUDE_CODE_SESSION_ID",
    "XDG_DATA_HOME",
    "BASH_ENV",
)


@pytest.fixture(autouse=True)
def person(tmp_path, monkeypatch):
    """An English-speaking person with an empty home; returns the home."""
    for variable in HOST_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("HARNESS_LANG", "en")
    language.choose("")  # what a test before this one has chosen
    return home


@pytest.fixture
def data(person) -> Path:
    """The data folder that Codex gives the plugin."""
    folder = person / ".codex/plugins/data/harness-harness"
    folder.mkdir(parents=True, mode=0o700)
    return folder


@pytest.fixture
def workspace(tmp_path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


class Run:
    """One session's run, taken from phase to phase by commits."""

    def __init__(self, data: Path, session_id: str, workspace: Path) -> None:
        self.store = Store(str(data), session_id)
        self.state = State(
            session_id=session_id,
            host="codex",
            run_id="run-1",
            revision=1,
            phase="planning",
            workspace_root=str(workspace),
            language="en",
            turn=Turn(id="t1", person=True),
            started_at="2026-01-02T03:00:00Z",
            updated_at="",
            ledger=EMPTY,
        )

    def commit(self, event: str, /, **changes) -> Run:
        with self.store.locked():
            self.state = self.store.commit(self.state.model_copy(update=changes), event)
        return self

    def activated(self) -> Run:
        self.store.arm()
        return self.commit("activated")

    def pending(self) -> Run:
        artifact = Pending(
            kind="plan",
            sha256=PLAN,
            turn="t1",
            since="2026-01-02T03:04:05Z",
            revision=1,
            person_turn=True,
        )
        return self.activated().commit("plan_shown", phase="plan_pending", pending=artifact)

    def policy(self, **changes) -> bytes:
        sealed = {
            "schema_version": 1,
            "session_id": self.state.session_id,
            "run_id": self.state.run_id,
            "revision": self.state.revision,
            "phase": "implement",
            "kind": "plan",
            "artifact_sha256": PLAN,
            "workspace_root": self.state.workspace_root,
            "classification": "Small",
            "risk": "Low",
            "allowed_write_paths": ["src/app/**", "tests/test_app.py"],
            "verification_commands": [
                {
                    "command": "pytest -q",
                    "words": ["pytest", "-q"],
                    "cwd": ".",
                    "env": {},
                    "more_args": False,
                    "evidence": True,
                }
            ],
            "scratch_paths": [".pytest_cache/**"],
            "network": "none",
        }
        return json.dumps({**sealed, **changes}).encode()

    def approved(self, **changes) -> Run:
        self.pending()
        digest = self.store.seal(self.policy(**changes))
        accepted = Accepted(plan=PLAN)
        return self.commit("approved", phase="implement", pending=None, accepted=accepted, policy_sha256=digest)

    def called(self, **changes) -> Run:
        root = self.state.workspace_root
        record = {
            "at": "2026-01-02T03:05:00Z",
            "tool": "apply_patch",
            "verdict": "allow",
            "kind": "mutate",
            "rule": "inside_boundary",
            "subject": f"{root}/src/app/a.py",
            "child": False,
        }
        append_call(self.store.data, self.state.session_id, "t2", **{**record, **changes})
        return self

    @property
    def folder(self) -> Path:
        return self.store.folder

    def rewrite_state(self, **changes) -> None:
        """Change state.json behind the store's back."""
        path = self.folder / "state.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.fixture
def new_run(data, workspace):
    return lambda session_id="session-1": Run(data, session_id, workspace)


@pytest.fixture
def harness_state():
    """Call the program with words; a traceback would come out as an exception here."""

    def call(*words: str) -> Result:
        result = CliRunner().invoke(program, list(words))
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return call


@pytest.fixture
def answer(harness_state):
    """Call with --json; returns the answer and the exit code."""

    def call(*words: str) -> tuple[dict, int]:
        result = harness_state(*words, "--json")
        return json.loads(result.stdout), result.exit_code

    return call
