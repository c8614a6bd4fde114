"""How commands and sensors came out, in words that the terminal and the page share."""

from __future__ import annotations

from collections.abc import Iterator

from harness_runtime.cli.contracts.report import CommandRow, SensorRound, SensorRow
from harness_runtime.cli.language import sentence
from harness_runtime.cli.sessions.words import check_text


def command_passed(row: CommandRow) -> bool:
    return row.proven and row.exit == 0 and not row.faults


def command_standing(row: CommandRow) -> str:
    if not row.proven:
        return sentence("check_unproven")
    if row.timed_out:
        return sentence("check_timed_out")
    said = check_text("passed" if row.exit == 0 else "failed", row.exit)
    left = sentence("left_behind", paths=", ".join(row.faults)) if row.faults else ""
    return ", ".join(part for part in (said, left) if part)


def measured(seconds: float | None, engine: str) -> str:
    """How long, and in what: "0.1 s, bubblewrap"."""
    return ", ".join(part for part in (f"{seconds:.1f} s" if seconds is not None else "", engine) if part)


def round_title(found: SensorRound) -> str:
    if found.when == "chain_gate":
        return sentence("sensors_at_gate", stage=found.stage or "-")
    return sentence("sensors_at_completion" if found.when == "completion" else "sensors_at_stop")


def sensor_lines(found: SensorRound) -> Iterator[str]:
    for row in found.results:
        yield f"{row.name}: {sensor_standing(row)}"
        if row.outcome != "passed" and row.fix_hint:
            yield f"  {sentence('check_hint', hint=row.fix_hint)}"
    if found.unmet:
        yield sentence("check_unmet", steps=", ".join(found.unmet))


def sensor_standing(row: SensorRow) -> str:
    said = check_text(row.outcome, row.exit)
    return ", ".join((said, sentence("sensor_blocking"))) if row.blocking else said
