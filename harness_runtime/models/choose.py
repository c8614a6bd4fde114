"""From the settings to a model that can be asked."""

from __future__ import annotations

from typing import assert_never

from harness_runtime.models.interface import CommandModel, EndpointModel, HostModel, HostName, Model, UntrustedModel
from harness_runtime.settings.guard import GUARD
from harness_runtime.settings.model_section import HOST, ModelCommand, Role
from harness_runtime.settings.models import Chosen, ModelSettings, Withheld


def models_for(role: Role, settings: ModelSettings, host: HostName) -> Model:
    """`host` is the host of the session that asks."""
    return _model(getattr(settings, role), settings, host)


def panel_models(settings: ModelSettings, host: HostName) -> list[Model]:
    """In the order of the settings; empty: there is no panel."""
    return [_model(choice, settings, host) for choice in settings.panel]


def _model(choice: Chosen, settings: ModelSettings, host: HostName) -> Model:
    match choice:
        case Withheld(program):
            return UntrustedModel(program, GUARD)
        case ModelCommand(command=words):
            return CommandModel(tuple(words))
        case str() if choice == HOST:
            return HostModel(host)
        case str() if settings.withheld_url:
            return UntrustedModel(choice, GUARD, "address_not_trusted")
        case str():
            return EndpointModel(choice, settings.base_url, settings.api_key_env)
        case _:
            assert_never(choice)
