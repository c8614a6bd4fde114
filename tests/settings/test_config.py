"""The person's config.json: each key with what it takes."""

from __future__ import annotations

import pytest

from harness_runtime.settings.config import Config, load_config
from harness_runtime.settings.fault import SettingsFault

FULL = {
    "schema_version": 1,
    "language": "en",
    "approval": "terminal",
    "confinement": "best_effort",
    "shell": "confined",
    "always_armed": True,
    "read_tools": ["mcp__github__get_issue", "multi_agent_v1wait_agent"],
    "not_secret": ["tests/fixtures/*.pem"],
    "agent": {
        "repeat_limit": 4,
        "verify_replies": True,
        "verify_max": 1,
        "goal_max_iterations": 5,
        "max_turns": 100,
    },
    "tools": {"max_tool_calls_per_turn": 64},
    "model": {
        "judge": "host",
        "critic": "openai/gpt-5-mini",
        "learn": {"command": ["llm", "-m", "local"]},
        "synthesis": "host",
        "panel": ["host", "anthropic/claude-sonnet-4.5", {"command": ["/opt/model"]}],
        "base_url": "https://models.example/v1",
        "api_key_env": "MODELS_KEY",
        "timeout_seconds": 30,
        "max_calls_per_turn": 5,
    },
    "harness": {},
}


def test_no_file_and_no_folder_are_the_defaults(tmp_path):
    assert load_config(tmp_path) == load_config(tmp_path / "absent") == Config()


def test_the_defaults_are_the_strict_ones():
    config = Config()
    assert (config.language, config.approval, config.confinement, config.shell) == (
        None,
        "prompt",
        "required",
        "strict",
    )
    assert (config.always_armed, config.read_tools, config.not_secret) == (False, [], [])


def test_every_key_comes_through(config):
    assert config.holds(FULL).load().model_dump() == FULL


def test_the_persons_file_may_be_a_link(config, tmp_path):
    (tmp_path / "dotfile").write_text('{"language": "en"}')
    config.path.symlink_to("dotfile")
    assert config.load().language == "en"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("language", "fr"),
        ("language", ""),
        ("approval", "auto"),
        ("approval", None),
        ("confinement", "none"),
        ("shell", True),
        ("always_armed", "yes"),
        ("read_tools", "Read"),
        ("not_secret", ["/etc/**"]),
        ("deny_write_paths", []),
        ("verification_commands", []),
    ],
)
def test_a_value_that_does_not_belong_there_is_named(config, key, value):
    with pytest.raises(SettingsFault) as caught:
        config.holds({key: value}).load()
    assert caught.value.where.startswith(key)


@pytest.mark.parametrize("name", ["mcp__*", "", "a b", "?", "[a]", "a\n", "x" * 129, "../a"])
def test_a_read_tool_is_named_exactly(config, name):
    with pytest.raises(SettingsFault) as caught:
        config.holds({"read_tools": ["fine", name]}).load()
    assert str(caught.value).endswith("read_tools[1]: must be one exact tool name (no wildcard)")
