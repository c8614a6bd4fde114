"""The project's guard.json: each key with what it takes, and nothing that would give authority."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.policy_paths import path_faults
from harness_runtime.settings.commands import Command
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import PERSON_ONLY, PLAN_ONLY, Guard, allows_risk, load_guard

FULL = {
    "schema_version": 1,
    "deny_write_paths": ["migrations/**", "vendor/*"],
    "approval_required_paths": ["pyproject.toml", "deploy/**"],
    "secret_paths": ["config/*.secret"],
    "review_required": True,
    "verification_commands": [
        "pytest -q",
        {"command": "pnpm test", "cwd": "packages/a", "env": {"CI": "1"}, "more_args": True, "evidence": False},
    ],
    "max_risk": "Medium",
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
GLOB_LISTS = ("deny_write_paths", "approval_required_paths", "secret_paths")


def fault(guard, content: object) -> SettingsFault:
    with pytest.raises(SettingsFault) as caught:
        guard.holds(content).load()
    return caught.value


def test_no_file_is_no_guard(tmp_path):
    assert load_guard(tmp_path) is None


def test_a_harness_that_is_no_folder_holds_no_guard(tmp_path):
    (tmp_path / ".harness").write_text("")
    assert load_guard(tmp_path) is None


def test_every_key_comes_through(guard):
    assert guard.holds(FULL).load().model_dump() == FULL


def test_an_empty_guard_restricts_nothing(guard):
    assert guard.holds({}).load() == Guard()


def test_required_commands_have_the_defaults_of_a_plan(guard):
    assert guard.holds(FULL).load().commands() == [
        Command(command="pytest -q", cwd=".", env={}, more_args=False, evidence=True),
        Command(command="pnpm test", cwd="packages/a", env={"CI": "1"}, more_args=True, evidence=False),
    ]


@pytest.mark.parametrize(
    ("limit", "allowed"),
    [
        (None, ["Low", "Medium", "High"]),
        ("High", ["Low", "Medium", "High"]),
        ("Medium", ["Low", "Medium"]),
        ("Low", ["Low"]),
    ],
)
def test_max_risk_is_the_highest_that_a_plan_may_have(limit, allowed):
    assert [risk for risk in ("Low", "Medium", "High") if allows_risk(limit, risk)] == allowed


def test_an_unknown_risk_is_above_every_limit():
    assert not allows_risk("High", "Extreme")


@pytest.mark.parametrize("key", PLAN_ONLY)
def test_what_only_a_plan_may_set_is_refused_and_said_so(guard, key):
    found = fault(guard, {key: []})
    assert (found.code, found.where) == ("widens", key)
    assert "never widen authority" in str(found)


@pytest.mark.parametrize("key", PERSON_ONLY)
def test_what_only_the_person_may_set_is_refused_and_said_so(guard, key):
    found = fault(guard, {key: "terminal"})
    assert (found.code, found.where) == ("person_only", key)
    assert "config.json" in str(found)


@pytest.mark.parametrize("key", GLOB_LISTS)
@pytest.mark.parametrize("value", ["src/**", None, {}, [1], [["a"]], ["a"] * 201])
def test_a_list_of_globs_is_a_list_of_strings(guard, key, value):
    assert fault(guard, {key: value}).where.startswith(key)


GLOBS = {
    True: ["a", "a/b.py", "**", "**/x", "a/**/b", "*.py", "?", "a/.env", "한글/파일", "a b/c", "x" * 1024],
    False: [
        "",
        "/a",
        "~/a",
        "~",
        "a//b",
        "a/",
        "./a",
        "a/./b",
        "..",
        "a/../b",
        "a**",
        "a/**b",
        "a\\b",
        " a",
        "a ",
        "a\nb",
        "a\x7f",
        "x" * 1025,
    ],
}


@pytest.mark.parametrize("key", GLOB_LISTS)
@pytest.mark.parametrize(
    ("valid", "glob"), [(valid, glob) for valid, globs in GLOBS.items() for glob in globs], ids=ascii
)
def test_globs_have_the_form_of_a_plans_globs(guard, key, valid, glob):
    assert (not path_faults("", "", [glob])) is valid
    guard.holds({key: [glob]})
    if valid:
        assert getattr(guard.load(), key) == [glob]
    else:
        with pytest.raises(SettingsFault) as caught:
            guard.load()
        assert caught.value.where == f"{key}[0]"


def test_a_glob_that_is_not_composed_is_refused(guard):
    assert fault(guard, {"secret_paths": ["ok", "e\u0301"]}).where == "secret_paths[1]"


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        (3, ""),
        (None, ""),
        ([], ""),
        ("", ""),
        ("   ", ""),
        ("a\nb", ""),
        ("a\x00", ""),
        ("echo 'open", ""),
        ("x" * 4097, ""),
        ({}, ".command"),
        ({"command": ""}, ".command"),
        ({"command": "a", "shell": True}, ".shell"),
        ({"command": "a", "cwd": ".."}, ".cwd"),
        ({"command": "a", "cwd": "/tmp"}, ".cwd"),
        ({"command": "a", "cwd": "a/*"}, ".cwd"),
        ({"command": "a", "cwd": ""}, ".cwd"),
        ({"command": "a", "env": []}, ".env"),
        ({"command": "a", "env": {"A B": "1"}}, ".env.A B"),
        ({"command": "a", "env": {"A\n": "1"}}, ".env.A�"),
        ({"command": "a", "env": {"command": 1}}, ".env.command"),
        ({"command": "a", "env": {f"V{n}": "" for n in range(33)}}, ".env"),
        ({"command": "a", "more_args": 1}, ".more_args"),
        ({"command": "a", "evidence": "yes"}, ".evidence"),
    ],
)
def test_a_command_that_is_none_is_named_by_its_place(guard, entry, where):
    found = fault(guard, {"verification_commands": ["fine", entry]})
    assert found.where == f"verification_commands[1]{where}"


def test_what_is_expected_of_an_environment_is_not_confused_with_its_names(guard):
    assert "environment variables" in str(
        fault(guard, {"verification_commands": [{"command": "a", "env": {"cwd": 1}}]})
    )


@pytest.mark.parametrize("value", ["low", "", 1, ["Low"]])
def test_a_risk_is_one_of_three_words(guard, value):
    assert str(fault(guard, {"max_risk": value})).endswith("max_risk: must be one of Low, Medium, High")


@pytest.mark.parametrize("value", ["true", 1, None])
def test_review_required_is_a_boolean(guard, value):
    assert fault(guard, {"review_required": value}).where == "review_required"


def test_a_guard_is_immutable(guard):
    with pytest.raises(ValueError):
        guard.holds({}).load().max_risk = "High"


def test_a_link_is_no_guard(guard, tmp_path):
    (tmp_path / "elsewhere.json").write_text("{}")
    guard.path.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(SettingsFault) as caught:
        guard.load()
    assert caught.value.code == "link"


def test_a_dangling_link_is_no_absent_guard(guard):
    guard.path.symlink_to("nowhere")
    with pytest.raises(SettingsFault) as caught:
        guard.load()
    assert caught.value.code == "link"


def test_a_linked_folder_holds_no_guard(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "guard.json").write_text("{}")
    (tmp_path / ".harness").symlink_to("other")
    with pytest.raises(SettingsFault) as caught:
        load_guard(tmp_path)
    assert (caught.value.code, caught.value.path) == ("link", str(tmp_path / ".harness"))


def test_a_misspelt_key_is_named_before_the_one_that_lacks(guard):
    found = fault(guard, {"model": {"judge": {"comand": ["x"]}}})
    assert (found.code, found.where) == ("unknown_key", "model.judge.comand")
