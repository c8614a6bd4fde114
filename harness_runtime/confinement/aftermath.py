"""What a run left in the granted trees that no tool call could have made: it costs the run its authority.

The kernel keeps a command inside its trees, but inside of them it may make any name. So what is there afterwards and
was not before is looked at: never-writable names, names that only a literal pattern opens, links that lead out, and
files that have another name outside.
"""

from __future__ import annotations

from harness_runtime.confinement.writable import Writable

MAX_NAMED = 20


def faults(before: Writable, after: Writable) -> list[str]:
    """Paths relative to the workspace root, sorted; beyond MAX_NAMED the last one only counts (`… +7`)."""
    found = {path for path, text in after.reserved.items() if before.reserved.get(path) != text}
    found |= {path for path, end in after.leaving.items() if before.leaving.get(path) != end}
    found |= after.shared - before.shared
    named = sorted(found)
    return named if len(named) <= MAX_NAMED else [*named[:MAX_NAMED], f"… +{len(named) - MAX_NAMED}"]
