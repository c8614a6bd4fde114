"""docs/chains/reference.md, made from the models, the limits and the sentences of chains."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from harness_runtime.chains import advance, agents
from harness_runtime.chains.advance import Halt
from harness_runtime.chains.builtin import BUILT_IN
from harness_runtime.events.chain import gate as chain_gate
from harness_runtime.events.chain import text as chain_text
from harness_runtime.events.chain.course import halt_sentence
from harness_runtime.events.turn_end import host_cap
from harness_runtime.messages.chains import HALTS
from harness_runtime.messages.settings import EXPECTED
from harness_runtime.settings import chains
from harness_runtime.settings.chains import Chain, GateCommand, Stage

PAGE = """\
# Chains: reference

<!-- Made by `make docs` from the program. Change it there, or the words in tests/docs/chains_page.py. -->

[Quickstart](quickstart.md) runs one, [building one](build.md) explains the parts, and the
[contract](../contracts/chains.md) says what the hooks hold to.

## Keys

In the object `harness` of `.harness/guard.json` or of your `config.json`: a name, and below it

@chain@

A **stage** is an agent's name, or an object:

@stage@

An entry of **`gate`** is a text, or an object:

@gate@

A text of one word is a sensor's name, one of several words a command. `list`, `select`, `status` and `stop` are no
names for chains. Of one name yours wins over the project's, and that over the built-in one; `chain list` says so.

## Built-in chains

@built_in@

Their agents come with Harness: `planner`, `implement`, `test` and `review`. An agent file of yours of the same name
is used instead.

## Commands

| in the conversation | in a terminal | what it does |
|---|---|---|
| `$harness:chain NAME` and the task | | selects the chain and begins at once |
| `$harness:chain NAME` | `harness-state chain select NAME` | selects it; your next message begins |
| | `harness-state chain select` | shows the list, and asks for a number |
| `$harness:chain list` | `harness-state chain list` | which chains there are, from where, and whether they count |
| `$harness:chain status` | `harness-state chain status` | where the chain stands, and why |
| `$harness:chain stop` | `harness-state chain stop` | goes on without one |
| `$harness:off` | `harness-state off` | turns everything off, and deselects the chain |

The terminal's take `--session SESSION` and `--json` ([chain](../contracts/schemas/chain.json),
[chain-list](../contracts/schemas/chain-list.json)); all but `list` and `status` refuse inside an agent's session.

## How a stage ends

The last message of a stage holds a brief for the next one and these lines, each alone on its line and outside code.
The last one of a kind counts.

| line | what the chain does |
|---|---|
| `Stage result: pass` | runs the stage's gate, then goes to the next stage; after the last one the run has finished |
| `Stage result: fail` | goes back to `on_failure`; without it the chain stands still |
| `Handoff: AGENT` | goes to that agent; forward only through the gates on the way, and never forward after a `fail` |
| none of them | reminds the stage, at most @nudges@ times in a row, then stands still |

The brief is what stands below the last of these lines; else below the heading `## Brief`; else whatever stands above.

## The stamp

```text
[harness:review-loop run 1 stage 2/3 test] hop 1/12 nudge 0 seal 4.0123456789abcdef0123456789abcdef
```

begins each message of a chain. The transcript's last stamp is where the chain stands. It is sealed with a key of the
session, so nothing but a hook can write one. `run` counts since the selection, `hop` since your last message.

| state | your next message |
|---|---|
| `waiting` | begins a run at stage one |
| `running` | resumes at the stage |
| `halted` | resumes at the stage, with a fresh budget |
| `finished` | begins another run at stage one |

## Why a chain stands still

@halts@

## Limits

@limits@
"""

WORDS = {
    "description": "shown in lists; changes nothing of the course",
    "chain": "the stages, in their order",
    "timeout_secs": "then it is ended, and has failed",
    "command": "run by bash in the project's folder, confined; passes with exit code 0",
}
LIMITS: tuple[tuple[str, object], ...] = (
    ("chains in one file", chains.MAX_CHAINS),
    ("stages of a chain", chains.MAX_STAGES),
    ("entries of a gate", chains.MAX_GATE),
    ("characters of a gate's command", chains.MAX_COMMAND),
    ("characters of `brief`, `done` and `description`", chains.MAX_TEXT),
    ("`hop_budget`", f"{chains.DEFAULT_BUDGET}, at most {chains.MAX_BUDGET}"),
    ("seconds of a gate's command", f"{chains.DEFAULT_SECONDS}, at most {chains.MAX_SECONDS}"),
    ("reminders of a stage that has not said how it ended, in a row", advance.MAX_NUDGES),
    ("bytes of an agent's file", agents.MAX_FILE),
    ("bytes of an agent's instructions that a stage is told", chain_text.INSTRUCTIONS),
    ("bytes of a stage's `brief` that it is told", chain_text.JOB),
    ("bytes of a stage's `done` that it is told", chain_text.DONE),
    ("bytes of a brief that the next stage is told", chain_text.BRIEF),
    ("characters of a failed gate's output that go back", chain_gate.MOST_CHARS),
    (f"times that Claude Code sends a turn on (its `{host_cap.CLAUDE_CAP}`)", host_cap.CLAUDE_TIMES),
)


def page() -> str:
    parts = {
        "chain": _keys(Chain),
        "stage": _keys(Stage),
        "gate": _keys(GateCommand),
        "built_in": _table("chain | stages | about", _built_in()),
        "nudges": str(advance.MAX_NUDGES),
        "halts": _table("reason | what it means, and the way on", _halts()),
        "limits": _table("what | at most", ((name, _number(value)) for name, value in LIMITS)),
    }
    text = PAGE
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


def _keys(model: type[BaseModel]) -> str:
    return _table("key | value | default | meaning", _rows(model))


def _rows(model: type[BaseModel]) -> Iterator[tuple[str, ...]]:
    for name, field in model.model_fields.items():
        default = "**required**" if field.is_required() else "none" if not field.default else f"`{field.default}`"
        kind = EXPECTED[chains.EXPECTED[name]]["en"]
        yield f"`{name}`", kind, default, WORDS.get(name) or field.description or ""


def _built_in() -> Iterator[tuple[str, ...]]:
    for name, chain in BUILT_IN.items():
        route = " → ".join(
            f"{stage.agent} (↩ {stage.on_failure})" if stage.on_failure else stage.agent for stage in chain.stages
        )
        yield f"`{name}`", route, chain.description


def _halts() -> Iterator[tuple[str, ...]]:
    """The ones that end a turn as the program lists them, then those that are only seen from outside."""
    names = [*(halt.value for halt in Halt), *(name for name in HALTS if name not in set(Halt))]
    for name in names:
        text = halt_sentence("en", name, "…")
        yield f"`{name}`", text[0].upper() + text[1:]


def _table(heads: str, rows: Iterator[tuple[str, ...]] | tuple[tuple[str, ...], ...]) -> str:
    lines = [f"| {heads} |", "|" + "---|" * (heads.count("|") + 1)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _number(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
