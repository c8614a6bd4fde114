"""A workspace with a harness file, trusted without the terminal that `trust` itself asks for."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from harness_runtime.guides.parse import parse
from harness_runtime.guides.texts import hashes
from harness_runtime.guides.trust import Trusted, give_trust

HARNESS = """\
[defaults]
workflow = "everyday"

[[guides]]
name = "Style"
path = "docs/style.md"
priority = 1

[[guides]]
name = "Commits"
text = "Short subjects."

[[guides]]
name = "Writing"
text = "Plain words."

[[sensors]]
name = "good"
command = "echo fine"

[[sensors]]
name = "bad"
command = "seq 3; exit 4"
blocking = true
fix_hint = "count to two"

[[workflows]]
name = "everyday"
guides = ["Style", "Commits"]
sensors = ["good", "bad"]
completion_policy = "care"

[[workflows]]
name = "writing"
task_types = ["docs"]
guides = ["Writing"]
sensors = ["good"]

[[completion_policies]]
name = "care"
require_fast_sensors = true
"""


def write_harness(workspace: Path, toml: str = HARNESS) -> Path:
    for name, text in ((".o4/harness.toml", toml), ("docs/style.md", "Tabs.\n")):
        (workspace / name).parent.mkdir(exist_ok=True)
        (workspace / name).write_text(text)
    return workspace


def trust(data: Path, workspace: Path) -> None:
    raw = (workspace / ".o4/harness.toml").read_bytes()
    give_trust(data, workspace, Trusted(sha256(raw).hexdigest(), hashes(workspace, parse(raw).guides)))
