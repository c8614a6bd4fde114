"""`make bench`: prints a table of ratios against budgets. A measurement, not a test: it always exits 0.

Each case is a whole process, from stdin to exit, started as the host starts it. All cases are measured in turn,
round after round, so that a machine that gets slower gets slower for all of them.

    python -m bench [ROUNDS] [--other COMMAND]    COMMAND: another guard's PreToolUse hook, measured beside ours
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.cases import Case, prepare
from bench.suite import prepare_suite

WARM_UP = 3
SUITE_SHARE = 4  # a suite takes so much longer than a hook that a part of the rounds must do


@dataclass(frozen=True)
class Row:
    """Seconds of one case, and the pairwise ratio to the baseline of the same round."""

    case: Case
    seconds: float
    ratio: float


def measure(cases: Sequence[Case], rounds: int) -> list[Row]:
    """`cases[0]` is the baseline."""
    times: list[list[float]] = [[] for _ in cases]
    for number in range(rounds + WARM_UP):
        for position, case in enumerate(cases):
            took = _once(case)
            if number >= WARM_UP:
                times[position].append(took)
    base = times[0]
    return [
        Row(
            case,
            statistics.median(taken),
            statistics.median((own - case.allowance) / bare for own, bare in zip(taken, base, strict=True)),
        )
        for case, taken in zip(cases, times, strict=True)
    ]


def _once(case: Case) -> float:
    started = time.perf_counter()
    done = subprocess.run(
        case.command, input=case.stdin, env=case.environment, cwd=case.folder, capture_output=True, check=False
    )
    took = time.perf_counter() - started
    if done.returncode != case.exit_code:
        raise SystemExit(f"bench: {case.name}: exit {done.returncode}: {done.stderr.decode()[:400]}")
    return took


def main(arguments: list[str]) -> int:
    other = ""
    if "--other" in arguments:
        place = arguments.index("--other")
        other = arguments[place + 1]
        del arguments[place : place + 2]
    rounds = int(arguments[0]) if arguments else 40
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        root = Path(folder).resolve()
        rows = measure(prepare(root, other), rounds)
        rows += measure(prepare_suite(root / "suite"), max(1, rounds // SUITE_SHARE))
    print(f"{'case':58} {'ms':>8} {'ratio':>7} {'budget':>7}")
    for row in rows:
        budget = f"{row.case.budget:.2f}" if row.case.budget else ""
        over = "  over" if row.case.budget and row.ratio > row.case.budget else ""
        print(f"{row.case.name:58} {row.seconds * 1000:8.2f} {row.ratio:7.2f} {budget:>7}{over}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
