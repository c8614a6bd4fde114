"""Is this an approved verification command, word for word and in its folder? Hot for the calls that run one."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import join, resolve
from harness_runtime.boundary.shell.ground import Ground

Entry = dict[str, object]  # of the policy's verification_commands

MAX_WRAPPERS = 4
_KEPT = ("timeout", "nice")  # they change how the command runs, so they run with it
_DROPPED = ("command", "time")  # the shell's own; the last line of a confined run tells the time


def approved_run(words: list[str], ground: Ground, approved: list[Entry]) -> tuple[list[str], Entry] | None:
    """What runs, and the entry that approves it. The words and the effective folder decide; `more_args` takes further
    words; `timeout N` and its like may stand before them."""
    kept: list[str] = []
    for _ in range(MAX_WRAPPERS):
        entry = _entry(words, ground, approved)
        if entry is not None:
            return [*kept, *words], entry
        inner = _inner(words, ground)
        if inner is None:
            return None
        if words[0].rpartition("/")[2] in _KEPT:
            kept += words[: len(words) - len(inner)]
        words = inner
    return None


def _entry(words: list[str], ground: Ground, approved: list[Entry]) -> Entry | None:
    here = resolve(ground.cwd).path
    for entry in approved:
        known = entry.get("words") if isinstance(entry, dict) else None
        if not isinstance(known, list) or not known:
            continue
        is_same = words == known or (entry.get("more_args") is True and words[: len(known)] == known)
        if is_same and resolve(join(ground.root, str(entry.get("cwd") or "."))).path == here:
            return entry
    return None


def _inner(words: list[str], ground: Ground) -> list[str] | None:
    """The words behind a wrapper that passes on the exit code of what it runs."""
    folder, _, name = words[0].rpartition("/")
    if folder not in ("", "/bin", "/usr/bin") or name not in (*_KEPT, *_DROPPED):
        return None
    if "--preserve-status" in words:  # a test that was stopped has not passed
        return None
    from harness_runtime.boundary.shell.wrappers import inner_words

    try:
        return inner_words(name, words[1:], ground) or None
    except Fault:
        return None
