"""An OpenAI-compatible endpoint as a model."""

from __future__ import annotations

from collections.abc import Mapping

from harness_runtime.models.interface import EndpointModel, Failure, Question, Reply


def ask_endpoint(
    chosen: EndpointModel, question: Question, *, seconds: float, environ: Mapping[str, str]
) -> Reply | Failure:
    return Failure(chosen.name, "no_base_url", "model.base_url")
