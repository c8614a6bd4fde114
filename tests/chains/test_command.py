"""`$harness:chain` as a prompt: what it answers, and what it refuses with nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.events.chain.selection import standing
from harness_runtime.session.chain import chain_path, has_chain, key_path
from harness_runtime.session.guarded import read_guarded, reasons
from harness_runtime.settings.trusted import untrust_guard
from tests.chains.talk import Talk

BEGIN = "$harness:chain loop fix it"


def test_usage(talk: Talk):
    assert talk.prompt("$harness:chain").block.startswith("Say `$harness:chain NAME [task]`")


def test_the_list_says_whose_each_chain_is_and_whether_it_counts(codex_talk: Talk):
    codex_talk.configured(harness={"mine": {"chain": ["review"], "description": "Read\nonly."}})
    untrust_guard(codex_talk.data, codex_talk.workspace)
    assert codex_talk.prompt("$harness:chain list").block.split("\n") == [
        "Chains:",
        "- `mine` (your config.json): review. Read only.",
        "- `loop` (the project, not trusted): implement → test → review.",
        "- `react-js` (built in): planner → implement → test → review. Plan, build, test and review a React "
        "interface in JavaScript",
    ]
    assert not has_chain(str(codex_talk.data), codex_talk.session)


def test_a_name_that_stands_before_others_is_said(codex_talk: Talk):
    codex_talk.configured(harness={"loop": {"chain": ["review"]}})
    assert (
        "It stands before other chains of this name: the project." in codex_talk.prompt("$harness:chain loop").block
    )


def untrusted(talk: Talk) -> None:
    talk.defines(trusted=False, loop={"chain": ["review"]})


def invalid(talk: Talk) -> None:
    (talk.workspace / ".harness/guard.json").write_text('{"harness": {"loop": {}}}', "utf-8")


def nobody(talk: Talk) -> None:
    talk.defines(loop={"chain": ["implement", "stranger"]})


def broken_agent(talk: Talk) -> None:
    file = talk.workspace / ".claude/agents/test.md"
    file.parent.mkdir(parents=True)
    file.write_text("", "utf-8")


REFUSED = [
    (None, "other", "There is no chain `other`. There are: `loop`, `react-js`."),
    (untrusted, "loop", "run `harness-state trust`"),
    (invalid, "loop", "harness.loop.chain"),
    (nobody, "loop", "the stage `stranger` of the chain `loop`"),
    (broken_agent, "loop", ".claude/agents/test.md (holds no instructions)"),
]


@pytest.mark.parametrize(("happens", "name", "told"), REFUSED, ids=[row[2] for row in REFUSED])
@pytest.mark.parametrize("task", ["", " fix it"])
def test_what_cannot_be_selected_is_refused_and_nothing_changes(codex_talk: Talk, happens, name, told, task):
    if happens:
        happens(codex_talk)
    assert told in codex_talk.prompt(f"$harness:chain {name}{task}").block
    assert not codex_talk.store.is_armed()
    assert not Path(chain_path(str(codex_talk.data), codex_talk.session)).exists()


@pytest.mark.parametrize(
    "form", ["$harness:chain select loop fix it", "[$harness:chain](/p/skills/chain/SKILL.md) loop x"]
)
def test_other_spellings(talk: Talk, form: str):
    assert talk.prompt(form).context.startswith("[harness:loop run 1 stage 1/3 implement]")


def test_a_task_goes_on_to_the_model_and_the_person_is_told(talk: Talk):
    told = talk.prompt(BEGIN)
    assert told.block == ""
    assert told.message.startswith(
        "The chain `loop` (the project) is selected for this conversation: implement → test"
    )


def test_the_session_is_watched_for_the_chain_and_no_longer(talk: Talk):
    talk.prompt("$harness:guard on")
    talk.prompt(BEGIN)
    guarded = read_guarded(str(talk.data), talk.session)
    assert guarded is not None
    assert (reasons(guarded), guarded["turn"]) == (["guard", "chain"], talk.turn)
    talk.prompt("$harness:guard off")
    assert talk.store.is_armed()
    talk.prompt("$harness:chain stop")
    assert not talk.store.is_armed()


def test_status_tells_each_state(codex_talk: Talk):
    def status() -> str:
        return codex_talk.prompt("$harness:chain status").block

    assert status().startswith("No chain is selected.")
    codex_talk.prompt("$harness:chain loop")
    assert status() == "Chain `loop` (the project): selected. Your next message starts its first stage."
    codex_talk.prompt("fix it")
    codex_talk.stop("Stage result: pass")
    assert status() == "Chain `loop` (the project): run 1, stage 2/3 `test`, 11 hops left."
    codex_talk.turn = codex_talk.chain.turn
    codex_talk.stop("Handoff: implement")
    codex_talk.stop("Stage result: fail")
    assert status().startswith("Chain `loop` (the project): run 1 stands at stage 1/3 `implement` [stage_failed]: ")


def test_a_command_moves_nothing(codex_talk: Talk):
    codex_talk.prompt(BEGIN)
    codex_talk.stop("Stage result: pass")
    before = codex_talk.chain
    codex_talk.prompt("$harness:chain status")
    codex_talk.prompt("$harness:chain list")
    assert codex_talk.chain == before


@pytest.mark.parametrize("fields", [{"agent_id": "a1"}, {"parent_session_id": "p"}])
def test_a_child_selects_nothing(talk: Talk, fields: dict[str, str]):
    assert talk.prompt(BEGIN, **fields).context == ""
    assert not talk.store.is_armed()


def test_standing_is_what_terminals_show(codex_talk: Talk):
    assert standing(codex_talk.store) is None
    codex_talk.prompt(BEGIN)
    codex_talk.stop("Stage result: pass")
    found = standing(codex_talk.store)
    assert found is not None
    assert (found.chain, found.source, found.run, found.stage, found.length, found.agent) == (
        "loop", "project", 1, 2, 3, "test",
    )  # fmt: skip
    assert (found.hops_used, found.hop_budget, found.hops_left, found.state) == (1, 12, 11, "running")


def test_what_is_kept_is_private(codex_talk: Talk):
    codex_talk.prompt(BEGIN)
    paths = [Path(of(str(codex_talk.data), codex_talk.session)) for of in (chain_path, key_path)]
    assert [path.stat().st_mode & 0o777 for path in paths] == [0o600, 0o600]
