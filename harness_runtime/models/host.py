"""The host's own CLI as a model: no hooks, no tools, no session that anything could be armed in."""

from __future__ import annotations

from collections.abc import Mapping

from harness_runtime.models.interface import Failure, HostModel, Question, Reply


def ask_host(
    chosen: HostModel, question: Question, *, seconds: float, environ: Mapping[str, str], folder: str
) -> Reply | Failure:
    return Failure(chosen.name, "no_host")
