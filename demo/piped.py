"""A gated run without any host: the real hook commands get JSON on stdin, as a host would pipe it.

The agent is this script; the hooks, their answers, the stored state and `inspect` are real.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from demo.shown import show, spoken
from tests.support.artifacts import completion, handoff, ledger_table, repair_plan, review, small_plan, summary
from tests.support.piped import PipedHost, Reply

APP, NAMES, OTHER = "src/app.py", "src/names.py", "src/other.py"
PLAN = small_plan(APP)
PLANNED = PLAN.replace("## Approval Gate", handoff("planner") + "\n## Approval Gate")
REPAIRED = ledger_table(Repair_plan_approval="| Repair plan approval | yes | yes | y | approved | - |")
REPORT = completion("completed", "clean_context_review_completed", REPAIRED)


def run() -> int:
    with tempfile.TemporaryDirectory(prefix="harness-demo-") as folder:
        root = Path(folder).resolve()
        (root / "project/src").mkdir(parents=True)
        (root / "project" / APP).write_text("print('hello')\n", "utf-8")
        (root / "home").mkdir()
        effort = {"type": "turn_context", "payload": {"effort": "xhigh"}}
        (root / "home/transcript.jsonl").write_text(json.dumps(effort) + "\n", "utf-8")
        host = PipedHost(root / "data", root / "project", root / "home", extra=spoken(os.environ))
        _tell(host)
        return 0 if host.state["phase"] == "completed" else 1


def _tell(host: PipedHost) -> None:
    child = {"agent_id": "child", "agent_type": "worker"}
    _person("$harness greet by name", host.prompt("$harness greet by name"))
    _agent(f"reads {APP}", host.shell(f"cat {APP}"))
    _agent(f"writes {APP} before approval", host.write(APP), in_full=True)
    host.review(PLANNED, agent="planner")
    _child("planner", "reads, and drafts a Plan")
    _said(f"shows a Plan for {APP}", host.stop(PLAN), PLAN)
    host.prompt("y", **child)
    _child("another", "says y, which answers nothing")
    _agent(f"writes {APP}, still without your answer", host.write(APP))

    _person("y", host.prompt("y"))
    _agent(f"writes {APP}", host.write(APP))
    _agent(f"writes {OTHER}", host.write(OTHER), in_full=True)
    _agent("runs rm -rf src", host.shell("rm -rf src"))
    _agent(f"a child writes {APP}", host.write(APP, **child))
    _said("shows its Implementation Summary", host.stop(summary()))
    _agent(f"writes {APP} once more", host.write(APP))

    _person("go on", host.prompt("go on"))
    _reviewed(host, "REPAIR_REQUIRED", "reviewer-1")
    source = host.state["accepted"]["plan"]
    _said(
        f"shows a Repair Plan that adds {NAMES}",
        host.stop(repair_plan(source, APP, NAMES, add=(NAMES,))),
    )
    _person("y", host.prompt("y"))
    _agent(f"writes {NAMES}", host.write(NAMES))
    _said("shows its Implementation Summary", host.stop(summary()))

    _person("go on", host.prompt("go on"))
    _said("claims completion by the first review", host.stop(REPORT))
    _person("go on", host.prompt("go on"))
    _reviewed(host, "PASS", "reviewer-2")
    _said("shows its Completion Report", host.stop(REPORT))
    print("\n$ harness-state inspect", flush=True)
    subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", "inspect", host.session_id],
        env={**os.environ, **host.extra, "PLUGIN_DATA": str(host.data)},
        check=True,
    )
    _person("thanks", host.prompt("thanks"))


def _person(text: str, reply: Reply) -> None:
    print(f"\n> {text}")
    _indent(reply.message or reply.reason)


def _agent(what: str, reply: Reply, in_full: bool = False) -> None:
    print(f"  {'denied' if reply.denied else 'passes':7} {what}")
    if reply.denied:
        _indent(reply.reason if in_full else _what_is_wrong(reply.reason))


def _said(what: str, reply: Reply, text: str = "") -> None:
    print(f"  agent   {what}")
    show("          | ", text)
    _indent(reply.message or reply.reason)


def _reviewed(host: PipedHost, verdict: str, agent: str) -> None:
    """A fresh child reads the change and delivers its Review."""
    host.review(review(verdict) + handoff(), agent=agent)
    lacks = ", ".join(host.evidence[-1]["lacks"])
    _child(agent, f"reads the change: {verdict} ({f'lacks {lacks}' if lacks else 'counts'})")


def _child(name: str, does: str) -> None:
    print(f"  child   {name} {does}")


def _what_is_wrong(reason: str) -> str:
    """Without the way on, which a denial says after it."""
    wrong, stop, more = reason.partition(". ")
    return f"{wrong}. …" if stop and more else reason


def _indent(text: str) -> None:
    show("          ", text)


if __name__ == "__main__":
    sys.exit(run())
