"""From the settings to a model that can be asked."""

from __future__ import annotations

import pytest

from harness_runtime.messages.models import MODEL_FAILURES
from harness_runtime.models.choose import models_for, panel_models
from harness_runtime.models.interface import (
    WHYS,
    CommandModel,
    EndpointModel,
    Failure,
    HostModel,
    Model,
    UntrustedModel,
)
from harness_runtime.models.told import told
from harness_runtime.settings.model_section import ROLES, ModelSection
from harness_runtime.settings.models import held_models

FILE = ".harness/guard.json"
URL = "https://models.example/v1"

ROWS: dict[str, tuple[dict[str, object], dict[str, object], Model]] = {
    "nothing said": ({}, {}, HostModel("codex")),
    "the host": ({"judge": "host"}, {}, HostModel("codex")),
    "an endpoint": (
        {"judge": "a/b", "base_url": URL, "api_key_env": "KEY"},
        {},
        EndpointModel("a/b", URL, "KEY"),
    ),
    "one without an address": ({"judge": "a/b"}, {}, EndpointModel("a/b", None, None)),
    "a model of the project at the person's address": (
        {"base_url": URL},
        {"judge": "a/b", "base_url": "https://other.example"},
        EndpointModel("a/b", URL, None),
    ),
    "one at an address that nobody trusted": (
        {},
        {"judge": "a/b", "base_url": URL},
        UntrustedModel("a/b", FILE, "address_not_trusted"),
    ),
    "a person's model at an address that nobody trusted": (
        {"judge": "a/b"},
        {"base_url": URL},
        UntrustedModel("a/b", FILE, "address_not_trusted"),
    ),
    "a command": ({"judge": {"command": ["ask", "-q"]}}, {}, CommandModel(("ask", "-q"))),
    "one that nobody trusted": ({}, {"judge": {"command": ["/x/ask", "-q"]}}, UntrustedModel("ask", FILE)),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_who_is_asked(row: tuple[dict[str, object], dict[str, object], Model]) -> None:
    person, project, expected = row
    settings = held_models(ModelSection.model_validate(person), ModelSection.model_validate(project), trusted=False)
    assert models_for("judge", settings, "codex") == expected


def test_every_role_and_the_panel_is_chosen_by_its_own_key() -> None:
    said = {role: f"a/{role}" for role in ROLES}
    settings = held_models(ModelSection.model_validate({**said, "panel": ["host", "a/panel"]}), None, trusted=False)
    assert {role: models_for(role, settings, "claude").name for role in ROLES} == said
    assert [model.name for model in panel_models(settings, "claude")] == ["claude", "a/panel"]


def test_each_failure_has_its_sentence() -> None:
    assert set(MODEL_FAILURES) == set(WHYS)
    assert all("m1" in told(Failure("m1", why, "x"), language) for why in WHYS for language in ("ko", "en"))
