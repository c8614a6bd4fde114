"""The texts that agents and people read, and how the tests of this folder look at them."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from harness_runtime.workflow.loading import parse_loading

ROOT = Path(__file__).resolve().parents[2]
SKILL = "skills/harness/SKILL.md"
CONTRACT = "docs/contracts/harness-contract.md"
CHAINS = "docs/contracts/chains.md"  # named by the skill of its command
LOOP_GUARDS = "docs/contracts/loop-guards.md"  # beside the contract: the hooks say these rules when they bite
TEMPLATES = "skills/harness/assets/templates"

# For people, maintenance and explicit requests: no phase and no trigger loads these.
HUMAN = (
    "skills/harness/references/subagent-policy.md",
    "skills/harness/references/model-policy.md",
    "docs/contracts/subagent-handoff.md",
    "docs/contracts/shell-commands.md",
    "docs/contracts/guides-and-sensors.md",
    LOOP_GUARDS,
)
PROFILES = ("agents/planner.md", "agents/reviewer.md")
RULE_ID = re.compile(r"\[(H-[A-Z]+-[1-9][0-9]*)\]")


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


LOADING = parse_loading(text_of(SKILL))
GROUPS = {
    "startup": LOADING.startup,
    **{f"phase.{name}": files for name, files in LOADING.phases.items()},
    **{f"trigger.{name}": files for name, files in LOADING.triggers.items()},
}
GRAPH = tuple(dict.fromkeys(name for files in GROUPS.values() for name in files))
TEXTS = (*GRAPH, *HUMAN, CHAINS, *PROFILES)
BEARERS = tuple(name for name in TEXTS if not name.startswith(TEMPLATES))


def rule_ids(text: str) -> set[str]:
    return set(RULE_ID.findall(text))


def tokens_of(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def fences(text: str, info: str) -> list[str]:
    return [token.content for token in tokens_of(text) if token.type == "fence" and token.info.strip() == info]


def forms(template: str) -> list[str]:
    """The forms of a template, as they stand there."""
    return fences(text_of(f"{TEMPLATES}/{template}.md"), "markdown")


def fill(form: str, **blanks: str) -> str:
    """Put words into every `<blank>`; `blanks` replaces other texts first, key by key."""
    for found, put in blanks.items():
        assert found in form, found
        form = form.replace(found, put)
    return re.sub(r"<[^>\n]+>", "words", form)
