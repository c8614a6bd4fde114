"""Installing elsewhere what is installed here, without a package index: that may be out of reach in a test."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement


def copy_distributions(names: Iterable[str], site: Path) -> None:
    """Copy these distributions and all that they require to a folder of site-packages, and nothing else."""
    for each in closure(names):
        for file in each.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target = site / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)


def closure(names: Iterable[str]) -> list[Distribution]:
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name.lower() in found:
            continue
        found[name.lower()] = distribution(name)
        wanted = (Requirement(text) for text in found[name.lower()].requires or ())
        waiting += [each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]
    return list(found.values())
