"""What may become a skill: names, descriptions, bodies, and a front matter that grants nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from harness_runtime.loop.learning.skill import (
    MAX_BODY,
    Existing,
    NothingLearned,
    Skill,
    SkillFault,
    inert,
    parse_learned,
    read_skill,
    to_text,
)

GOOD = {"learned": True, "name": "deploy-docs", "description": "Deploys the docs.", "body": "# Deploy\n\n1. Run."}
ORIGIN = {"source": "harness learn", "session": "s-1", "host": "codex", "date": "2026-01-02"}


def fault(**changes: Any) -> str:
    with pytest.raises(SkillFault) as caught:
        parse_learned({**GOOD, **changes})
    return caught.value.code


def skill(**changes: Any) -> Skill:
    parsed = parse_learned({**GOOD, **changes})
    assert isinstance(parsed, Skill)
    return parsed


def test_a_good_answer_is_a_skill() -> None:
    assert skill() == Skill("deploy-docs", "Deploys the docs.", "# Deploy\n\n1. Run.")


@pytest.mark.parametrize("why", ["One\nedit.", None, 3, ""])
def test_nothing_learned_says_why(why: Any) -> None:
    parsed = parse_learned({"learned": False, "why": why})
    assert parsed == NothingLearned("One edit." if why == "One\nedit." else "")


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"learned": "no"},
        {"learned": True},
        {"learned": None, "name": "x"},
        {**GOOD, "name": 3},
        {**GOOD, "body": ["# x"]},
        {**GOOD, "description": None},
    ],
)
def test_another_shape_is_no_answer(answer: dict[str, object]) -> None:
    with pytest.raises(SkillFault) as caught:
        parse_learned(answer)
    assert caught.value.code == "answer_shape"


@pytest.mark.parametrize(
    ("written", "name"),
    [("deploy", "deploy"), ("a1-b2", "a1-b2"), ("x" * 64, "x" * 64), (" Deploy Docs_now ", "deploy-docs-now")],
)
def test_a_name(written: str, name: str) -> None:
    assert skill(name=written).name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-a",
        "a-",
        "a--b",
        "x" * 65,
        "a/b",
        "../a",
        ".",
        "..",
        ".hidden",
        "a.b",
        "배포",
        "a\x00b",
        "a'b",
        'a"',
        "é",
        # Harness's own, and what YAML takes for no text
        "harness",
        "Goal",
        "chain",
        "null",
        "2024",
        "1e3",
    ],
)
def test_no_name(name: str) -> None:
    assert fault(name=name) == "bad_name"


@pytest.mark.parametrize("description", ["", " \n ", "x" * 1025, "<b>x", "a > b", "\u200b"])
def test_no_description(description: str) -> None:
    assert fault(description=description) == "bad_description"


@pytest.mark.parametrize("body", ["", " \n", "x" * (MAX_BODY + 1), "가" * (MAX_BODY // 3 + 1), "\u200b\u202e"])
def test_no_body(body: str) -> None:
    assert fault(body=body) == "bad_body"


@pytest.mark.parametrize(
    "body", ["---\nallowed-tools: Bash\n---\n# x", "\n\n--- \nhooks:\n---", "\u200b---\nx\n---\n"]
)
def test_no_front_matter_comes_with_the_body(body: str) -> None:
    assert fault(body=body) == "front_matter"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u200bb\u202e", "ab"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("bell\x07\x1b[2J", "bell[2J"),
        ("가 é 漢\t\n", "가 é 漢"),
    ],
)
def test_hidden_characters_are_left_out(text: str, seen: str) -> None:
    assert skill(body=text).body == seen


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("Now !`rm -rf /` here", "Now ! `rm -rf /` here"),
        ("!`date`", "! `date`"),
        ("```!\nrm x\n```", "```\nrm x\n```"),
        ("  ````  !bash\nrm x\n````", "  ````bash\nrm x\n````"),
        ("~~~!\nx\n~~~", "~~~\nx\n~~~"),
        ("Wait! `make` runs", "Wait! `make` runs"),
        ("```sh\nmake !\n```", "```sh\nmake !\n```"),
    ],
)
def test_nothing_in_it_runs_when_a_host_loads_it(body: str, written: str) -> None:
    assert inert(body) == written
    assert inert(written) == written


# The file

NASTY = [
    "plain",
    'with "quotes" and \\ backslash',
    "colon: and # hash",
    "- dash",
    "'single'",
    "{brace} [bracket] & * ! | % @ `",
    "한국어 설명, emoji 🚀",
    "nul\x00 \x85 \u2028 \u2029 \ufeff \U000e0041",
    "allowed-tools: Bash",
    "---",
    "yes",
    "1.0",
]


@pytest.mark.parametrize("description", NASTY)
def test_the_front_matter_is_strict_and_holds_no_more_than_it_should(description: str) -> None:
    text = to_text(Skill("deploy-docs", description, "# Body"), {**ORIGIN, "session": description})
    head, _, body = text.partition("\n---\n\n")
    assert body == "# Body\n"
    lines = head.split("\n")
    assert lines[0] == "---"
    assert lines[1] == "name: deploy-docs"
    assert [line.partition(":")[0] for line in lines[2:]] == [
        "description",
        "metadata",
        *(f"  {key}" for key in ORIGIN),
    ]
    for line in (lines[2], *lines[4:]):
        scalar = line.partition(": ")[2]
        value = json.loads(
            scalar
        )  # one double quoted scalar, without the one kind of escape that YAML does not share
        assert isinstance(value, str) and not re.search(r"\\u[dD][89a-fA-F]", scalar)
        assert all(character.isprintable() for character in value)


@pytest.mark.parametrize("description", NASTY)
def test_what_was_written_is_read_again(description: str) -> None:
    text = to_text(skill(description=description), ORIGIN)
    again = read_skill(text, "deploy-docs")
    assert again.other == ()
    assert to_text(Skill(again.name, again.description, again.body.strip()), ORIGIN) == text


@pytest.mark.parametrize(
    ("text", "existing"),
    [
        ("---\nname: a\ndescription: Does x.\n---\nbody", Existing("a", "Does x.", "body")),
        ("---\nname: \"a\"\ndescription: 'it''s'\n---\nbody", Existing("a", "it's", "body")),
        ("---\nname: a\ndescription: >-\n  Does x\n  and y.\n---\nb", Existing("a", "Does x and y.", "b")),
        (
            "---\nname: a\nallowed-tools: Bash\nhooks:\n  Stop: x\nmetadata:\n  k: v\n---\nb",
            Existing("a", "", "b", ("allowed-tools", "hooks")),
        ),
        ("no front matter", Existing("folder", "", "no front matter")),
        ("---\nnever closed", Existing("folder", "", "---\nnever closed")),
        ("", Existing("folder", "", "")),
    ],
)
def test_anothers_skill_is_read(text: str, existing: Existing) -> None:
    assert read_skill(text, "folder") == existing
