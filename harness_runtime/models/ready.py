"""What would keep a model from being asked, as far as can be told without asking it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import assert_never

from harness_runtime.models.endpoint import BASE_URL, PACKAGE, key_of
from harness_runtime.models.host import find_program
from harness_runtime.models.interface import (
    CommandModel,
    EndpointModel,
    Failure,
    HostModel,
    Model,
    UntrustedModel,
)
from harness_runtime.models.programs import find


def why_not(model: Model, environ: Mapping[str, str], here: str) -> Failure | None:
    """The failure that asking would end in; None where nothing speaks against it. `here`: the session's folder."""
    match model:
        case UntrustedModel():
            return model.failure
        case HostModel(host):
            found = find_program(host, environ, here)
            return Failure(model.name, "no_host", host) if found is None else None
        case CommandModel(words):
            found = find(words[0], environ, here)
            return Failure(model.name, "no_program", words[0]) if found is None else None
        case EndpointModel():
            return _endpoint(model, environ)
        case _:
            assert_never(model)


def _endpoint(model: EndpointModel, environ: Mapping[str, str]) -> Failure | None:
    if model.base_url is None:
        return Failure(model.name, "no_base_url", BASE_URL)
    if key_of(model, environ) is None:
        return Failure(model.name, "missing_key", str(model.api_key_env))
    if importlib.util.find_spec("openai") is None:
        return Failure(model.name, "not_installed", PACKAGE)
    return None
