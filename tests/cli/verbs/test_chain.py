"""`chain`: the list, the choice, and a session's chain selected, looked at and stopped by a person at a terminal."""

from __future__ import annotations

import json
import os
from hashlib import sha256

import jsonschema
import pytest

from harness_runtime.chains.builtin import BUILT_IN
from harness_runtime.cli.project.chains import chain_table, known_chains, numbered_table
from harness_runtime.cli.render import to_text
from harness_runtime.session.chain import read_chain, write_chain
from harness_runtime.session.guarded import read_guarded, reasons
from harness_runtime.session.layout import is_guarded
from harness_runtime.settings.guard import GUARD
from harness_runtime.settings.trusted import trust_guard
from tests.cli.conftest import SCHEMAS
from tests.cli.pseudo_terminal import talk

WORDS = ("--session", "session-1")
ASKED = "Which chain?"
LOOP = {"description": "Build, then look", "chain": ["implement", {"agent": "review", "on_failure": "implement"}]}


def published(name: str) -> dict:
    return json.loads((SCHEMAS / f"{name}.json").read_text())


@pytest.fixture
def define(workspace, data):
    """Chains of the project, trusted or not."""

    def write(*, trusted: bool = True, **chains) -> None:
        path = workspace / GUARD
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"harness": chains}))
        if trusted:
            trust_guard(data, workspace, sha256(path.read_bytes()).hexdigest())

    return write


@pytest.fixture
def over(new_run):
    """A session whose run is over: known, and not armed."""
    run = new_run().approved().commit("completed", phase="completed", policy_sha256=None)
    run.store.release()
    assert not run.store.is_armed()
    return run


@pytest.fixture
def chain(answer):
    def call(*words: str) -> dict:
        told, code = answer("chain", *words)
        jsonschema.validate(told, published("chain"))
        assert code == 0
        return told

    return call


# The list


def test_the_list_names_where_a_chain_is_from_and_whether_it_counts(answer, define, data, workspace):
    (data / "config.json").write_text(json.dumps({"harness": {"mine": LOOP, "react-js": LOOP}}))
    define(trusted=False, theirs=LOOP)
    told, code = answer("chain", "list", "--workspace", str(workspace))
    jsonschema.validate(told, published("chain-list"))
    rows = {row["name"]: (row["source"], row["trusted"], row["shadows"]) for row in told["chains"]}
    assert code == 0
    assert rows == {
        "mine": ("person", True, []),
        "react-js": ("person", True, ["built-in"]),
        "theirs": ("project", False, []),
    }
    assert told["chains"][0]["stages"] == ["implement", "review"]


def test_without_an_installation_the_built_in_chains_are_listed(harness_state, workspace):
    done = harness_state("chain", "list", "--workspace", str(workspace))
    assert done.exit_code == 0
    assert all(name in done.stdout for name in BUILT_IN)
    assert "test (↩ implement)" in done.stdout


def test_trust_in_one_host_alone_is_not_shown_as_trust(answer, define, person, workspace):
    (person / ".claude/plugins/data/harness-harness").mkdir(parents=True)
    define(theirs=LOOP)
    told, _ = answer("chain", "list", "--workspace", str(workspace))
    assert [row["trusted"] for row in told["chains"] if row["name"] == "theirs"] == [False]


def test_a_file_that_is_wrong_is_told_in_one_line(harness_state, define, workspace):
    define(loop={"chain": []})
    done = harness_state("chain", "list", "--workspace", str(workspace))
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "harness.loop.chain" in done.stderr


# Select, status, stop


def test_selecting_for_a_session_that_is_not_armed_arms_it_for_its_chain(over, chain, define):
    define(loop=LOOP)
    told = chain("select", "loop", *WORDS)
    assert told == {
        "schema_version": 1,
        "session_id": "session-1",
        "chain": "loop",
        "source": "project",
        **dict.fromkeys(("run", "stage", "stages", "agent", "hops_left")),
        "state": "waiting",
        "halt_reason": None,
        "halt_detail": "",
    }
    assert over.store.is_armed() and is_guarded(over.store.data, "session-1")
    assert reasons(read_guarded(over.store.data, "session-1")) == ["chain"]
    assert chain("status", *WORDS) == told


def test_stopping_lets_go_of_what_only_the_chain_held(over, chain, define):
    define(loop=LOOP)
    chain("select", "loop", *WORDS)
    assert chain("stop", *WORDS)["state"] == "none"
    assert not over.store.is_armed()
    assert read_chain(over.store.data, "session-1") is None


def test_off_says_that_the_chain_is_deselected(over, chain, harness_state, define, monkeypatch):
    define(loop=LOOP)
    chain("select", "loop", *WORDS)
    monkeypatch.setattr("harness_runtime.cli.verbs.off.require_person", lambda: None)
    done = harness_state("off", "session-1")
    assert "The chain `loop` is deselected." in done.stdout, done.stderr


