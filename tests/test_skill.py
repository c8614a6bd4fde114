"""What the agent reads agrees with itself: the loading graph, the gate prompts, the artifact forms."""

import itertools
import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from harness_runtime.artifacts.canonical import canonical_bytes
from harness_runtime.artifacts.kinds import KINDS
from harness_runtime.artifacts.plan import read_plan
from harness_runtime.artifacts.report import read_completion, read_review, read_summary
from harness_runtime.messages.gates import GATES
from harness_runtime.workflow.replies import Reply, classify
from tests.skill.texts import TEXTS

ROOT = Path(__file__).resolve().parent.parent
SKILL = "skills/harness/SKILL.md"
CONTRACT = "docs/contracts/harness-contract.md"
TEMPLATES = "skills/harness/assets/templates"

PLAN_PROMPT = "Proceed with this Plan? [y/N]"
REPAIR_PROMPT = "Proceed with this Repair Plan? [y/N]"

LOADING = {
    "mandatory.startup": [SKILL, CONTRACT],
    "phase.planning": [f"{TEMPLATES}/plan.md"],
    "phase.repair_planning": [f"{TEMPLATES}/repair-plan.md"],
    "phase.implement": [f"{TEMPLATES}/implement.md"],
    "phase.repair_implement": [f"{TEMPLATES}/implement.md"],
    "phase.review": [
        "skills/harness/references/reviewer-harness.md",
        f"{TEMPLATES}/reviewer-brief.md",
        f"{TEMPLATES}/review.md",
    ],
    "phase.post_repair_review": [
        "skills/harness/references/reviewer-harness.md",
        f"{TEMPLATES}/reviewer-brief.md",
        f"{TEMPLATES}/review.md",
    ],
    "phase.completion": [f"{TEMPLATES}/completion-report.md"],
    "trigger.parallel_topology_or_worktree_requested": [
        "docs/contracts/topology-patterns.md",
        f"{TEMPLATES}/topology-plan.md",
        "docs/contracts/worktree-isolation.md",
        "docs/contracts/worktree-parallelism.md",
        f"{TEMPLATES}/parallel-worktree-plan.md",
        f"{TEMPLATES}/worktree-session.md",
    ],
    "trigger.connector_evidence_required": [
        "docs/contracts/connector-integration.md",
        f"{TEMPLATES}/connector-issue-plan.md",
        f"{TEMPLATES}/connector-pr-review.md",
        f"{TEMPLATES}/external-summary.md",
    ],
    "trigger.persistence_requested": [
        "docs/contracts/memory-state.md",
        "docs/contracts/run-workspace.md",
        "skills/harness/references/artifact-policy.md",
        f"{TEMPLATES}/state.md",
        f"{TEMPLATES}/approval-ledger.md",
        f"{TEMPLATES}/decisions.md",
        f"{TEMPLATES}/last-run.md",
        f"{TEMPLATES}/handoff.md",
        f"{TEMPLATES}/run-workspace-index.md",
        f"{TEMPLATES}/agent-artifact.md",
        f"{TEMPLATES}/integration-report.md",
    ],
    "trigger.cross_boundary_change_review": [
        "skills/harness/references/integration-coherence-review.md",
        f"{TEMPLATES}/integration-coherence-review.md",
    ],
    "trigger.explicit_harness_self_improvement": [
        "docs/contracts/harness-evolution.md",
        "skills/harness/references/improvement-policy.md",
        f"{TEMPLATES}/improvement.md",
        f"{TEMPLATES}/improvement-report.md",
    ],
}

