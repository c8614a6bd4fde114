"""What a task really gets: the selection with the texts of its guides, and a warning for each that is left out."""

from __future__ import annotations

from dataclasses import dataclass

from harness_runtime.guides.document import Guide
from harness_runtime.guides.fault import Fault, HarnessFault, named
from harness_runtime.guides.load import Harness
from harness_runtime.guides.parse import FILE
from harness_runtime.guides.selection import Selection, select
from harness_runtime.guides.texts import GuideText, is_trusted, project_instructions, read_guide, stands_in


@dataclass(frozen=True)
class Resolved:
    """`repeated` are the names of guides whose text the project's instructions hold already."""

    selection: Selection
    guides: tuple[GuideText, ...]
    repeated: tuple[str, ...]
    warnings: tuple[Fault, ...]

    @property
    def names(self) -> list[str]:
        """Of the guides that the model gets, here or in the project's instructions."""
        return [*(guide.guide.name for guide in self.guides), *self.repeated]


def resolve(harness: Harness, task_type: str | None) -> Resolved:
    """Raises HarnessFault when a required guide of the file, selected or not, has no text.

    A guide that changed since it was trusted is left out with a warning, a required one too: its text is there, only
    not trusted, and sensors must not be switched off by an edit of a guide.
    """
    selection = select(harness.file, task_type)
    texts = {id(guide): read_guide(harness.project, guide) for guide in _needed(harness, selection)}
    broken = [
        found for guide in harness.file.guides if guide.required and isinstance(found := texts[id(guide)], Fault)
    ]
    if broken:
        raise HarnessFault(FILE, broken)
    instructions = project_instructions(harness.project)
    shown: list[GuideText] = []
    repeated: list[str] = []
    warnings: list[Fault] = []
    for guide in selection.guides:
        found = texts[id(guide)]
        if isinstance(found, Fault):
            warnings.append(found)
        elif not is_trusted(found, harness.trusted_guides):
            warnings.append(Fault("guide_changed", f"{named('guide', guide.name)} ({found.source})"))
        elif stands_in(found.text, instructions):
            repeated.append(guide.name)
        else:
            shown.append(found)
    return Resolved(selection, tuple(shown), tuple(repeated), tuple(warnings))


def _needed(harness: Harness, selection: Selection) -> list[Guide]:
    return [*selection.guides, *(guide for guide in harness.file.guides if guide.required)]
