"""A run in short: its name, its totals, how long it took, and the goal and chain of its session."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import Report, RunReport
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report.checks import command_passed
from harness_runtime.cli.sessions.goal import goal_rows
from harness_runtime.cli.sessions.words import span

LONGEST_NAME = 60


def project(root: str) -> str:
    """The name of the folder, of one that is too long for a title its beginning."""
    name = root.rstrip("/").rpartition("/")[2] or root or "-"
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def standing(report: Report) -> list[tuple[str, str]]:
    """The session's goal and chain: labels and values, nothing where there is neither."""
    rows = goal_rows(report.goal)
    chain = report.chain
    if chain is not None and chain.chain is not None:
        stage = f", {chain.stage}/{chain.stages} {chain.agent}" if chain.stage else ""
        rows.append((sentence("chain_column"), f"{chain.chain} ({chain.state}{stage})"))
    return rows


def turn(run: RunReport, name: str) -> str:
    """The turn's number in the run: ids are long, and begin alike."""
    return str(run.turns.index(name) + 1) if name in run.turns else "-"


def duration(run: RunReport) -> str:
    if not run.ended_at:
        return sentence("report_open")
    return span(run.started_at, run.ended_at)


def counts(run: RunReport) -> list[tuple[str, int]]:
    """What a reader wants to know first: labels with their numbers."""
    return [
        ("report_approvals", approvals(run)),
        ("report_allowed", run.allowed),
        ("report_denied", run.denied),
        ("report_files", changed_files(run)),
        ("report_outside_count", outside_count(run)),
        ("report_failed_checks", failing(run)),
    ]


def approvals(run: RunReport) -> int:
    return sum(1 for gate in run.gates if gate.outcome == "approved")


def changed_files(run: RunReport) -> int:
    return sum(1 for path in run.paths if path.change in ("created", "changed", "deleted"))


def outside_count(run: RunReport) -> int:
    return sum(row.count for row in run.outside)


def failing(run: RunReport) -> int:
    """Checks whose last result is no pass."""
    last = {f"command {row.command}": command_passed(row) for row in run.commands}
    last |= {f"sensor {each.name}": each.outcome == "passed" for found in run.sensors for each in found.results}
    return sum(1 for passed in last.values() if not passed)
