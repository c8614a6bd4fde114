"""Which prompts are commands, in which host and session, and what their argument is."""

import re
from pathlib import Path

import pytest

from harness_runtime.events.user_prompt_submit import BARE
from harness_runtime.messages.commands import COMMANDS
from harness_runtime.workflow.commands import HELP, OTHERS, VERBS, Command, mistyped_command, parse_command

ROOT = Path(__file__).parents[2]
SKILLS = ROOT / "skills"
LAUNCHER = (ROOT / "hooks/launch").read_text("utf-8")

LINK = "/home/somebody/.codex/plugins/cache/harness/harness/0.1.0/skills/{verb}/SKILL.md"


def parse(prompt, host="codex", *, bare=True):
    return parse_command(prompt, host, bare=lambda _: bare)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("host", ["codex", "claude"])
@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize(
    "form",
    ["$harness:{verb}", "[$harness:{verb}](" + LINK + ")", "[$harness:{verb}](</a b/skills/{verb}/SKILL.md>)"],
)
def test_the_own_spellings_count_everywhere(verb, host, bare, form):
    written = form.format(verb=verb)
    assert parse(written, host, bare=bare) == Command(verb, "")
    assert parse(f"{written} a  b", host, bare=bare) == Command(verb, "a  b")
    assert parse(f"{written}\nover\n\nlines\n", host, bare=bare) == Command(verb, "over\n\nlines")


@pytest.mark.parametrize(
    ("prompt", "host", "bare", "is_command"),
    [
        ("/harness:steer x", "claude", False, True),
        ("/harness:steer x", "codex", False, False),
        ("/steer x", "claude", True, True),
        ("/steer x", "codex", True, True),
        ("/steer x", "claude", False, False),  # somebody else's
        ("/harness:goal x", "claude", True, True),
        ("/steering x", "claude", True, False),
        ("/harness steer x", "claude", True, False),
    ],
)
def test_the_hosts_spellings(prompt, host, bare, is_command):
    assert parse(prompt, host, bare=bare) == (
        Command(prompt.partition(" ")[0].rpartition(":")[2].lstrip("/"), "x") if is_command else None
    )


@pytest.mark.parametrize("lead", ["", " ", "   ", "\n", "\n\n  "])
def test_blanks_before_it_do_not_matter(lead):
    assert parse(f"{lead}$harness:steer x") == Command("steer", "x")


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "steer x",
        "$harness steer x",
        "$harness:steered x",
        "$harness:steer-x",
        "$harness:steer:x",
        "$harness:Steer x",
        "$HARNESS:steer x",
        "\\$harness:steer x",
        "use $harness:steer x",
        "x\n$harness:rollback all",
        "> $harness:rollback all",
        "- $harness:rollback all",
        "`$harness:rollback all`",
        "```\n$harness:rollback all\n```",
        "    $harness:rollback all",
        "\t$harness:rollback all",
        "[$harness:rollback](/x/skills/steer/SKILL.md) all",
        "[$harness:rollback](https://example.org) all",
        "[rollback](/x/skills/rollback/SKILL.md) all",
        "[$harness:rollback](/x/skills/rollback/SKILL.md)all",
        "$harness:harness x",
        "$harness:off",
        "$harness:unknown x",
        "harness:steer x",
        "<task-notification>\n$harness:rollback all",
    ],
)
def test_nothing_else_is_a_command(prompt):
    assert parse(prompt) is None


def test_words_of_the_argument():
    command = parse("$harness:rollback  src/a.py \n --force")
    assert command is not None
    assert command.words == ["src/a.py", "--force"]


def test_the_first_looks_at_a_prompt_know_every_bare_verb():
    assert {*BARE} == {*re.findall(r"""\*'"(/\w+)'\*""", LAUNCHER)} == {f"/{verb}" for verb in VERBS}


def test_what_may_be_typed_is_every_skill_and_the_way_out():
    assert {*VERBS, *OTHERS} == {*(path.parent.name for path in SKILLS.glob("*/SKILL.md")), "off"}


@pytest.mark.parametrize(
    ("prompt", "host", "nearest"),
    [
        ("$harness:foo", "codex", ""),
        ("$harness:gard on", "codex", "$harness:guard"),
        ("\n  $harness:Steer x", "claude", "$harness:steer"),
        ("$harness:goal. x", "codex", "$harness:goal"),
        ("$harness:of", "claude", "$harness:off"),
        ("$harness:목표", "codex", ""),
        ("/harness:rolback all", "claude", "/harness:rollback"),
        ("/harness:off", "claude", "$harness:off"),
        ("$harness:" + "x" * 100_000, "codex", ""),
        ("$harness: fix it", "codex", ""),
        ("$harness:", "claude", ""),
        ("$harness:off please", "codex", "$harness:off"),
    ],
    ids=ascii,
)
def test_a_command_that_is_none_is_told_with_the_nearest(prompt, host, nearest):
    found = mistyped_command(prompt, host)
    assert found is not None and found.nearest == nearest
    assert (parse(prompt, host), found.help) == (None, False)
    assert set(found.commands) == set(COMMANDS) == {*VERBS, *OTHERS, HELP} - {"harness"}


@pytest.mark.parametrize(
    ("prompt", "host", "asks"),
    [
        ("$harness:help", "codex", True),
        (" $harness:help goal\n", "claude", True),
        ("/harness:help", "claude", True),
        ("/harness:help", "codex", False),
        ("$harness:hlep", "codex", False),
        ("what is $harness:help?", "codex", False),
    ],
)
def test_help_is_asked_for(prompt, host, asks):
    found = mistyped_command(prompt, host)
    assert bool(found and found.help) is asks


@pytest.mark.parametrize(
    "prompt",
    [
        *(f"$harness:{name} x" for name in (*VERBS, *OTHERS) if name != "off"),
        " $harness:off\n",
        "/harness:foo",
        "$harness foo",
        "$harnessed:foo",
        "what does $harness:foo do?",
        "see\n$harness:foo",
        "> $harness:foo",
        "`$harness:foo`",
        "    $harness:foo",
        "[$harness:foo](/x/skills/foo/SKILL.md)",
    ],
)
def test_a_prompt_that_is_no_mistyped_command_is_the_models(prompt):
    assert mistyped_command(prompt, "codex") is None
