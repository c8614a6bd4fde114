"""What a host would never send, and what a disk may give back: a denial where something is armed, silence where
nothing is, and in no case an approval, a traceback or a lost record.

JudgedHost holds every reply to its host's schema, and no stream shows a traceback."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session import ledger
from harness_runtime.session.calls import last_calls
from harness_runtime.session.state import LedgerHead
from tests.hooks.conftest import FIELDS, Bench, Stages
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import EVENTS, Reply

GATING = ("PreToolUse", "UserPromptSubmit")
WRITE = {"tool_name": "Write", "tool_input": {"file_path": "src/app.py", "content": "x"}}


def stored(host: Bench) -> dict[str, bytes]:
    """Everything that authority and the record of it rest on."""
    kept = ("state.json", "ledger.jsonl", "artifacts/*", "policies/*")
    return {str(path): path.read_bytes() for name in kept for path in host.folder.glob(name)}


def fields_of(event: str) -> dict[str, Any]:
    return FIELDS[event] | {"UserPromptSubmit": {"prompt": "y"}, "PreToolUse": WRITE}.get(event, {})


def whole(host: Bench, event: str, **fields: Any) -> bytes:
    return host.bytes_of(event, **fields_of(event), **fields)


UNREADABLE: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda raw: b"",
    "a list": lambda raw: b"[" + raw + b"]",
    "a number": lambda raw: b"7",
    "a text": lambda raw: b'"y"',
    "null": lambda raw: b"null",
    "no JSON": lambda raw: b"y",
    "half of it": lambda raw: raw[: len(raw) // 2],
    "twice": lambda raw: raw + raw,
    "broken UTF-8": lambda raw: raw.replace(b'"cwd"', b'"\xff"'),
    "an encoded surrogate": lambda raw: raw.replace(b'"cwd"', b'"\xed\xa0\x80"'),
    "a byte order mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "UTF-16": lambda raw: raw.decode().encode("utf-16"),
    "a NUL": lambda raw: raw.replace(b'"y"', b'"\x00y"').replace(b"src/app.py", b"src\x00/app.py"),
    "NaN": lambda raw: raw.replace(b"{", b'{"n":NaN,', 1),
    "deep": lambda raw: raw.replace(b"{", b'{"d":' + b"[" * 5000 + b"]" * 5000 + b",", 1),
    "17 MB": lambda raw: raw.replace(b"{", b'{"x":"' + b"x" * (17 << 20) + b'",', 1),
}


@pytest.mark.parametrize("event", GATING)
@pytest.mark.parametrize("spoil", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_an_event_that_cannot_be_read_is_denied(stages: Stages, event: str, spoil: Callable[[bytes], bytes]) -> None:
    host = stages.at("pending")
    before = stored(host)
    assert host.pipe(event, spoil(whole(host, event))).code == 2
    assert stored(host) == before


@pytest.mark.parametrize("spoil", ["nothing", "a list", "half of it", "broken UTF-8", "deep", "17 MB"])
def test_an_event_that_gates_nothing_and_cannot_be_read_changes_nothing(stages: Stages, spoil: str) -> None:
    host = stages.at("pending")
    before = stored(host)
    for event in set(EVENTS) - set(GATING):
        reply = host.pipe(event, UNREADABLE[spoil](whole(host, event)))
        assert (reply.code, reply.stdout, len(reply.stderr.splitlines())) == (1, "", 1)
    assert stored(host) == before


@pytest.mark.parametrize("spoil", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_the_same_where_nothing_is_armed(codex: Bench, spoil: Callable[[bytes], bytes]) -> None:
    replies = [codex.pipe(event, spoil(whole(codex, event))) for event in EVENTS]
    assert all(reply.silent for reply in replies)
    assert not (codex.data / "runs").exists()


@pytest.mark.parametrize("value", ["missing", None, 7, ["s"], {}, ""], ids=str)
def test_an_event_without_a_session(stages: Stages, value: Any) -> None:
    host = stages.at("pending")
    before = stored(host)
    for event in EVENTS:
        payload = json.loads(whole(host, event)) | {"session_id": value}
        if value == "missing":
            del payload["session_id"]
        reply = host.pipe(event, json.dumps(payload).encode())
        assert (reply.code == 2) is (event == "PreToolUse")  # a prompt of no session is nobody's, and grants nothing
    assert stored(host) == before
    meant = payload | {"hook_event_name": "UserPromptSubmit", "prompt": "$harness x"}
    assert host.pipe("UserPromptSubmit", json.dumps(meant).encode()).answer["decision"] == "block"


@pytest.mark.parametrize(
    "session_id",
    [
        "../../../etc",
        "a/b",
        "/",
        "..",
        "x" * 10_000,
        "a\x00b",
        "세션",
        "*",
        "a b",
        '"',
        "-rf",
        "$(touch x)",
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_a_session_by_any_name_is_guarded_in_a_folder_of_its_own(codex: Bench, session_id: str) -> None:
    codex.session_id = session_id
    codex.prompt("$harness x")
    assert len(os.listdir(codex.data / "runs")) == len(os.listdir(codex.data / "armed")) == 1
    assert codex.write("src/app.py").denied
    assert codex.shell("cat src/app.py").silent
    assert sorted(os.listdir(codex.data)) == ["armed", "bin", "keys", "pycache", "runs"]
    assert len(os.listdir(codex.data / "keys")) == 1
    codex.prompt("$harness:off")
    assert codex.write("src/app.py").silent


def test_a_session_whose_name_is_no_text_is_guarded_all_the_same(codex: Bench) -> None:
    codex.session_id = "\ud800"
    codex.prompt("$harness x")
    assert codex.write("src/app.py").denied
    codex.prompt("$harness:off")
    assert codex.write("src/app.py").silent


def test_an_event_of_10_mb_is_read(stages: Stages) -> None:
    host = stages.at("implement")
    large = "x" * (10 << 20)
    host.workspace.joinpath("src/app.py").touch()
    assert host.tool("Write", {"file_path": f"{host.workspace}/src/app.py", "content": large}).silent
    assert host.tool("Write", {"file_path": f"{host.workspace}/other.py", "content": large}).denied
    pending = stages.at("pending")
    assert pending.prompt(large).context
    assert pending.state["phase"] == "plan_pending"


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ("UserPromptSubmit", "prompt"),
        ("UserPromptSubmit", "cwd"),
        ("UserPromptSubmit", "turn_id"),
        ("UserPromptSubmit", "agent_id"),
        ("PreToolUse", "tool_name"),
        ("PreToolUse", "tool_input"),
        ("PreToolUse", "cwd"),
        ("Stop", "last_assistant_message"),
        ("Stop", "turn_id"),
    ],
)
@pytest.mark.parametrize("value", [["y"], "\ud800", "a\x00b"], ids=ascii)
def test_a_field_of_another_kind_grants_nothing(stages: Stages, event: str, field: str, value: Any) -> None:
    host = stages.at("pending")
    payload = json.loads(whole(host, event)) | {field: value}
    reply = host.pipe(event, json.dumps(payload).encode())
    assert reply.code == (2 if event == "PreToolUse" else 0)
    if (event, field, value) != ("UserPromptSubmit", "turn_id", "a\x00b"):  # a turn by an odd name is a turn
        assert host.state["policy_sha256"] is None


# --- the streams ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS)
def test_a_closed_stdin(stages: Stages, event: str) -> None:
    host = stages.at("implement")
    before = stored(host)
    host.closed = (0,)
    assert (host.fire(event, **fields_of(event)).code == 2) is (event in GATING)
    assert stored(host) == before


@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2), (0, 1, 2)], ids=str)
def test_closed_streams_let_no_call_pass(host_stages: Stages, closed: tuple[int, ...]) -> None:
    host = host_stages.at("planning")
    host.closed = closed
    assert host.run("PreToolUse", whole(host, "PreToolUse")).code == 2


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2)], ids=str)
def test_closed_streams_lose_nothing_and_show_no_traceback(
    stages: Stages, event: str, closed: tuple[int, ...]
) -> None:
    host = stages.at("held")
    host.closed = closed
    reply = host.run(event, whole(host, event))
    assert "Traceback" not in reply.stdout + reply.stderr
    assert host.state["phase"] == "cancelled"
    assert verified(host)


def test_a_prompt_whose_answer_cannot_be_said_does_not_pass(host_stages: Stages) -> None:
    host = host_stages.at("planning")
    host.closed = (1,)
    reply = host.run("UserPromptSubmit", host.bytes_of("UserPromptSubmit", prompt="$harness again"))
    assert (reply.code, "Traceback" in reply.stderr) == (2, False)
    assert reply.stderr.strip()


# --- the environment ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["", "data", "./data", "~/data"])
def test_without_an_absolute_data_folder_nothing_is_armed(stages: Stages, value: str) -> None:
    host = stages.at("pending")
    host.extra = {"PLUGIN_DATA": value, "CLAUDE_PLUGIN_DATA": value}
    assert host.prompt("y").silent
    assert host.write("src/app.py").silent
    assert host.stop("done").silent


def test_without_a_home_a_call_is_still_judged(stages: Stages) -> None:
    host = stages.at("planning")
    host.extra = {"HOME": ""}
    assert host.write("src/app.py").denied
    assert host.shell("cat src/app.py").silent


def test_a_home_that_is_not_there_changes_nothing(stages: Stages) -> None:
    host = stages.at("pending")
    host.extra = {"HOME": "/nowhere"}
    assert host.prompt("y").context


# --- what lies on the disk ------------------------------------------------------------------------------------------


def replaced(old: bytes, new: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(path.read_bytes().replace(old, new))


STATE_DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "another session's": replaced(b'"session_id":"', b'"session_id":"other-'),
    "another schema": replaced(b'"schema_version":1', b'"schema_version":2'),
    "another phase": replaced(b"plan_pending", b"approved"),
    "not UTF-8": replaced(b"plan_pending", b"\xff"),
    "a list": lambda path: path.write_bytes(b"[]"),
    "nested deep": lambda path: path.write_bytes(b"[" * 100_000),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a link": lambda path: (path.rename(path.with_name("real")), path.symlink_to("real")),
}


SOME_DAMAGE = pytest.mark.parametrize("damage", ["missing", "truncated", "another schema", "a link"])


@pytest.mark.parametrize("damage", STATE_DAMAGE.values(), ids=STATE_DAMAGE.keys())
def test_a_state_that_cannot_be_trusted(stages: Stages, damage: Callable[[Path], object]) -> None:
    host = stages.at("pending")
    kept = (host.folder / "ledger.jsonl").read_bytes()
    damage(host.folder / "state.json")
    assert host.write("src/app.py").denied
    assert host.shell("cat src/app.py").denied
    assert host.prompt("y").answer["decision"] == "block"
    assert not host.stop(tiny_plan()).answer.get("decision")
    assert host.fire("SessionStart", source="resume").code == 0
    assert host.write("src/app.py").denied
    assert (host.folder / "ledger.jsonl").read_bytes() == kept


@SOME_DAMAGE
def test_the_way_out_is_open_and_keeps_the_records(stages: Stages, damage: str) -> None:
    host = stages.at("pending")
    kept = (host.folder / "ledger.jsonl").read_bytes()
    STATE_DAMAGE[damage](host.folder / "state.json")
    host.prompt("$harness:off")
    assert not host.armed
    assert host.write("src/app.py").silent
    assert kept in [path.read_bytes() for path in host.data.glob("runs/*/ledger.jsonl")]


@SOME_DAMAGE
def test_the_command_starts_anew_where_the_denial_says_so(stages: Stages, damage: str) -> None:
    """Each of these denials tells the person to start again with `$harness …` or to leave with `$harness:off`."""
    host = stages.at("pending")
    kept = (host.folder / "ledger.jsonl").read_bytes()
    STATE_DAMAGE[damage](host.folder / "state.json")
    denial = host.write("src/app.py").reason
    if "`$harness …`" in denial:
        assert host.prompt("$harness again").context
        assert (host.state["phase"], host.state["pending"]) == ("planning", None)
        assert any(kept in path.read_bytes() for path in host.data.glob("runs/*/ledger.jsonl"))
        assert verified(host)


POLICY_DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "widened": replaced(b"src/app.py", b"**"),
    "one byte more": lambda path: path.write_bytes(path.read_bytes() + b"\n"),
    "empty": lambda path: path.write_bytes(b""),
    "a link": lambda path: (path.rename(path.with_name("real")), path.symlink_to("real")),
}


@pytest.mark.parametrize("damage", POLICY_DAMAGE.values(), ids=POLICY_DAMAGE.keys())
def test_a_policy_that_is_not_the_sealed_one_grants_nothing(
    host_stages: Stages, damage: Callable[[Path], object]
) -> None:
    host = host_stages.at("implement")
    assert host.write("src/app.py").silent
    (policy,) = (host.folder / "policies").iterdir()
    damage(policy)
    assert "policy_unreadable" in host.write("src/app.py").reason
    assert host.write("src/other.py").denied


def test_a_policy_of_another_run_does_not_fit(stages: Stages) -> None:
    host = stages.at("implement")
    state = host.state
    (host.folder / "state.json").write_text(json.dumps(state | {"run_id": "another"}), "utf-8")
    assert "policy_mismatch" in host.write("src/app.py").reason


LEDGER_DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "its last record edited": replaced(b"gate_opened", b"gate_closed"),
}


@pytest.mark.parametrize("damage", LEDGER_DAMAGE.values(), ids=LEDGER_DAMAGE.keys())
def test_over_a_ledger_that_was_touched_nothing_is_granted(
    host_stages: Stages, damage: Callable[[Path], object]
) -> None:
    host = host_stages.at("pending")
    before = (host.folder / "state.json").read_bytes()
    damage(host.folder / "ledger.jsonl")
    assert host.prompt("y").answer["decision"] == "block"
    assert (host.folder / "state.json").read_bytes() == before
    assert host.write("src/app.py").denied
    host.prompt("$harness:off")
    assert not host.armed


@pytest.mark.parametrize("stage", ["planning", "pending", "implement"])
def test_a_read_only_folder_changes_nothing(stages: Stages, stage: str) -> None:
    host = stages.at(stage)
    before = stored(host)
    host.powerless = True
    host.folder.chmod(0o500)
    try:
        assert host.prompt("y").answer["decision"] == "block"
        assert host.stop(tiny_completion("cancelled")).code == 0
        assert host.write("src/other.py").denied
        assert host.shell("cat src/app.py").code in (0, 2)
    finally:
        host.folder.chmod(0o700)
    assert (host.folder / "state.json").read_bytes() == before[str(host.folder / "state.json")]
    host.prompt("go on")
    assert verified(host)


# --- many at once ---------------------------------------------------------------------------------------------------


def at_once(works: list[Callable[[], Reply]]) -> list[Reply]:
    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(work) for work in works]]


def verified(host: Bench) -> bool:
    return ledger.verify(host.folder / "ledger.jsonl", LedgerHead(**host.state["ledger"])).ok


def test_64_calls_at_once_are_each_judged_and_recorded(stages: Stages) -> None:
    host = stages.at("implement")
    before = len(last_calls(str(host.data), host.session_id, 1000))
    paths = ["src/app.py" if number % 2 else f"src/other{number}.py" for number in range(64)]
    replies = at_once([lambda path=path, at=at: host.write(path, f"x{at}") for at, path in enumerate(paths)])
    assert [reply.denied for reply in replies] == [path != "src/app.py" for path in paths]
    assert len(last_calls(str(host.data), host.session_id, 1000)) == before + 64


def test_of_many_answers_at_once_one_is_the_answer(stages: Stages) -> None:
    host = stages.at("pending")
    host.turn = "turn-200"
    at_once([lambda: host.fire("UserPromptSubmit", prompt="y")] * 8)
    assert [record["event"] for record in host.ledger].count("approved") == 1
    assert verified(host)


def test_events_of_every_kind_at_once_leave_a_whole_ledger(stages: Stages) -> None:
    host = stages.at("pending")
    works = [
        lambda: host.fire("Stop", last_assistant_message="done"),
        lambda: host.fire("UserPromptSubmit", prompt="ok"),
    ]
    at_once([*works * 4, *[lambda: host.write("src/app.py")] * 8])
    assert host.state["phase"] == "plan_pending"
    assert verified(host)


def test_a_session_that_is_gone_leaves_the_other_guarded(codex: Bench) -> None:
    codex.prompt("$harness x")
    mine, codex.session_id = codex.session_id, "another-session"
    codex.prompt("$harness y")
    shutil.rmtree(codex.folder)
    codex.prompt("$harness:off")
    codex.session_id = mine
    assert codex.write("src/app.py").denied
