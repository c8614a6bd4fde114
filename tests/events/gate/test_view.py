"""What the person sees of a gate comes from the parsed policy; and how a session is left."""

from __future__ import annotations

import json
import re

import pytest

from tests.hooks.conftest import Bench, Stages
from tests.support.artifacts import PLAN_PROMPT, completion, small_plan, summary, tiny_plan
from tests.support.piped import Reply

HANGUL = re.compile(r"[가-힣]")


def shown(host: Bench, plan: str) -> Reply:
    host.prompt("$harness x")
    return host.stop(plan)


def test_a_gate_shows_hash_paths_commands_network_and_scratch(host: Bench) -> None:
    plan = small_plan(
        "src/**",
        "docs/a b.md",
        commands=("pytest -q", {"command": "pnpm test", "cwd": "web", "env": {"CI": "1"}, "more_args": True}),
        network="loopback",
        scratch_paths=[".cache/**"],
    )
    message = shown(host, plan).message
    pending = host.state["pending"]["sha256"]
    for value in (pending[:12], "Small", "Low", "src/**", "docs/a b.md", "pytest -q", "pnpm test", "web", "CI=1"):
        assert value in message
    for value in ("loopback", ".cache/**"):
        assert value in message


def test_it_says_what_there_is_none_of(codex: Bench) -> None:
    codex.extra = {"HARNESS_LANG": "en"}
    assert "verification: none" in shown(codex, tiny_plan("src/app.py")).message


def test_limits_are_shown_where_they_are_not_the_usual_ones(codex: Bench) -> None:
    assert "MiB" not in shown(codex, tiny_plan("src/app.py")).message
    codex.prompt("revise: slower")
    again = codex.stop(tiny_plan("src/app.py", limits={"seconds": 1800})).message
    assert "1800 s, 512 processes, 1024 MiB" in again


def test_it_is_shown_again_at_every_stop_while_it_is_open(host: Bench) -> None:
    first = shown(host, tiny_plan("src/app.py")).message
    host.prompt("why?")
    again = host.stop(f"Because.\n\n{PLAN_PROMPT}").message
    assert host.state["pending"]["sha256"][:12] in again
    assert set(re.findall(r"src/\S+", again)) == set(re.findall(r"src/\S+", first))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"paths": ("src/app.py", "src/new.py")}, "+ src/new.py"),
        ({"paths": ("src/other.py",)}, "- src/app.py"),
        ({"commands": ("make test",)}, "+ make test"),
        ({"network": "full"}, "network: none -> full"),
        ({"scratch_paths": ["tmp/**"]}, "+ tmp/**"),
        ({"limits": {"seconds": 30}}, "limits: 600 s, 512 processes, 1024 MiB a file -> 30 s, 512 processes"),
    ],
)
def test_it_says_what_changed_since_the_one_it_replaces(codex: Bench, change: dict[str, object], said: str) -> None:
    shown(codex, small_plan("src/app.py"))
    codex.prompt("change something")
    paths = change.pop("paths", ("src/app.py",))
    assert said in codex.stop(small_plan(*paths, **change)).message  # type: ignore[misc,arg-type]


def test_the_agents_own_words_are_not_in_it(codex: Bench) -> None:
    message = shown(codex, tiny_plan("src/app.py", scope="Harmless. It writes nothing at all.")).message
    assert "Harmless" not in message


# --- the way out, in every phase ------------------------------------------------------------------------------------


def to_planning(host: Bench) -> None:
    host.prompt("$harness x")


def to_plan_pending(host: Bench) -> None:
    shown(host, small_plan())


def to_implement(host: Bench) -> None:
    host.approve(small_plan())


def to_review(host: Bench) -> None:
    to_implement(host)
    host.stop(summary())


def to_cancelled(host: Bench) -> None:
    to_plan_pending(host)
    host.prompt("n")


def to_degraded(host: Bench) -> None:
    to_review(host)
    host.stop(completion("degraded", "review_blocked_degraded"))


@pytest.mark.parametrize("go", [to_planning, to_plan_pending, to_implement, to_review, to_cancelled, to_degraded])
def test_the_way_out_is_open_in_every_phase(codex: Bench, go: object) -> None:
    go(codex)  # type: ignore[operator]
    assert codex.state["phase"] == go.__name__.removeprefix("to_")  # type: ignore[attr-defined]
    assert codex.write("outside.txt").denied
    reply = codex.prompt("$harness:off")
    assert reply.answer["decision"] == "block"  # it says all there is to say, and the model need not hear of it
    assert not codex.armed
    state = codex.state
    assert (state["policy_sha256"], state["pending"], state["held"]) == (None, None, False)
    assert codex.write("outside.txt").silent
    assert codex.ledger[-1]["event"] == "turned_off"


@pytest.mark.parametrize("text", ["$harness:off", "$harness:off\n", "  $harness:off"])
def test_the_word_may_have_blanks_around_it(stages: Stages, text: str) -> None:
    host = stages.at("implement")
    host.prompt(text)
    assert not host.armed


@pytest.mark.parametrize("text", ["$harness:offline", "please $harness:off", "`$harness:off`", "$HARNESS:OFF"])
def test_no_other_text_is_the_word(stages: Stages, text: str) -> None:
    host = stages.at("implement")
    host.prompt(text)
    assert host.armed


def test_the_word_where_nothing_is_on_says_so(host: Bench) -> None:
    assert host.prompt("$harness:off").answer["decision"] == "block"
    assert not (host.data / "armed").exists()


def test_what_was_turned_off_can_be_turned_on_again(stages: Stages) -> None:
    host = stages.at("implement")
    host.prompt("$harness:off")
    host.prompt("$harness again")
    assert (host.state["revision"], host.state["phase"]) == (2, "planning")
    assert host.write("src/app.py").denied


# --- language -------------------------------------------------------------------------------------------------------


def test_explanations_are_korean_unless_asked_otherwise(host: Bench) -> None:
    assert all(HANGUL.search(line) for line in host.prompt("$harness x").context.splitlines()[:2])


def test_english_by_the_persons_config(host: Bench) -> None:
    (host.data / "config.json").write_text(json.dumps({"schema_version": 1, "language": "en"}), "utf-8")
    said = [host.prompt("$harness x"), host.write("src/app.py"), host.stop(tiny_plan("/etc/x")), host.prompt("go on")]
    assert all(reply.context or reply.reason for reply in said)
    assert HANGUL.findall("".join(f"{reply.context}{reply.message}{reply.reason}" for reply in said)) == []


def test_the_environment_has_the_last_word(codex: Bench) -> None:
    (codex.data / "config.json").write_text(json.dumps({"schema_version": 1, "language": "en"}), "utf-8")
    codex.extra = {"HARNESS_LANG": "ko"}
    assert HANGUL.search(codex.prompt("$harness x").context)
    assert HANGUL.search(codex.write("src/app.py").reason)


@pytest.mark.parametrize("value", ["", "fr", "EN", "../x"])
def test_a_language_that_nobody_speaks_is_korean(codex: Bench, value: str) -> None:
    codex.extra = {"HARNESS_LANG": value}
    assert HANGUL.search(codex.prompt("$harness x").context)
    assert HANGUL.search(codex.write("src/app.py").reason)
