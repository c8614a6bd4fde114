"""The published JSON Schemas of what `harness-state --json` prints, by name.

`python -m harness_runtime.cli.contracts.schemas FOLDER` writes their files; a test holds them in step.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from harness_runtime.cli.contracts.base import Answer
from harness_runtime.cli.contracts.chain import ChainList, ChainStatus
from harness_runtime.cli.contracts.export import Exported
from harness_runtime.cli.contracts.goal import GoalStatus
from harness_runtime.cli.contracts.inspect import Inspect
from harness_runtime.cli.contracts.judged import Draft, Explain, Replay
from harness_runtime.cli.contracts.learning import LearnedSkill, PanelResult
from harness_runtime.cli.contracts.loop import Diffs, RolledBack, Steered
from harness_runtime.cli.contracts.plugin import Checks, Files, SchemaNames
from harness_runtime.cli.contracts.project import Audit, Guides, SensorList, SensorResults, TrustView
from harness_runtime.cli.contracts.report import Report
from harness_runtime.cli.contracts.sessions import LedgerShow, LedgerVerify, Moved, Pruned, Sessions, TurnedOff
from harness_runtime.wire.published import json_schema, write_schemas

SCHEMAS: dict[str, type[Answer]] = {
    "inspect": Inspect,
    "sessions": Sessions,
    "report": Report,
    "ledger-show": LedgerShow,
    "ledger-verify": LedgerVerify,
    "export": Exported,
    "explain": Explain,
    "replay": Replay,
    "checks": Checks,
    "check": Draft,
    "moved": Moved,
    "turned-off": TurnedOff,
    "steer": Steered,
    "goal": GoalStatus,
    "chain-list": ChainList,
    "chain": ChainStatus,
    "rollback": RolledBack,
    "rollback-diff": Diffs,
    "learn": LearnedSkill,
    "panel": PanelResult,
    "loading": Files,
    "prune": Pruned,
    "schema": SchemaNames,
    "trust": TrustView,
    "guides": Guides,
    "sensors-list": SensorList,
    "sensors-run": SensorResults,
    "audit": Audit,
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of one answer, as printed (every key is there)."""
    return json_schema(SCHEMAS[name], "serialization")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]), {name: schema(name) for name in SCHEMAS})
