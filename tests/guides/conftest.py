"""A project with a harness file, and a data folder in which a person may trust it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from harness_runtime.guides.load import Harness, NoFile, Untrusted, load
from harness_runtime.guides.parse import FILE, parse
from harness_runtime.guides.resolve import Resolved, resolve
from harness_runtime.guides.texts import hashes
from harness_runtime.guides.trust import Trusted, give_trust

# A first harness file: two guides, a sensor, and the workflow that is used by default.
FIRST = """\
[defaults]
workflow = "everyday"

[[guides]]
name = "Naming"
path = "docs/naming.md"
priority = 10

[[guides]]
name = "Changelog"
text = "Each change that a user notices gets a line in CHANGES.txt."

[[sensors]]
name = "tests"
command = "pytest --quiet"
blocking = true
fix_hint = "Run pytest -x, and mend what fails first."

[[workflows]]
name = "everyday"
guides = ["Naming", "Changelog"]
sensors = ["tests"]
"""


class Project:
    """`holds` writes files, `trust` does what a person does with `harness-state trust`."""

    def __init__(self, root: Path, data: Path) -> None:
        self.root, self.data = root, data
        for folder in (root, data):
            folder.mkdir(exist_ok=True)

    def holds(self, path: str, content: str | bytes) -> Project:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return self

    def harness(self, toml: str | bytes) -> Project:
        return self.holds(FILE, toml)

    @property
    def raw(self) -> bytes:
        return (self.root / FILE).read_bytes()

    def trust(self) -> Project:
        guides = parse(self.raw).guides
        give_trust(self.data, self.root, Trusted(sha256(self.raw).hexdigest(), hashes(self.root, guides)))
        return self

    def load(self) -> NoFile | Untrusted | Harness:
        return load(self.root, [self.data])

    def resolve(self, task_type: str | None = None) -> Resolved:
        found = self.load()
        assert isinstance(found, Harness)
        return resolve(found, task_type)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project", tmp_path / "data")
