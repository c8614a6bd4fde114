"""The table of task types: every keyword, its order, inside longer words, any case."""

from __future__ import annotations

import pytest

from harness_runtime.guides.tasks import KEYWORDS, TASK_TYPES, task_type_of

# The table of the document, row for row, in its order.
DOCUMENTED = {
    "pr": "create pr, open pr, pull request, make a pr",
    "commit": "commit, git commit",
    "docs": "docs, documentation, readme, changelog",
    "test": "test, coverage, snapshot, fixture",
    "refactor": "refactor, cleanup, clean up, rename, restructure",
    "bugfix": "fix, bug, broken, failing, regression, panic, error",
    "feature": "add, implement, build, create, support, feature",
}


def test_the_rows_are_those_of_the_document_in_its_order() -> None:
    assert {kind: ", ".join(words) for kind, words in KEYWORDS} == DOCUMENTED
    assert [kind for kind, _ in KEYWORDS] == list(DOCUMENTED)
    assert (*DOCUMENTED, "investigation") == TASK_TYPES


# Words that another row's keyword hides: the row above matches first.
HIDDEN = {"fixture": "test", "create pr": "pr"}
EACH = [(word, HIDDEN.get(word, kind)) for kind, words in KEYWORDS for word in words]


@pytest.mark.parametrize(("word", "kind"), EACH)
def test_each_keyword_names_its_type(word: str, kind: str) -> None:
    assert task_type_of(f"please {word} it") == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("what is the latest release?", "test"),  # inside a longer word
        ("FIX the Login", "bugfix"),
        ("Address the reviewers", "feature"),  # `add` inside `Address`
        ("create a pull request for the fix", "pr"),  # the first row wins, not the first word
        ("fix the readme", "docs"),
        ("test the commit hook", "commit"),
        ("rename the failing function", "refactor"),
        ("create  pr", "feature"),  # two blanks: not the keyword
        ("why is it slow?", "investigation"),
        ("", "investigation"),
        ("버그를 고쳐 줘", "investigation"),
    ],
)
def test_the_first_row_that_matches_decides(text: str, kind: str) -> None:
    assert task_type_of(text) == kind
