"""PostToolUseFailure: Claude Code's PostToolUse of a tool that ran and failed."""

from __future__ import annotations

from harness_runtime.events.post_tool_use import main

__all__ = ["main"]
