"""Which models hold for a session, when the person's file and the project's speak.

A project's file may name models. What runs on this machine (a command), where a text is sent (a base URL) and with
which key counts only from the person's own file, or from a project's file that the person trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness_runtime.settings.config import load_config
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.model_section import ModelCommand, ModelSection, Role
from harness_runtime.settings.program_name import program_name
from harness_runtime.settings.trusted import is_trusted


@dataclass(frozen=True)
class Withheld:
    """What only an untrusted project's file says would be run here, by the name of its program."""

    program: str


Chosen = str | ModelCommand | Withheld


@dataclass(frozen=True)
class ModelSettings:
    """What holds for a session. `withheld_url`: only an untrusted project's file says where the endpoint is."""

    judge: Chosen
    critic: Chosen
    learn: Chosen
    synthesis: Chosen
    panel: tuple[Chosen, ...]
    base_url: str | None
    api_key_env: str | None
    withheld_url: bool
    timeout_seconds: int
    max_calls_per_turn: int


def model_settings(root: str, data: str) -> ModelSettings:
    """As the files stand now. Raises SettingsFault."""
    person, project = load_config(Path(data)), read_guard(Path(root))
    if project is None:
        return held_models(person.model, None, trusted=False)
    return held_models(person.model, project.guard.model, trusted=is_trusted(data, root, project.sha256))


def held_models(person: ModelSection, project: ModelSection | None, *, trusted: bool) -> ModelSettings:
    """The person's choice, else the project's, else the default. A project may shorten and lower the limits.

    Address and key come from one file together: nobody's key goes to an address that somebody else named.
    """
    said = project or ModelSection()
    own_address = bool({"base_url", "api_key_env"} & person.model_fields_set)
    endpoint = person if own_address or not trusted else said
    return ModelSettings(
        judge=_choice("judge", person, said, trusted),
        critic=_choice("critic", person, said, trusted),
        learn=_choice("learn", person, said, trusted),
        synthesis=_choice("synthesis", person, said, trusted),
        panel=_panel(person, said, trusted),
        base_url=endpoint.base_url,
        api_key_env=endpoint.api_key_env,
        withheld_url=endpoint.base_url is None and said.base_url is not None,
        timeout_seconds=_lower("timeout_seconds", person, said),
        max_calls_per_turn=_lower("max_calls_per_turn", person, said),
    )


def _choice(role: Role, person: ModelSection, project: ModelSection, trusted: bool) -> Chosen:
    if role in person.model_fields_set:
        own: Chosen = getattr(person, role)
        return own
    return _counted(getattr(project, role), trusted)


def _panel(person: ModelSection, project: ModelSection, trusted: bool) -> tuple[Chosen, ...]:
    if "panel" in person.model_fields_set:
        return tuple(person.panel)
    return tuple(_counted(choice, trusted) for choice in project.panel)


def _counted(choice: str | ModelCommand, trusted: bool) -> Chosen:
    if isinstance(choice, ModelCommand) and not trusted:
        return Withheld(program_name(choice.command))
    return choice


def _lower(name: str, person: ModelSection, project: ModelSection) -> int:
    own: int = getattr(person, name)
    return min(own, getattr(project, name)) if name in project.model_fields_set else own
