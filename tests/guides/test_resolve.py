"""The text of each guide: what is wrong with it, what that does when it is optional and when it is required."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness_runtime.guides.fault import HarnessFault
from tests.guides.conftest import Project

FAULTS: dict[str, tuple[str, Callable[[Project], object], str]] = {
    "its file is missing": ("path = 'g.md'", lambda project: None, "file_missing"),
    "its file lies outside": (
        "path = '../g.md'",
        lambda project: (project.root / "../g.md").write_text("g"),
        "file_missing",
    ),
    "a link leads outside": (
        "path = 'l.md'",
        lambda project: (project.root / "l.md").symlink_to("/etc/passwd"),
        "file_missing",
    ),
    "its file is a folder": ("path = 'd'", lambda project: (project.root / "d").mkdir(), "file_not_regular"),
    "its file is too large": (
        "path = 'g.md'",
        lambda project: project.holds("g.md", b"x" * 262_145),
        "file_too_large",
    ),
    "its file is not UTF-8": ("path = 'g.md'", lambda project: project.holds("g.md", b"\xff\xfe"), "encoding"),
    "it has neither path nor text": ("", lambda project: None, "guide_nothing"),
    "its text is blank": ("text = '  '", lambda project: None, "guide_nothing"),
    "its path is empty": ("path = ''", lambda project: None, "file_not_regular"),
    "it has both, and the path fails": ("path = 'g.md'\ntext = 'inline'", lambda project: None, "file_missing"),
}
OTHER = "\n[[guides]]\nname = 'Fine'\ntext = 'fine'\n"


@pytest.mark.parametrize(("keys", "make", "code"), FAULTS.values(), ids=FAULTS.keys())
def test_an_optional_guide_is_left_out_with_a_warning(
    project: Project, keys: str, make: Callable[[Project], object], code: str
) -> None:
    make(project)
    found = project.harness(f"[[guides]]\nname = 'G'\n{keys}{OTHER}").trust().resolve()
    assert [guide.guide.name for guide in found.guides] == ["Fine"]
    assert [warning.code for warning in found.warnings] == [code]


@pytest.mark.parametrize(("keys", "make", "code"), FAULTS.values(), ids=FAULTS.keys())
@pytest.mark.parametrize(
    "workflow", ["", "\n[defaults]\nworkflow = 'W'\n[[workflows]]\nname = 'W'\nguides = ['Fine']"]
)
def test_a_required_guide_skips_the_whole_harness_used_or_not(
    project: Project, keys: str, make: Callable[[Project], object], code: str, workflow: str
) -> None:
    make(project)
    project.harness(f"[[guides]]\nname = 'G'\nrequired = true\n{keys}{OTHER}{workflow}").trust()
    with pytest.raises(HarnessFault) as caught:
        project.resolve()
    assert [fault.code for fault in caught.value.faults] == [code]


def test_no_warning_for_a_guide_that_the_workflow_does_not_use(project: Project) -> None:
    project.harness(
        f"[[guides]]\nname = 'G'{OTHER}[defaults]\nworkflow = 'W'\n[[workflows]]\nname = 'W'\nguides = ['Fine']"
    )
    assert project.trust().resolve().warnings == ()


def test_the_path_wins_over_the_text(project: Project) -> None:
    project.holds("g.md", "from the file").harness("[[guides]]\nname = 'G'\npath = 'g.md'\ntext = 'inline'").trust()
    [guide] = project.resolve().guides
    assert (guide.text, guide.source) == ("from the file", "g.md")


def test_a_byte_order_mark_is_no_text(project: Project) -> None:
    project.holds("g.md", b"\xef\xbb\xbfstyle").harness("[[guides]]\nname = 'G'\npath = 'g.md'").trust()
    assert project.resolve().guides[0].text == "style"


INSTRUCTED = "[[guides]]\nname = 'G'\nrequired = true\npath = 'g.md'\n[[guides]]\nname = 'H'\ntext = 'Use tabs.'"


@pytest.mark.parametrize("name", ["AGENTS.md", "CLAUDE.md"])
def test_what_the_project_s_instructions_say_is_not_said_twice(project: Project, name: str) -> None:
    project.holds(name, "# Rules\n\nSort the\nimports.\n\nMore.\n").holds("g.md", "Sort  the imports.\n")
    found = project.harness(INSTRUCTED).trust().resolve()
    assert ([guide.guide.name for guide in found.guides], found.repeated, found.warnings) == (["H"], ("G",), ())


@pytest.mark.parametrize(
    ("name", "text"),
    [("AGENTS.md", "Sort the imports"), ("README.md", "Sort the imports."), ("docs/AGENTS.md", "Sort the imports.")],
)
def test_other_texts_and_other_files_do_not_count(project: Project, name: str, text: str) -> None:
    project.holds(name, text).holds("g.md", "Sort the imports.\n").harness(INSTRUCTED).trust()
    assert project.resolve().repeated == ()


def test_an_empty_guide_file_stands_in_no_instructions(project: Project) -> None:
    project.holds("AGENTS.md", "text").holds("g.md", "\n").harness(INSTRUCTED).trust()
    assert project.resolve().repeated == ()
