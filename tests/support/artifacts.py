"""Canonical artifacts for tests: valid ones, to be changed where a test wants a fault."""

from __future__ import annotations

import json
from typing import Any

PLAN_PROMPT = "Proceed with this Plan? [y/N]"
REPAIR_PROMPT = "Proceed with this Repair Plan? [y/N]"
SERIAL = {
    "mode": "serial",
    "planner": "one",
    "implementer": "one",
    "reviewer": "clean-context",
    "parallel_writers": False,
}


def tiny_plan(*paths: str, commands: tuple[Any, ...] = (), scope: str = "One greeting.", **policy: Any) -> str:
    block = {
        "schema_version": 1,
        "classification": "Tiny",
        "risk": "Low",
        "allowed_write_paths": list(paths or ("src/app.py",)),
        "verification_commands": list(commands),
        **policy,
    }
    return f"""# Plan

## Task Classification

Tiny

## In Scope

{scope}

## Proposed Change Plan

1. Write it.

## Write Boundary

{policy_block(block)}

## Verification Plan

{"; ".join(map(str, commands)) or "none planned"}

## Approval Gate

The answer decides.

{PLAN_PROMPT}
"""


def small_plan(*paths: str, commands: tuple[Any, ...] = (), **policy: Any) -> str:
    block = {
        "schema_version": 1,
        "classification": "Small",
        "risk": "Low",
        "allowed_write_paths": list(paths or ("src/**",)),
        "verification_commands": list(commands),
        "topology": SERIAL,
        **policy,
    }
    return f"""# Plan

## Task Classification

Small

## Risk Level

Low

## Reasoning for Classification

{_files(block)}

## In Scope

A greeting.

## Out of Scope

The rest.

## Files / Areas to Inspect

src

## Proposed Change Plan

1. Write it.

## Write Boundary

{policy_block(block)}

## Verification Plan

{"; ".join(map(str, commands)) or "none planned"}

## Risks / Assumptions

None.

## Subagent Topology

mode: serial
planner: one
implementer: one
reviewer: clean-context
parallel_writers: false

## Approval Gate

The answer decides.

{PLAN_PROMPT}
"""


def _files(block: dict[str, Any]) -> str:
    """Why the change is Small, in the words of the paths that it lists."""
    paths = block["allowed_write_paths"]
    return "One file, reviewed." if len(paths) == 1 and "*" not in paths[0] else "Some files."


def policy_block(block: dict[str, Any]) -> str:
    return f"```harness-policy\n{json.dumps(block, indent=1, ensure_ascii=False)}\n```"


def repair_plan(
    source_plan_sha256: str,
    *paths: str,
    add: tuple[str, ...] = (),
    remove: tuple[str, ...] = (),
    trigger: str = "review_finding",
    risk: tuple[str, str] = ("Low", "Low"),
    **policy: Any,
) -> str:
    """`paths`: the boundary after the deltas."""
    block = {
        "schema_version": 1,
        "trigger": trigger,
        "source_plan_sha256": source_plan_sha256,
        "deltas": {
            "scope": [],
            "write_boundary": {"add": list(add), "remove": list(remove)},
            "verification": {"add": [], "remove": []},
            "risk": {"from": risk[0], "to": risk[1], "reason": "as found"},
        },
        "allowed_write_paths": list(paths),
        "verification_commands": [],
        **policy,
    }
    return f"""# Repair Plan

## Review Findings Addressed

One finding.

## Repair Context

{policy_block(block)}

## Repair Scope

The finding.

## Files Expected to Change

As listed.

## Verification Required

none planned

## Risks

None.

## Repair Approval Gate

The answer decides.

{REPAIR_PROMPT}
"""


def handoff(role: str = "reviewer") -> str:
    """The section that a child's artifact ends with."""
    return f"""
## SubagentStop Summary

Role: {role}
Result: completed
Inputs: the Plan
Files changed: none
Open points: none
"""


def summary() -> str:
    sections = (
        "Accepted Plan Reference",
        "Changed Files",
        "Summary of Changes",
        "Scope Compliance",
        "Verification Performed",
        "Deviations from Plan",
        "Blockers / Residual Risks",
    )
    return "# Implementation Summary\n\n" + "\n\n".join(f"## {name}\n\nnone" for name in sections) + "\n"


def review(verdict: str = "PASS") -> str:
    return f"""# Clean-context Review

## Inputs Reviewed

The diff.

## Accepted Plan

The Plan.

## Diff / Changed Files

src/app.py

## Verification Evidence

none

## Findings Table

| Severity | Finding | Evidence | Required Action |
|---|---|---|---|

## Verdict

{verdict}
"""


GATE_ROWS = {
    "Plan approval": "| Plan approval | yes | yes | y | approved | - |",
    "Scope expansion approval": "| Scope expansion approval | no | no | - | not_requested | - |",
    "Destructive command approval": "| Destructive command approval | no | no | - | not_applicable | - |",
    "Secret/config access approval": "| Secret/config access approval | no | no | - | not_applicable | - |",
    "Direct DB access approval": "| Direct DB access approval | no | no | - | not_applicable | - |",
    "Repair plan approval": "| Repair plan approval | no | no | - | not_requested | - |",
    "Verification exception approval": "| Verification exception approval | no | no | - | not_requested | - |",
}


def ledger_table(**changed: str) -> str:
    """All seven gates; `changed` replaces rows, keys with `_` for blanks, an empty text leaves a row out."""
    rows = [changed.get(name.replace(" ", "_").replace("/", "_"), row) for name, row in GATE_ROWS.items()]
    head = "| Gate | Required? | Requested? | User response | Result | Notes |\n|---|---|---|---|---|---|\n"
    return head + "\n".join(row for row in rows if row)


def tiny_completion(status: str = "completed", review_status: str = "review_not_required_tiny_only") -> str:
    return f"""# Completion Report

## Status

{status}

## Review Status

{review_status}

## Changed Files

src/app.py

## Verification

none planned

## Approval Ledger

{ledger_table()}

## Residual Risks

none
"""


def completion(
    status: str = "degraded", review_status: str = "review_blocked_degraded", ledger: str | None = None
) -> str:
    return f"""# Completion Report

## Status

{status}

## Review Status

{review_status}

## Repair Plan Required

no

## Changed Files

src/app.py

## Verification

none planned

## Review Result

none

## Approval Ledger

{ledger or ledger_table()}

## Residual Risks

none

## Follow-up

none
"""
