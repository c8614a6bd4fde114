"""What the wheel and the source archive hold: all that is needed, and nothing else."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

from harness_runtime.cli.installation.staging import PARTS

from .conftest import ROOT, build

METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
TOP_LEVEL = {
    *("harness_runtime", "hooks", "skills", "agents", "docs", "tests", "bench", "demo"),
    *("plugin.json", ".codex-plugin", ".claude-plugin", ".agents"),
    *(
        "pyproject.toml",
        "Makefile",
        "README.md",
        "README.ko.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        "PKG-INFO",
        ".gitignore",
    ),
}


def files(folder: Path) -> set[str]:
    """Below the checkout, without bytecode and what git ignores."""
    if folder.is_file():
        return {folder.relative_to(ROOT).as_posix()}
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in found}


def inside(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}


def test_the_wheel_holds_the_package_the_plugin_and_its_metadata(wheel: Path):
    plugin = {f"harness_runtime/_plugin/{name}" for part in PARTS for name in files(ROOT / part)}
    metadata = {f"harness_gates-{wheel.name.split('-')[1]}.dist-info/{name}" for name in METADATA}
    assert inside(wheel) == files(ROOT / "harness_runtime") | plugin | metadata


def test_the_package_is_python_and_its_marker_only():
    assert {Path(name).suffix for name in files(ROOT / "harness_runtime")} == {".py", ".typed"}


def test_the_source_archive_holds_the_checkout_without_what_is_made_in_it(archive: Path):
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {name.partition("/")[0] for name in names} == TOP_LEVEL
    for folder in ("harness_runtime", "hooks", "tests", "docs"):
        assert {name for name in names if name.startswith(f"{folder}/")} == files(ROOT / folder)


def test_the_wheel_of_the_source_archive_is_the_same(wheel: Path, archive: Path, tmp_path: Path):
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    [source] = tmp_path.iterdir()
    assert inside(build(source, "wheel", tmp_path / "built")) == inside(wheel)