def test_a_run_s_session_keeps_its_run(new_run, chain, define):
    run = new_run().approved()
    define(loop=LOOP)
    assert chain("select", "loop", *WORDS)["state"] == "waiting"
    assert run.store.load() == run.state
    assert not is_guarded(run.store.data, "session-1")


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"state": "running"}, {"state": "running", "halt_reason": None, "run": 3, "stage": 2, "hops_left": 11}),
        ({"state": "halted", "halt": "stage_failed"}, {"state": "halted", "halt_reason": "stage_failed"}),
        ({"state": "finished"}, {"state": "finished", "agent": "review", "stages": 2}),
    ],
)
def test_the_status_is_that_of_the_record(over, chain, define, changes, shown):
    define(loop=LOOP)
    chain("select", "loop", *WORDS)
    stored = read_chain(over.store.data, "session-1")
    place = {
        "run": 3,
        "stage": 2,
        "length": 2,
        "agent": "review",
        "hops": 1,
        "budget": 12,
        "nudges": 0,
        "sequence": 5,
    }
    model = type(stored).model_validate({**stored.model_dump(), "place": place, **changes})
    write_chain(over.store.data, model)
    told = chain("status", *WORDS)
    assert {key: told[key] for key in shown} == shown


def test_a_halt_is_told_with_its_reason_and_the_way_on(over, harness_state, define):
    define(loop=LOOP)
    harness_state("chain", "select", "loop", *WORDS)
    stored = read_chain(over.store.data, "session-1")
    place = {"run": 1, "stage": 1, "length": 2, "agent": "implement", "hops": 0, "budget": 12, "nudges": 0}
    model = type(stored).model_validate(
        {**stored.model_dump(), "place": {**place, "sequence": 1}, "state": "halted", "halt": "stage_failed"}
    )
    write_chain(over.store.data, model)
    told = harness_state("chain", "status", *WORDS).stdout
    assert "[stage_failed]" in told and "Your next message goes on at this stage." in told


def test_without_a_chain_the_status_says_so(over, chain, harness_state):
    assert chain("status", *WORDS)["chain"] is None
    for words in (["chain", "stop"], ["chain"]):
        assert "No chain is selected." in harness_state(*words, *WORDS).stdout


# What is refused, in one line, with nothing changed


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nobody", "There is no chain `nobody`. There are: `loop`"),
        ("odd", "Nobody has instructions for the stage `stranger`"),
        (None, "name a chain"),
    ],
)
def test_what_cannot_be_selected(over, harness_state, define, name, why):
    define(loop=LOOP, odd={"chain": ["stranger"]})
    done = harness_state("chain", "select", *([name] if name else []), *WORDS)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr and len(done.stderr.splitlines()) == 1
    assert not over.store.is_armed()


def test_a_chain_that_nobody_trusts_is_not_selected(over, harness_state, define):
    define(trusted=False, loop=LOOP)
    done = harness_state("chain", "select", "loop", *WORDS)
    assert (done.exit_code, "harness-state trust" in done.stderr) == (2, True)
    assert not over.store.is_armed()


def test_an_open_gate_comes_first(new_run, harness_state, define):
    run = new_run().pending()
    define(loop=LOOP)
    done = harness_state("chain", "select", "loop", *WORDS)
    assert (done.exit_code, "Answer its question first" in done.stderr) == (2, True)
    assert read_chain(run.store.data, "session-1") is None


@pytest.mark.parametrize("words", [("select", "loop"), ("stop",)])
@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_an_agent_neither_selects_nor_stops(over, harness_state, define, monkeypatch, words, variable):
    define(loop=LOOP)
    harness_state("chain", "select", "loop", *WORDS) if words == ("stop",) else None
    before = read_chain(over.store.data, "session-1")
    monkeypatch.setenv(variable, "session-1")
    done = harness_state("chain", *words, *WORDS)
    assert (done.exit_code, variable in done.stderr) == (2, True)
    assert read_chain(over.store.data, "session-1") == before


# The choice, by a person at a terminal


@pytest.fixture
def at_terminal(over, workspace):
    def call(*words: str, answers=()):
        return talk("chain", *words, *WORDS, "--workspace", str(workspace), environ=os.environ, answers=answers)

    return call


def test_a_person_chooses_by_number(at_terminal, over, define):
    define(aloop=LOOP)
    said = at_terminal("select", answers=[(ASKED, "1")])
    assert said.exit_code == 0
    assert "implement → review (↩ implement)" in said.shown
    assert read_chain(over.store.data, "session-1").chain == "aloop"


@pytest.mark.parametrize("reply", ["9", "x"])
def test_a_number_that_is_not_there_is_asked_for_again(at_terminal, over, reply):
    said = at_terminal("select", answers=[(ASKED, reply), (ASKED, "1")])
    assert (said.exit_code, said.shown.count(ASKED)) == (0, 2)
    assert read_chain(over.store.data, "session-1").chain == next(iter(BUILT_IN))


def test_an_untrusted_chain_is_named_and_not_offered(at_terminal, over, define):
    define(trusted=False, theirs=LOOP)
    said = at_terminal("select", answers=[(ASKED, "1")])
    assert "not to be chosen (`harness-state trust`): theirs" in said.flat
    assert read_chain(over.store.data, "session-1").chain != "theirs"


def test_names_and_numbers_stay_whole_where_the_terminal_is_narrow(data, workspace):
    known = known_chains(workspace, [data])
    assert all(f"{each.name}  " in to_text(chain_table(known), 60) for each in known)
    assert all(f"{at}  {each.name}  " in to_text(numbered_table(known), 60) for at, each in enumerate(known, 1))
