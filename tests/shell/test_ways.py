"""What the denial of an ordinary command offers instead."""

from __future__ import annotations

import pytest

from harness_runtime.messages.denials import HINTS, say
from tests.boundary.scene import Scene
from tests.shell.ground import furnish

APPROVED = [
    {"command": "npm test", "words": ["npm", "test"]},
    {"command": "python -m pytest -q", "words": ["python", "-m", "pytest", "-q"], "more_args": True},
    {"command": "make check", "words": ["make", "check"], "cwd": "docs"},
]


@pytest.fixture
def ground(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = furnish(tmp_path_factory.mktemp("ways").resolve())
    scene.policy["verification_commands"] = APPROVED
    return scene


NEAR = [
    ("npm test -- --watch=false", "`npm test`"),
    ("npm run test", "`npm test`"),
    ("cd src && npm test", "`npm test`"),
    ("python -m pytest tests", "`python -m pytest -q …`"),
    ("make", "`cd {root}/docs && make check`"),
    ("cargo test greet", "`npm test`, `python -m pytest -q …`, `cd {root}/docs && make check`"),
    ("ruff check src", "`npm test`, `python -m pytest -q …`, `cd {root}/docs && make check`"),
]


@pytest.mark.parametrize(("command", "paste"), NEAR)
def test_a_near_miss_names_the_approved_commands_and_where_another_one_goes(
    ground: Scene, command: str, paste: str
) -> None:
    denied = ground.shell(command)
    assert (denied.rule, denied.fields) == (
        "shell_unmodeled",
        {"hint": "verification_add", "paste": paste.format(root=ground.root)},
    )
    assert "deltas.verification.add" in say("en", denied.rule, "implement", subject="x", **denied.fields)


def test_from_another_folder_the_approved_command_is_told_with_its_own(ground: Scene) -> None:
    denied = ground.shell("npm test", cwd=str(ground.root / "src"))
    assert denied.fields["paste"] == f"`cd {ground.root} && npm test`"
    assert ground.shell(f"cd {ground.root} && npm test", cwd=str(ground.root / "src")).verdict == "allow"


@pytest.mark.parametrize("command", ["npm test", "npm ci && npm test", "cargo build"])
def test_while_planning_the_way_is_the_plan(ground: Scene, command: str) -> None:
    ground.state["phase"] = "planning"
    assert ground.shell(command).fields["hint"] == "verification_plan"


@pytest.mark.parametrize(
    "command", ["git status --short", "git diff --stat", "git log --oneline -3", "git stash list"]
)
def test_git_in_a_folder_that_the_plan_opens_is_told_from_the_root(ground: Scene, command: str) -> None:
    inside = {"cwd": str(ground.root / "src")}
    denied = ground.shell(command, **inside)
    told = denied.fields["paste"].strip("`").removesuffix("…")
    name = "stash list" if "stash" in command else command.split()[1]
    assert told == f"git -C {ground.root} {name} "
    assert ground.shell(f"{told}{command.partition(name)[2]}", **inside).verdict == "allow"
    assert ground.shell(f"cd src && {command}").fields == denied.fields


HINTED = [
    ("FOO=1 ls", "assignment"),
    ("CI=1 npm test", "assignment"),
    ("env FOO=1 ls", "assignment"),
    ("export FOO=1", "assignment"),
    ("! grep x src/app.py", "no_negation"),
    ("[[ -f x ]]", "use_test"),
    ("echo x > /dev/stderr", "streams"),
    ("sed -i '' 's/a/b/' src/app.py", "sed_suffix"),
    ("find . -name x -exec grep -l x {} +", "no_find_action"),
    ("find . -name x | xargs cat", "no_xargs"),
    ("python -c 'print(1)' src/x", "verification_add"),
    ("perl -e 1", "no_script"),
    ("pip --version", "no_question"),
    ("python --version && pip --version", "no_question"),
    ("pytest --version -q", "verification_add"),
    ("git hash-object src/app.py", "git_readers"),
    ("Teleport", ""),
]


@pytest.mark.parametrize(("command", "hint"), HINTED)
def test_the_hint(ground: Scene, command: str, hint: str) -> None:
    assert ground.shell(command).fields.get("hint", "") == hint


def test_a_denial_without_a_hint_says_how_to_read() -> None:
    for language in ("ko", "en"):
        assert HINTS[language]["readers"] in say(language, "shell_unmodeled", "planning", subject="Teleport")
