"""What the scripted agent shows: a Tiny Plan and the Completion Report that ends its run."""

GATE = "Proceed with this Plan? [y/N]"
INSIDE, OUTSIDE = "src/greeting.py", "src/other.py"

PLAN = f"""\
# Plan

## Task Classification

Tiny

## In Scope

- 인사말을 돌려주는 함수 하나를 더한다.

## Proposed Change Plan

1. `{INSIDE}`에 `greet()`를 만든다.

## Write Boundary

```harness-policy
{{"schema_version": 1, "classification": "Tiny", "risk": "Low",
 "allowed_write_paths": ["{INSIDE}"],
 "verification_commands": [],
 "scratch_paths": [], "network": "none"}}
```

## Verification Plan

none planned

## Approval Gate

`y`는 위의 파일 하나를 쓰는 것만 허락합니다.

{GATE}
"""

COMPLETION = f"""\
# Completion Report

## Status

completed

## Review Status

review_not_required_tiny_only

## Changed Files

- `{INSIDE}`: 새 파일

## Verification

none planned

## Approval Ledger

| Gate | Required? | Requested? | User response | Result | Notes |
|---|---|---|---|---|---|
| Plan approval | yes | yes | y | approved | Tiny |

## Residual Risks

none
"""