SECTIONS = {
    "Plan": "Task Classification · Risk Level · Reasoning for Classification · In Scope · Out of Scope · "
    "Files / Areas to Inspect · Proposed Change Plan · Write Boundary · Verification Plan · "
    "Risks / Assumptions · Subagent Topology · Approval Gate",
    "Repair Plan": "Review Findings Addressed · Repair Context · Repair Scope · Files Expected to Change · "
    "Verification Required · Risks · Repair Approval Gate",
    "Implementation Summary": "Accepted Plan Reference · Changed Files · Summary of Changes · Scope Compliance · "
    "Verification Performed · Deviations from Plan · Blockers / Residual Risks",
    "Clean-context Review": "Inputs Reviewed · Accepted Plan · Diff / Changed Files · Verification Evidence · "
    "Findings Table · Verdict",
    "Completion Report": "Status · Review Status · Repair Plan Required · Changed Files · Verification · "
    "Review Result · Approval Ledger · Residual Risks · Follow-up",
}
TINY_SECTIONS = {
    "Plan": "Task Classification · In Scope · Proposed Change Plan · Write Boundary · Verification Plan · "
    "Approval Gate",
    "Completion Report": "Status · Review Status · Changed Files · Verification · Approval Ledger · Residual Risks",
}
LEDGER_ROWS = [
    "Plan approval",
    "Scope expansion approval",
    "Destructive command approval",
    "Secret/config access approval",
    "Direct DB access approval",
    "Repair plan approval",
    "Verification exception approval",
]
SERIAL_SMALL = """\
mode: serial
planner: one
implementer: one
reviewer: clean-context
parallel_writers: false
"""
PLAN_KEYS = {
    "schema_version",
    "classification",
    "risk",
    "allowed_write_paths",
    "verification_commands",
    "scratch_paths",
    "network",
    "topology",
}
REPAIR_KEYS = {
    "schema_version",
    "trigger",
    "source_plan_sha256",
    "deltas",
    "allowed_write_paths",
    "verification_commands",
}
COMMAND_KEYS = {"command", "cwd", "env", "more_args", "evidence"}


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def fences(text: str, info: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [token.content for token in tokens if token.type == "fence" and token.info.strip() == info]


def parse_loading(block: str) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, block.splitlines())):
        if head := re.fullmatch(r"\[([a-z_.]+)\]", line):
            assert head[1] not in groups
            files = groups[head[1]] = []
        else:
            files.append(line)
    return groups


def artifacts_in(template: str) -> list[str]:
    return fences(text_of(f"{TEMPLATES}/{template}.md"), "markdown")


def heads(artifact: str, level: str) -> list[str]:
    pairs = itertools.pairwise(MarkdownIt("commonmark").parse(artifact))
    return [text.content for head, text in pairs if head.type == "heading_open" and head.tag == level]


