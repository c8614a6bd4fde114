"""Conversations of a judged host, also such as were held before and can be taken up at a stage."""

from __future__ import annotations

from tests.hooks.conftest import claude_stages, codex, compiled, host, host_stages, make_host, stages

__all__ = ["claude_stages", "codex", "compiled", "host", "host_stages", "make_host", "stages"]
