"""`ledger`: the records in force, and where a chain breaks."""

import json

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS


def verify(answer, *words: str) -> tuple[dict, int]:
    told, code = answer("ledger", "verify", *words)
    jsonschema.validate(told, json.loads((SCHEMAS / "ledger-verify.json").read_text()))
    return told, code


def lines_of(run) -> list[bytes]:
    return run.store.ledger_path.read_bytes().splitlines(keepends=True)


def test_a_whole_ledger_is_fine(new_run, answer):
    new_run().approved()
    told, code = verify(answer, "session-1")
    assert (told["ok"], told["records"], told["broken_at"], code) == (True, 3, None, 0)


def test_all_sessions_are_verified_without_a_name(new_run, answer):
    new_run("a").approved()
    new_run("b").pending()
    told, _ = verify(answer)
    assert (told["records"], {row["session_id"] for row in told["sessions"]}) == (5, {"a", "b"})


@pytest.mark.parametrize("line", [0, 1])
def test_an_altered_record_breaks_the_chain_there(new_run, answer, line):
    run = new_run().approved()
    lines = lines_of(run)
    lines[line] = lines[line].replace(b'"phase":"plan', b'"phase":"Plan')
    run.store.ledger_path.write_bytes(b"".join(lines))
    told, code = verify(answer)
    assert (told["ok"], told["broken_at"], code) == (False, line + 1, 1)


def test_an_altered_last_record_is_seen_by_the_state(new_run, answer):
    run = new_run().approved()
    lines = lines_of(run)
    lines[-1] = lines[-1].replace(b"approved", b"declined")
    run.store.ledger_path.write_bytes(b"".join(lines))
    assert verify(answer)[0]["broken_at"] == 3


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_shortened_ledger_is_broken(new_run, answer, kept):
    run = new_run().approved()
    run.store.ledger_path.write_bytes(b"".join(lines_of(run)[:kept]))
    told, code = verify(answer)
    assert (told["ok"], told["broken_at"], code) == (False, kept + 1, 1)


def test_a_ledger_that_is_gone_is_broken(new_run, answer):
    new_run().approved().store.ledger_path.unlink()
    assert verify(answer)[1] == 1


@pytest.mark.parametrize("changes", [{"phase": "implement"}, {"revision": 2}, {"run_id": "other"}])
def test_a_state_other_than_its_last_record_is_a_finding(new_run, answer, changes):
    new_run().pending().rewrite_state(**changes)
    told, code = verify(answer)
    assert (told["ok"], told["sessions"][0]["reason"], code) == (False, "state_mismatch", 1)


def test_void_lines_of_a_commit_cut_short_are_fine(new_run, answer):
    run = new_run().approved()
    with run.store.ledger_path.open("ab") as file:
        file.write(b'{"event":"torn')
    told, code = verify(answer)
    assert (told["ok"], told["sessions"][0]["voided"], code) == (True, 1, 0)


def test_a_state_that_cannot_be_trusted_is_a_finding(new_run, answer):
    (new_run().approved().folder / "state.json").write_text("{")
    told, code = verify(answer)
    assert (told["sessions"][0]["reason"], code) == ("state_unreadable", 1)


def test_a_session_killed_before_its_first_commit_has_nothing_to_break(new_run, answer):
    new_run().store.arm()
    assert verify(answer)[1] == 0


def test_people_read_where_it_breaks(new_run, harness_state):
    run = new_run().approved()
    run.store.ledger_path.write_bytes(b"x\n" + b"".join(lines_of(run)[1:]))
    result = harness_state("ledger", "verify")
    assert (result.exit_code, "line 1" in result.stdout) == (1, True)


def test_no_sessions_verify_fine(answer):
    told, code = verify(answer)
    assert (told["ok"], told["records"], code) == (True, 0, 0)


def test_show_prints_the_records_in_force(new_run, answer):
    run = new_run().approved()
    with run.store.ledger_path.open("ab") as file:
        file.write(b'{"event":"void","index":4}\n')
    told, code = answer("ledger", "show", "session-1")
    jsonschema.validate(told, json.loads((SCHEMAS / "ledger-show.json").read_text()))
    assert ([record["event"] for record in told["records"]], code) == (["activated", "plan_shown", "approved"], 0)


def test_show_is_readable(new_run, harness_state):
    new_run().approved()
    lines = harness_state("ledger", "show", "session-1").stdout.splitlines()
    heads = [line.split() for line in lines if line[:4].strip()]
    assert [(head[0], head[2]) for head in heads] == [("1", "activated"), ("2", "plan_shown"), ("3", "approved")]


def test_show_of_a_broken_ledger_is_a_finding(new_run, harness_state):
    run = new_run().approved()
    run.store.ledger_path.write_bytes(b"x\n" + b"".join(lines_of(run)[1:]))
    result = harness_state("ledger", "show", "session-1")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
