"""Is this an approved verification command, word for word and in its folder? Hot for the calls that run one."""

from __future__ import annotations

from harness_runtime.boundary.paths import join, resolve
from harness_runtime.boundary.shell.ground import Ground


def is_approved(words: list[str], ground: Ground, approved: list[dict[str, object]]) -> bool:
    """The words and the effective folder decide; `more_args` takes further words."""
    here = resolve(ground.cwd).path
    for entry in approved:
        known = entry.get("words") if isinstance(entry, dict) else None
        if not isinstance(known, list) or not known:
            continue
        is_same = words == known or (entry.get("more_args") is True and words[: len(known)] == known)
        if is_same and resolve(join(ground.root, str(entry.get("cwd") or "."))).path == here:
            return True
    return False
