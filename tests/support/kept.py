"""A conversation that was held once and is taken up again for each test."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.support.piped import PipedHost


@dataclass
class Kept:
    host: PipedHost
    folder: Path

    @classmethod
    def of(cls, host: PipedHost, root: Path) -> Kept:
        """As it stands now; `root` is the test's own folder."""
        kept = cls(host, root / "kept")
        for copy, place in kept._places():
            shutil.copytree(place, copy, symlinks=True)
        return kept

    def again(self) -> PipedHost:
        """The conversation as it was then, in a turn to come."""
        for copy, place in self._places():
            shutil.rmtree(place)
            shutil.copytree(copy, place, symlinks=True)
        return replace(self.host, _turns=itertools.count(100), _calls=itertools.count(100), turn="turn-2")

    def _places(self) -> Iterator[tuple[Path, Path]]:
        yield self.folder / "data", self.host.data
        yield self.folder / "workspace", self.host.workspace
