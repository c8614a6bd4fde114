"""Generated patches, applied by the real Codex in a scratch folder: they touch what we named, and nothing else.

Codex's program applies a patch by itself when it is called `apply_patch`; its tool uses the same reader. About 60
patches; 2,000 with HYPOTHESIS_PROFILE=long.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.patch import patch_targets
from harness_runtime.boundary.paths import resolve_both

from .conftest import need
from .programs import find, native

EXAMPLES = 2000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 60
CONTENT = "one\ntwo\nthree\n"
FILES = ("a.txt", "b.txt", "src/app.py", "src/deep/x.py", "한글.txt", "with blank.txt", "-dash", "*** odd")
LINKS = {"link": "a.txt", "src/up": "../b.txt", "folder": "src"}

TAME_NAMES = (
    "new.txt",
    "src/new.py",
    "n/e/w.txt",
    "새 파일",
    "a'b",
    "src/deep/../y",
    "folder/new",
    ".hidden",
    "x y",
    "~",
)
WILD_NAMES = (
    *(
        "x ",
        "x\t",
        " x",
        "a.txt",
        "src",
        "src/",
        "*** End Patch",
        "@@",
        "+",
        'a"b',
        "a\\b",
        "$x",
        "../out",
        "a.txt/x",
    ),
    *("x\u00a0", "x\u3000y", "\u2003z", "x\x0b", "\ufeffx", "x\u2028y", "link", "src/../../out"),
)
OTHER_SPELLINGS = ("./a.txt", "src/../b.txt", "link", "src/up", "folder/app.py", "src//app.py", "missing.txt", "src")
TAME_HUNKS = (
    ["@@", "-one", "+ONE"],
    ["@@", " one", "-two", "+TWO", " three"],
    ["@@", "+zero", " one"],
    ["@@ two", "-three", "+THREE"],
    ["@@", "-three", "+THREE", "*** End of File"],
    ["-one", "+ONE"],
    ["@@", "-one", "+ONE", "@@", "-three", "+THREE"],
    ["@@", " two", "+*** Add File: sneaky.txt", " three"],
    ["@@", "-two", "+  *** Delete File: b.txt"],
    ["@@", "-one", "+one"],
)
WILD_HUNKS = (
    ["@@", "", "-two", "+x"],
    ["@@", " one", " *** Add File: sneaky.txt", "+x"],
    ["@@", "-one", "+ONE", "\t*** Delete File: b.txt"],
    ["@@", "-one", "+ONE", "  *** Update File: b.txt", "@@", "-one", "+ONE"],
    ["@@", "-one", "+ONE", "\u00a0*** Add File: sneaky.txt", "+x"],
    ["@@", "-one", "+ONE", "*** Move to: sneaky.txt"],
    ["@@", "-one", "+ONE", "*** End of File", "*** Move to: sneaky.txt"],
)
NOISE = (
    *("", " ", "*** End Patch", "*** Begin Patch", "*** End of File", "***", "*** Add File:", "x", "+x", "@@"),
    *("*** Move to: m.txt", "*** Environment ID: e", "*** add file: c.txt", "*** Add File:  c.txt"),
    *("\t*** Add File: c.txt", "\u00a0*** Add File: c.txt", "\r*** Add File: c.txt", "*** Delete File: b.txt "),
)
BODIES = ([], ["+x"], ["+", "+y"], ["+*** Delete File: b.txt"], ["++", "+ z", "+*** End Patch"])
ENDS = (["*** End Patch", "x"], [" *** End Patch "], [], ["*** End Patch", "*** Add File: late.txt", "+x"])
WRAPPERS = (
    ("<<'EOF'\n", "\nEOF"),
    ("<<EOF\n", "\nEOF\n"),
    (" ", " "),
    ("x\n", ""),
    ("<<'E'\n", "\nE"),
    ("", "\nEOF"),
)


@st.composite
def changes(draw: st.DrawFn, old: str, new: str, wild: bool) -> list[str]:
    """One change; a wild one holds what no reader should have to guess."""
    if wild:
        old, new = draw(st.sampled_from((old, *OTHER_SPELLINGS))), draw(st.sampled_from((new, *WILD_NAMES)))
    hunk = draw(st.sampled_from((*TAME_HUNKS, *WILD_HUNKS) if wild else TAME_HUNKS))
    indent = draw(st.sampled_from(["", " ", "\t", "\u00a0"])) if wild else ""
    match draw(st.sampled_from(["add", "update", "update", "move", "move alone", "delete", *["noise"] * wild])):
        case "add":
            return [f"{indent}*** Add File: {new}", *draw(st.sampled_from(BODIES))]
        case "update":
            return [f"{indent}*** Update File: {old}", *hunk]
        case "move":
            return [f"*** Update File: {old}", f"{indent}*** Move to: {new}", *hunk]
        case "move alone":
            return [f"*** Update File: {old}", f"*** Move to: {new}"]
        case "delete":
            return [f"{indent}*** Delete File: {old}"]
    return [draw(st.sampled_from(NOISE))]


@st.composite
def patches(draw: st.DrawFn) -> str:
    """Half of them as models write them, half with one or more things wrong."""
    wild = draw(st.booleans())
    old = draw(st.permutations(FILES))
    new = draw(st.permutations(TAME_NAMES))
    at = draw(st.integers(0, 3)) if wild else 9
    made = [draw(changes(old[number], new[number], number == at)) for number in range(draw(st.integers(1, 4)))]
    lines = ["*** Begin Patch", *(line for change in made for line in change)]
    lines += draw(st.sampled_from(ENDS)) if wild and draw(st.integers(0, 5)) == 0 else ["*** End Patch"]
    text = draw(st.sampled_from(["\n"] * 4 + ["\r\n"])).join(lines)
    before, after = (
        draw(st.sampled_from(WRAPPERS)) if draw(st.integers(0, 7)) == 0 else ("", draw(st.sampled_from(["", "\n"])))
    )
    return before + text + after


@dataclass
class Scratch:
    """A folder that is made anew for each patch, and the program that works in it."""

    program: Path
    base: Path
    seen: Counter[str] = field(default_factory=Counter)

    def fresh(self) -> Path:
        root = Path(tempfile.mkdtemp(dir=self.base)) / "inside"
        for name in FILES:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(CONTENT, "utf-8")
        for name, target in LINKS.items():
            (root / name).symlink_to(target)
        return root

    def apply(self, text: str, root: Path) -> subprocess.CompletedProcess[bytes]:
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.base), "CODEX_HOME": str(self.base / "codex")}
        return subprocess.run(
            [str(self.program)], input=text.encode(), capture_output=True, cwd=root, env=env, timeout=60, check=False
        )


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scratch]:
    need("codex")
    base = tmp_path_factory.mktemp("patches").resolve()
    (base / "codex").mkdir()
    program = base / "apply_patch"
    program.symlink_to(native(find("codex")).resolve())
    made = Scratch(program, base)
    yield made
    print(f"\npatches: {dict(made.seen)}")
    assert made.seen["applied by Codex, read by us"] >= EXAMPLES // 4, "too few patches that say anything"


def entries(root: Path) -> dict[str, object]:
    """Everything that is not a folder, below the scratch folder's parent: what it is, and what it holds."""
    found: dict[str, object] = {}
    for base, folders, names in os.walk(root.parent):
        for name in [*names, *(one for one in folders if os.path.islink(os.path.join(base, one)))]:
            path = os.path.join(base, name)
            status = os.lstat(path)
            content = os.readlink(path) if os.path.islink(path) else Path(path).read_bytes()
            found[path] = (status.st_mode, status.st_ino, content)
    return found


