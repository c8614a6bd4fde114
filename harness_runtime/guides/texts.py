"""The texts of guides: read, held against what was trusted, and whether the project's instructions say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from harness_runtime.guides.document import Guide
from harness_runtime.guides.fault import Fault, named
from harness_runtime.guides.load import read_fault
from harness_runtime.guides.reading import MAX_FILE, MAX_GUIDE, ReadFault, read_inside

INSTRUCTIONS = ("AGENTS.md", "CLAUDE.md")
INLINE = "text"


@dataclass(frozen=True)
class GuideText:
    """`source` is the path that the harness file names, or `text` for one written inline."""

    guide: Guide
    source: str
    text: str
    sha256: str = ""  # of the file's bytes; "" for one written inline


def read_guide(project: Path, guide: Guide) -> GuideText | Fault:
    """A path wins over a text; a blank text is none."""
    subject = named("guide", guide.name)
    if guide.path is None:
        text = guide.text or ""
        return GuideText(guide, INLINE, text) if text.strip() else Fault("guide_nothing", subject)
    try:
        raw = read_inside(project, guide.path, MAX_GUIDE)
    except ReadFault as fault:
        code = "missing" if fault.code == "outside" else fault.code
        return read_fault(f"{subject} ({guide.path})", ReadFault(code, fault.detail))
    try:
        return GuideText(guide, guide.path, raw.decode("utf-8-sig"), sha256(raw).hexdigest())
    except UnicodeDecodeError as error:
        return Fault("encoding", f"{subject} ({guide.path})", {"offset": str(error.start)})


def is_trusted(found: GuideText, trusted: Mapping[str, str]) -> bool:
    """What is written inline is part of the file that was trusted."""
    return not found.sha256 or trusted.get(found.source) == found.sha256


def hashes(project: Path, guides: Iterable[Guide]) -> dict[str, str]:
    """SHA-256 of every guide file that can be read, by path: what a person trusts with the harness file."""
    texts = [read_guide(project, guide) for guide in guides]
    return {found.source: found.sha256 for found in texts if isinstance(found, GuideText) and found.sha256}


def project_instructions(project: Path) -> list[str]:
    """What the hosts read of the project by themselves; a file that cannot be read says nothing."""
    found = []
    for name in INSTRUCTIONS:
        try:
            found.append(read_inside(project, name, MAX_FILE).decode("utf-8", "replace"))
        except ReadFault:
            continue
    return found


def stands_in(text: str, instructions: Sequence[str]) -> bool:
    """However the lines are broken."""
    wanted = " ".join(text.split())
    return bool(wanted) and any(wanted in " ".join(other.split()) for other in instructions)
