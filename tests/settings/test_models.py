"""The settings of models: what each key takes, and what holds when both files speak."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.model_section import ModelCommand, ModelSection
from harness_runtime.settings.models import ModelSettings, Withheld, held_models, model_settings
from harness_runtime.settings.trusted import trust_guard

DEFAULTS = ModelSettings(
    judge="host",
    critic="host",
    learn="host",
    synthesis="host",
    panel=(),
    base_url=None,
    api_key_env=None,
    withheld_url=False,
    timeout_seconds=60,
    max_calls_per_turn=20,
)
COMMAND = {"command": ["/opt/models/ask", "-q"]}
URL, OTHER = "https://models.example/v1", "http://127.0.0.1:8080"

CHOICE = '"host", "provider/model" (at most 200 characters), or {"command": [words]}'

WRONG = {
    "judge.name": ("judge", "gpt-5", "judge", CHOICE),
    "judge.blank": ("judge", "a/b c", "judge", None),
    "judge.null": ("judge", None, "judge", None),
    "judge.list": ("judge", ["host"], "judge", None),
    "panel.text": ("panel", "host", "panel", "a list of models (at most 8)"),
    "panel.long": ("panel", ["host"] * 9, "panel", None),
    "panel.entry": ("panel", ["host", 1], "panel[1]", CHOICE),
    "command.text": (
        "critic",
        {"command": "ask -q"},
        "critic.command",
        "a list of words (1 to 64, no control characters) whose first is a program's name or absolute path",
    ),
    "command.none": ("critic", {"command": []}, "critic.command", None),
    "command.relative": ("critic", {"command": ["./ask"]}, "critic.command", None),
    "command.control": ("critic", {"command": ["ask", "a\nb"]}, "critic.command", None),
    "command.word": ("panel", [{"command": ["ask", 1]}], "panel[0].command[1]", "a text (at most 4096 characters)"),
    "command.missing": ("learn", {}, "learn.command", None),
    "base_url.scheme": ("base_url", "ftp://a/b", "base_url", "an http or https address (no user, query or fragment)"),
    "base_url.user": ("base_url", "https://me:pw@a/b", "base_url", None),
    "base_url.query": ("base_url", "https://a/b?key=1", "base_url", None),
    "key.value": (
        "api_key_env",
        "sk-abc",
        "api_key_env",
        "the name of an environment variable ([A-Za-z_][A-Za-z0-9_]*), not the key itself",
    ),
    "seconds": ("timeout_seconds", 601, "timeout_seconds", "a whole number of seconds from 1 to 600"),
    "calls": ("max_calls_per_turn", 0, "max_calls_per_turn", "a whole number from 1 to 1000"),
}  # fmt: skip


@pytest.mark.parametrize("row", WRONG.values(), ids=WRONG)
def test_what_a_key_does_not_take_is_told(either, row) -> None:
    key, value, where, expected = row
    with pytest.raises(SettingsFault) as caught:
        either.holds({"model": {key: value}}).load()
    assert caught.value.where == f"model.{where}"
    assert expected is None or caught.value.why.endswith(expected)


@pytest.mark.parametrize(
    ("model", "line"),
    [
        ({"judges": "host"}, "model.judges: unknown key; known are: judge, critic, learn, synthesis, panel, "),
        ({"judge": {"command": ["a"], "cwd": "/"}}, "model.judge.cwd: unknown key; known are: command"),
        ({"panel": [{"command": ["a"], "cwd": "/"}]}, "model.panel[0].cwd: unknown key; known are: command"),
    ],
)
def test_an_unknown_key_is_told_with_those_that_are_known(either, model, line) -> None:
    with pytest.raises(SettingsFault) as caught:
        either.holds({"model": model}).load()
    assert line in str(caught.value)


@pytest.mark.parametrize(
    "name", ["host", "openai/gpt-5.5", "anthropic/claude-sonnet-4.5", "a/b/c:free", "local/q@4+x"]
)
def test_names_of_models(either, name) -> None:
    assert either.holds({"model": {"judge": name}}).load().model.judge == name


@pytest.mark.parametrize("url", [URL, OTHER, "http://[::1]:8080/v1", "https://a.example/x/y-z/"])
def test_addresses(either, url) -> None:
    assert either.holds({"model": {"base_url": url}}).load().model.base_url == url


def held(person: dict, project: dict | None = None, *, trusted: bool = False) -> ModelSettings:
    read = [None if said is None else ModelSection.model_validate(said) for said in (person, project)]
    return held_models(read[0], read[1], trusted=trusted)


def test_the_defaults() -> None:
    assert held({}) == held({}, {}) == held({}, {}, trusted=True) == DEFAULTS


RUN = ModelCommand(command=COMMAND["command"])

HOLDS = {
    "the project names": ({}, {"judge": "a/b"}, False, {"judge": "a/b"}),
    "the person wins": ({"judge": "c/d"}, {"judge": "a/b"}, True, {"judge": "c/d"}),
    "also with the default": ({"judge": "host"}, {"judge": "a/b"}, True, {"judge": "host"}),
    "also with an empty panel": ({"panel": []}, {"panel": ["a/b"]}, True, {}),
    "the panel as a whole": ({"panel": ["c/d"]}, {"panel": ["a/b"]}, True, {"panel": ("c/d",)}),
    "a command of the person": ({"judge": COMMAND}, None, False, {"judge": RUN}),
    "a command of a trusted project": ({}, {"judge": COMMAND}, True, {"judge": RUN}),
    "a command of an untrusted one": ({}, {"judge": COMMAND}, False, {"judge": Withheld("ask")}),
    "the same in a panel": ({}, {"panel": ["host", COMMAND]}, False, {"panel": ("host", Withheld("ask"))}),
    "an address of the person": ({"base_url": URL}, None, False, {"base_url": URL}),
    "one of a trusted project": ({}, {"base_url": URL}, True, {"base_url": URL}),
    "one of an untrusted one": ({}, {"base_url": URL}, False, {"withheld_url": True}),
    "a key of an untrusted one": ({}, {"api_key_env": "KEY"}, False, {}),
    "the person's key stays with the person's address": (
        {"base_url": URL, "api_key_env": "KEY"},
        {"base_url": OTHER, "api_key_env": "OTHER"},
        True,
        {"base_url": URL, "api_key_env": "KEY"},
    ),
    "and goes to no other": (
        {"api_key_env": "KEY"},
        {"base_url": OTHER},
        True,
        {"api_key_env": "KEY", "withheld_url": True},
    ),
    "no other key goes to the person's address": (
        {"base_url": URL},
        {"api_key_env": "HOME"},
        True,
        {"base_url": URL},
    ),
    "the lower limits": (
        {"timeout_seconds": 90, "max_calls_per_turn": 10},
        {"timeout_seconds": 30, "max_calls_per_turn": 40},
        False,
        {"timeout_seconds": 30, "max_calls_per_turn": 10},
    ),
}


@pytest.mark.parametrize("row", HOLDS.values(), ids=HOLDS)
def test_what_holds_when_both_speak(row) -> None:
    person, project, trusted, differs = row
    assert held(person, project, trusted=trusted) == replace(DEFAULTS, **differs)


def test_trust_is_in_the_bytes_of_the_projects_file(tmp_path) -> None:
    root, data = tmp_path / "project", tmp_path / "data"
    (root / ".harness").mkdir(parents=True)
    data.mkdir()
    file = root / ".harness/guard.json"
    file.write_text(json.dumps({"model": {"judge": COMMAND}}), "utf-8")
    assert model_settings(str(root), str(data)).judge == Withheld("ask")
    found = read_guard(root)
    assert found is not None
    trust_guard(data, root, found.sha256)
    assert model_settings(str(root), str(data)).judge == RUN
    file.write_text(json.dumps({"model": {"judge": {"command": ["/opt/other"]}}}), "utf-8")
    assert model_settings(str(root), str(data)).judge == Withheld("other")


def test_without_files_the_defaults_hold(tmp_path) -> None:
    assert model_settings(str(tmp_path / "project"), str(tmp_path / "data")) == DEFAULTS
