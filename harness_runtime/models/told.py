"""A failure as the one line that a person reads."""

from __future__ import annotations

from harness_runtime.messages.catalog import sentence
from harness_runtime.messages.models import MODEL_FAILURES
from harness_runtime.models.interface import Failure


def told(failure: Failure, language: str) -> str:
    return sentence(MODEL_FAILURES, language, failure.why, model=failure.model, detail=failure.detail)