def section(artifact: str, name: str) -> str:
    return re.split(r"^## .*\n", artifact.split(f"## {name}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0].strip()


def last_line(artifact: str) -> str:
    return artifact.rstrip("\n").splitlines()[-1]


def policies() -> list[tuple[str, str]]:
    found = [(CONTRACT, block) for block in fences(text_of(CONTRACT), "harness-policy")]
    for path in sorted((ROOT / TEMPLATES).glob("*.md")):
        for artifact in artifacts_in(path.stem):
            found += [(path.name, block) for block in fences(artifact, "harness-policy")]
    return found


FULL = [("plan", 0, "Plan"), ("repair-plan", 0, "Repair Plan"), ("implement", 0, "Implementation Summary"),
        ("review", 0, "Clean-context Review"), ("completion-report", 0, "Completion Report")]  # fmt: skip
TINY = [("plan", 1, "Plan"), ("completion-report", 1, "Completion Report")]
EVERY_FORM = [(template, index) for template, index, _ in FULL + TINY]


# The skill and its loading graph


def test_description_forbids_inference():
    assert "never by inference" in text_of(SKILL).splitlines()[2]


def test_skill_has_one_loading_block():
    assert len(fences(text_of(SKILL), "harness-loading")) == 1


def test_loading_block_holds_exactly_the_groups_and_files():
    assert parse_loading(fences(text_of(SKILL), "harness-loading")[0]) == LOADING


def test_loading_groups_keep_their_order():
    assert list(parse_loading(fences(text_of(SKILL), "harness-loading")[0])) == list(LOADING)


def test_serial_topology_is_a_block_of_exactly_five_lines():
    assert SERIAL_SMALL in fences(text_of(SKILL), "text")


@pytest.mark.parametrize("language", ("ko", "en"))
def test_activation_context_begins_as_the_skill_says(language):
    start = "Harness active:"
    assert f"`{start}`" in text_of(SKILL) and GATES["activated"][language].startswith(start)


# Gate prompts


@pytest.mark.parametrize("prompt", (PLAN_PROMPT, REPAIR_PROMPT))
def test_gate_prompt_stands_verbatim_on_its_own_line(prompt):
    assert prompt in text_of(SKILL).splitlines()


@pytest.mark.parametrize("name", (SKILL, CONTRACT, *(f"{TEMPLATES}/{template}.md" for template, *_ in FULL)))
def test_nothing_that_looks_like_a_gate_prompt_differs_from_it(name):
    found = set(re.findall(r"Proceed[^`\n]*\?.*", text_of(name)))
    assert found <= {PLAN_PROMPT, REPAIR_PROMPT}


@pytest.mark.parametrize(
    ("template", "index", "prompt"),
    [("plan", 0, PLAN_PROMPT), ("plan", 1, PLAN_PROMPT), ("repair-plan", 0, REPAIR_PROMPT)],
)
def test_gated_form_ends_in_its_prompt(template, index, prompt):
    assert last_line(artifacts_in(template)[index]) == prompt


@pytest.mark.parametrize(("template", "index"), [("implement", 0), ("review", 0), ("completion-report", 0)])
def test_other_form_shows_no_prompt(template, index):
    assert "[y/N]" not in artifacts_in(template)[index]


# Artifact forms


@pytest.mark.parametrize(("template", "index", "kind"), FULL + TINY)
def test_form_begins_with_its_only_h1(template, index, kind):
    artifact = artifacts_in(template)[index]
    assert (artifact.splitlines()[0], heads(artifact, "h1")) == (f"# {kind}", [kind])


@pytest.mark.parametrize(("template", "index", "kind"), FULL)
def test_form_has_its_sections_in_order(template, index, kind):
    found = heads(artifacts_in(template)[index], "h2")
    extra = ["SubagentStop Summary"] if kind == "Clean-context Review" else []
    assert found == SECTIONS[kind].split(" · ") + extra


@pytest.mark.parametrize(("template", "index", "kind"), TINY)
def test_tiny_form_is_short(template, index, kind):
    assert heads(artifacts_in(template)[index], "h2") == TINY_SECTIONS[kind].split(" · ")


@pytest.mark.parametrize(("template", "index"), EVERY_FORM)
def test_no_section_is_empty(template, index):
    artifact = artifacts_in(template)[index]
    assert all(section(artifact, name) for name in heads(artifact, "h2"))


@pytest.mark.parametrize(("template", "index"), EVERY_FORM)
def test_filled_form_holds_no_html(template, index):
    filled = re.sub(r"<[^>\n]+>", "words", artifacts_in(template)[index])
    tokens = MarkdownIt("commonmark").parse(filled)
    kinds = {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}
    assert not kinds & {"html_block", "html_inline"}


def test_form_of_a_serial_small_plan_states_the_five_lines():
    assert section(artifacts_in("plan")[0], "Subagent Topology") + "\n" == SERIAL_SMALL


def test_completion_form_has_the_seven_gates():
    rows = section(artifacts_in("completion-report")[0], "Approval Ledger").splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == LEDGER_ROWS


def test_tiny_completion_form_has_the_plan_gate():
    rows = section(artifacts_in("completion-report")[1], "Approval Ledger").splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == LEDGER_ROWS[:1]


@pytest.mark.parametrize("row", LEDGER_ROWS)
def test_contract_names_the_ledger_row(row):
    assert row in " ".join(text_of(CONTRACT).split())


@pytest.mark.parametrize("index", (0, 1))
def test_every_ledger_cell_is_filled(index):
    rows = section(artifacts_in("completion-report")[index], "Approval Ledger").splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert all(len(row) == 6 and all(row) for row in cells)


# The hooks' own parsers take every form once it is filled


def filled(template: str, index: int) -> bytes:
    return canonical_bytes(re.sub(r"<[^>\n]+>", "words", artifacts_in(template)[index]))


@pytest.mark.parametrize("index", (0, 1))
def test_plan_form_is_a_plan(index):
    assert read_plan(filled("plan", index))[1] == []


def test_implement_form_is_a_summary():
    assert read_summary(filled("implement", 0)) == []


def test_review_form_is_a_review():
    assert read_review(filled("review", 0))[1] == []


@pytest.mark.parametrize(("index", "tiny"), [(0, False), (1, True)])
def test_completion_form_is_a_completion(index, tiny):
    assert read_completion(filled("completion-report", index), tiny=tiny)[1] == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_parser_and_contract_name_the_same_sections(kind):
    name = kind.heading.removeprefix("# ")
    tiny = TINY_SECTIONS.get(name)
    assert (" · ".join(kind.sections), " · ".join(kind.tiny) or None) == (SECTIONS[name], tiny)


@pytest.mark.parametrize(
    ("word", "reply"),
    [
        ("y", Reply.APPROVE),
        *(
            (word, Reply.DECLINE)
            for word in (
                "",
                "n",
                "no",
                "N",
                "Y",
                "yes",
                "nope",
                "yep",
                "reject",
                "네",
                "예",
                "아니오",
                "아니요",
                "cancel",
                "stop",
                "abort",
                "취소",
                "중단",
            )
        ),
        *(
            (f"{start} it", Reply.REVISE)
            for start in ("revise", "replan", "change the plan", "update the plan", "수정", "다시 계획")
        ),
        *((word, Reply.UNCLEAR) for word in (" y", "y ", "ok")),
    ],
)
def test_reply_means_what_the_contract_says(word, reply):
    assert f"`{word.removesuffix(' it')}`" in text_of(CONTRACT) or word == ""
    assert classify(word) is reply


# Policy examples


@pytest.mark.parametrize(("where", "block"), policies())
def test_policy_example_has_the_documented_keys(where, block):
    policy = json.loads(block)
    keys = REPAIR_KEYS if "trigger" in policy else PLAN_KEYS
    tiny = policy.get("classification") == "Tiny"
    assert set(policy) == (keys - {"topology"} if tiny else keys)


@pytest.mark.parametrize(("where", "block"), policies())
def test_policy_example_commands_have_the_documented_keys(where, block):
    objects = [entry for entry in json.loads(block)["verification_commands"] if isinstance(entry, dict)]
    assert all(set(entry) <= COMMAND_KEYS and "command" in entry for entry in objects)


@pytest.mark.parametrize(("where", "block"), policies())
def test_policy_example_has_no_escapes(where, block):
    assert "\\u" not in block


@pytest.mark.parametrize(("where", "block"), policies())
def test_policy_example_paths_are_relative(where, block):
    paths = json.loads(block)["allowed_write_paths"]
    assert paths and not [path for path in paths if path[0] in "/~" or ".." in path.split("/")]


@pytest.mark.parametrize(("template", "index", "name"), [
    ("plan", 0, "Write Boundary"), ("plan", 1, "Write Boundary"), ("repair-plan", 0, "Repair Context")])  # fmt: skip
def test_form_has_its_only_policy_in_the_right_section(template, index, name):
    artifact = artifacts_in(template)[index]
    assert fences(section(artifact, name), "harness-policy") == fences(artifact, "harness-policy") != []


@pytest.mark.parametrize("index", (0, 1))
def test_plan_form_agrees_with_its_policy_on_the_classification(index):
    artifact = artifacts_in("plan")[index]
    policy = json.loads(fences(artifact, "harness-policy")[0])
    assert section(artifact, "Task Classification") == policy["classification"]


def test_plan_form_agrees_with_its_policy_on_the_risk():
    artifact = artifacts_in("plan")[0]
    assert section(artifact, "Risk Level") == json.loads(fences(artifact, "harness-policy")[0])["risk"]


def test_tiny_policy_is_literal_and_offline():
    policy = json.loads(fences(artifacts_in("plan")[1], "harness-policy")[0])
    wild = [path for path in policy["allowed_write_paths"] if set(path) & set("*?[")]
    assert (wild, len(policy["allowed_write_paths"]) <= 3, policy["network"]) == ([], True, "none")


def test_repair_example_applies_its_deltas_to_the_plan_example():
    plan, repair = (
        json.loads(fences(artifacts_in(name)[0], "harness-policy")[0]) for name in ("plan", "repair-plan")
    )
    delta = repair["deltas"]["write_boundary"]
    kept = [path for path in plan["allowed_write_paths"] if path not in delta["remove"]]
    assert repair["allowed_write_paths"] == kept + delta["add"]


@pytest.mark.parametrize("name", TEXTS)
def test_text_holds_no_hidden_character(name):
    hidden = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
    assert not hidden.search(text_of(name))