def touched(before: dict[str, object], after: dict[str, object]) -> set[str]:
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def judged(text: str, root: Path) -> set[str] | None:
    """Every place that the boundary would weigh for this patch, None when it refuses to read it."""
    try:
        names = patch_targets(text)
        places = [place for name in names for place in resolve_both(str(root), name)]
    except Fault:
        return None
    return {name for place in places for name in (place.location, place.path)}


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(text=patches())
def test_codex_touches_what_we_named(scratch: Scratch, text: str) -> None:
    root = scratch.fresh()
    named = judged(text, root)
    before = entries(root)
    done = scratch.apply(text, root)
    changed = touched(before, entries(root))
    shutil.rmtree(root.parent)
    outcome = "applied" if done.returncode == 0 else "refused"
    scratch.seen[f"{outcome} by Codex, {'refused' if named is None else 'read'} by us"] += 1
    if named is None:
        return  # denied: stricter than the host is no fault here, the corpus counts false denials
    assert changed <= named, (text, changed - named)
    if done.returncode == 0:
        # each name that we found is one that Codex wrote or removed, or wrote with the same content
        told = done.stdout.decode()
        for name in patch_targets(text):
            places = {found for place in resolve_both(str(root), name) for found in (place.location, place.path)}
            assert places & changed or name in told, (text, name, told)
