"""SubagentStart: nothing to do unless this session is armed."""

from __future__ import annotations

from harness_runtime.events.armed import answer_if_armed


def main() -> None:
    answer_if_armed("harness_runtime.events.on_subagent_start")
