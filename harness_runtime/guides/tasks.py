"""Which kind of task a text asks for. Source: guides and sensors contract, Task types."""

from __future__ import annotations

from typing import Literal, get_args

TaskType = Literal["pr", "commit", "docs", "test", "refactor", "bugfix", "feature", "investigation"]
TASK_TYPES: tuple[TaskType, ...] = get_args(TaskType)

# In this order; the first row with a word that the text holds decides, also inside longer words.
KEYWORDS: tuple[tuple[TaskType, tuple[str, ...]], ...] = (
    ("pr", ("create pr", "open pr", "pull request", "make a pr")),
    ("commit", ("commit", "git commit")),
    ("docs", ("docs", "documentation", "readme", "changelog")),
    ("test", ("test", "coverage", "snapshot", "fixture")),
    ("refactor", ("refactor", "cleanup", "clean up", "rename", "restructure")),
    ("bugfix", ("fix", "bug", "broken", "failing", "regression", "panic", "error")),
    ("feature", ("add", "implement", "build", "create", "support", "feature")),
)
OTHERWISE: TaskType = "investigation"


def task_type_of(text: str) -> TaskType:
    """Any case; `latest` counts as `test`."""
    lower = text.lower()
    return next((kind for kind, words in KEYWORDS if any(word in lower for word in words)), OTHERWISE)
