"""An activation looks for an engine, makes a key and the program, and leaves nothing of an earlier run to use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.confinement.probe import Report
from harness_runtime.events.run import engine
from harness_runtime.session.keys import read_key
from harness_runtime.session.state import Engine
from harness_runtime.session.tickets import ticket_numbers, write_ticket
from tests.hooks.conftest import Bench
from tests.session.test_tickets import TICKET

NONE = "bubblewrap: not_installed; landlock: landlock_missing"
FOUND = [
    (("", "", "other_system"), "bubblewrap", "program /usr/bin/bwrap, trial x"),
    (("not_installed", "", "other_system"), "landlock", "program /usr/bin/bwrap, trial x"),
    (("other_system", "other_system", ""), "seatbelt", "program /usr/bin/bwrap, trial x"),
    (("not_installed", "landlock_missing", "other_system"), "none", NONE),
]


@pytest.mark.parametrize(("whys", "name", "details"), FOUND)
def test_the_first_that_works_is_the_runs_engine(
    monkeypatch: pytest.MonkeyPatch, whys: tuple[str, ...], name: str, details: str
) -> None:
    told = {"program": "/usr/bin/bwrap", "trial": "x", "empty": ""}
    reports = [
        Report(each, not why, why, told)
        for each, why in zip(("bubblewrap", "landlock", "seatbelt"), whys, strict=True)
    ]
    monkeypatch.setattr(engine, "probe", lambda environ, data: reports)
    assert engine.found_engine({}, "/data") == Engine.model_validate({"name": name, "details": details})


def test_an_activation_prepares_what_a_confined_run_needs(codex: Bench) -> None:
    person = {"schema_version": 1, "shell": "confined", "confinement": "best_effort"}
    (codex.data / "config.json").write_text(json.dumps(person), "utf-8")
    data = str(codex.data)
    codex.prompt("$harness do it")
    state = codex.state
    assert state["person"] | person == state["person"] | {"schema_version": 1}
    assert state["engine"]["name"] in ("bubblewrap", "landlock", "seatbelt", "none")
    assert codex.ledger[-1]["engine"] == state["engine"]
    first = read_key(data, codex.session_id)
    program = Path(data, "bin/harness-confine")
    assert program.stat().st_mode & 0o777 == 0o700

    own = write_ticket(data, TICKET | {"session_id": codex.session_id})
    others = write_ticket(data, TICKET | {"session_id": "another"})
    program.write_text("#!/bin/sh\n# of another version\n", "utf-8")
    codex.fire("SessionStart", source="resume")
    assert "of another version" not in program.read_text("utf-8")
    assert (read_key(data, codex.session_id), ticket_numbers(data)) == (first, [own, others])

    codex.prompt("$harness something else")
    assert read_key(data, codex.session_id) != first
    assert ticket_numbers(data) == [others]


def test_a_session_that_is_not_armed_leaves_nothing(codex: Bench) -> None:
    codex.prompt("hello")
    codex.fire("SessionStart", source="startup")
    assert [path.name for path in codex.data.iterdir()] == ["pycache"]
