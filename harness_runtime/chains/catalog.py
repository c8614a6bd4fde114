"""Which chains there are for a workspace: the person's, the project's, the built-in ones.

Of one name the person's wins over the project's, and that over the built-in one; the others are said to stand behind
it. A project's chain counts only while its file is trusted, because a gate is a command; until then it gives way to
any other of its name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from harness_runtime.chains.builtin import BUILT_IN
from harness_runtime.chains.definition import definition_hash
from harness_runtime.settings.chains import Chain
from harness_runtime.settings.config import load_config
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.trusted import is_trusted

Source = Literal["person", "project", "built-in"]


@dataclass(frozen=True)
class Known:
    """A chain that can be named. `definition` tells it from every other one; `shadows` are sources of chains of this
    name that it stands before. One that is not trusted can be looked at and not be selected."""

    name: str
    chain: Chain
    source: Source
    trusted: bool
    definition: str
    shadows: tuple[Source, ...] = ()


@dataclass(frozen=True)
class Catalog:
    known: tuple[Known, ...]

    def find(self, name: str) -> Known | None:
        return next((each for each in self.known if each.name == name), None)


def catalog(root: str | Path, data: str | Path) -> Catalog:
    """`root`: the workspace, `data`: a data folder. Raises SettingsFault."""
    person = load_config(Path(data)).harness
    project = read_guard(Path(root))
    trusted = project is not None and is_trusted(data, root, project.sha256)
    sections: tuple[tuple[Source, dict[str, Chain], bool], ...] = (
        ("person", person, True),
        ("project", project.guard.harness if project else {}, trusted),
        ("built-in", BUILT_IN, True),
    )
    found: dict[str, Known] = {}
    for source, section, counts in sections:
        for name, chain in section.items():
            first, here = found.get(name), Known(name, chain, source, counts, definition_hash(name, source, chain))
            if first is None:
                found[name] = here
            elif counts and not first.trusted:
                found[name] = replace(here, shadows=(*first.shadows, first.source))
            else:
                found[name] = replace(first, shadows=(*first.shadows, source))
    return Catalog(tuple(found.values()))
