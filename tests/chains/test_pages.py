"""What the pages on chains show is so: their definitions are valid, and the quickstart's run goes as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.chains.advance import Halt
from harness_runtime.chains.agents import OURS, Places, find_agent
from harness_runtime.chains.builtin import BUILT_IN
from harness_runtime.messages.chains import HALTS
from harness_runtime.settings.guard import Guard, parse_guard
from tests.chains.talk import Talk
from tests.docs.blocks import ROOT, fences

DOCS = ROOT / "docs"
PAGES = sorted((DOCS / "chains").glob("*.md"))
EXAMPLE = DOCS / "contracts/examples/guard.json"
DEFINITIONS = [(page.name, text) for page in PAGES for text in fences(page, "json")]
QUICKSTART = DOCS / "chains/quickstart.md"
STAGE = re.compile(r"stage \d/4 (\w+)\]")


def chains_of(text: str) -> Guard:
    return parse_guard("page", text.encode())


@pytest.mark.parametrize(("page", "text"), DEFINITIONS)
def test_a_definition_that_a_page_shows_is_valid(page: str, text: str) -> None:
    assert chains_of(text).harness


def test_the_example_is_valid_and_needs_no_agent_that_does_not_ship() -> None:
    guard = chains_of(EXAMPLE.read_text("utf-8"))
    assert len(guard.harness) == 3
    shipped = {path.stem for path in (ROOT / OURS).iterdir()}
    assert {stage.agent for chain in guard.harness.values() for stage in chain.stages} <= shipped


def test_the_example_s_first_chain_is_the_page_s() -> None:
    [shown] = [chains_of(text).harness for _, text in DEFINITIONS if "review-loop" in text]
    example = chains_of(EXAMPLE.read_text("utf-8")).harness
    assert shown["review-loop"] == example["review-loop"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_chain_has_instructions_for_every_stage(name: str, tmp_path: Path) -> None:
    places = Places("codex", str(tmp_path), "", "", str(ROOT))
    for stage in BUILT_IN[name].stages:
        agent = find_agent(stage.agent, places)
        assert agent is not None and agent.text


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_the_quickstart_s_run_goes_as_the_page_says(tmp_path: Path, host: str) -> None:
    """Every line of its fence is what the person sees next, when each stage ends as the page tells."""
    shown = next(iter(fences(QUICKSTART, "text chain"))).splitlines()
    begin = next(text for text in fences(QUICKSTART, "text") if text.startswith("$harness:chain react-js "))
    talk = Talk(tmp_path, "codex" if host == "codex" else "claude")
    seen = [talk.prompt(begin.strip()).message.splitlines()[-1]]
    agents = [STAGE.search(line) for line in shown]
    ways = [found[1] for found in agents if found]
    for stage, following in zip(ways, [*ways[1:], ""], strict=True):
        result = "fail" if (stage, following) == ("test", "implement") else "pass"
        seen.append(talk.stop(f"## Brief\n\nwords\n\nStage result: {result}").message)
    assert seen == shown
    assert talk.stands == ("finished", "")


def test_the_page_s_run_visits_every_stage() -> None:
    shown = next(iter(fences(QUICKSTART, "text chain")))
    assert {stage.agent for stage in BUILT_IN["react-js"].stages} == set(STAGE.findall(shown))


def test_the_reference_names_every_reason_to_stand_still() -> None:
    table = (DOCS / "chains/reference.md").read_text("utf-8").partition("## Why a chain stands still")[2]
    named = re.findall(r"^\| `(\w+)` \|", table.partition("## Limits")[0], re.MULTILINE)
    assert sorted(named) == sorted(HALTS)
    assert {halt.value for halt in Halt} <= set(named)


def test_the_published_schema_takes_the_example() -> None:
    schema = json.loads((DOCS / "contracts/schemas/guard.json").read_text("utf-8"))
    jsonschema.validate(json.loads(EXAMPLE.read_text("utf-8")), schema)
