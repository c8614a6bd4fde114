"""The files that an apply_patch text touches, read as Codex reads it. Hot.

Codex has had two readers: an older one that takes a line of an update which begins with a blank for context, and a
newer one that trims the line first and may find a header in it. Where they could disagree about a path, the text
is not understood. The grammar of a patch says nothing about whether it applies.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault

BEGIN = "*** Begin Patch"
END = "*** End Patch"
ADD = "*** Add File: "
UPDATE = "*** Update File: "
DELETE = "*** Delete File: "
MOVE = "*** Move to: "
END_OF_FILE = "*** End of File"
# Names another machine or folder for the whole patch; the event does not say which, so it is refused.
ENVIRONMENT = "*** Environment ID:"

MAX_BYTES = 16 * 1024 * 1024
MAX_TARGETS = 1000

_WRAPPERS = ("<<EOF", "<<'EOF'", '<<"EOF"')
_START, _ADD, _UPDATE, _UPDATE_BODY, _DELETE = range(5)


def patch_targets(text: str) -> list[str]:
    """The paths of every Add, Update, Delete and Move-to, as spelled. Fault patch_grammar or too_large."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise Fault("too_large", "apply_patch")
    lines = _body(text)
    targets: list[str] = []
    state = _START
    for line in lines:
        trimmed = line.strip()
        if trimmed.startswith("***") and line[:1] not in "+-":
            state = _marker(line, trimmed, state, targets)
            if len(targets) > MAX_TARGETS:
                raise Fault("too_large", "apply_patch")
        elif state == _ADD:
            if not line.startswith("+"):
                raise Fault("patch_grammar", line)
        elif state in (_UPDATE, _UPDATE_BODY):
            if trimmed and line[0] not in " +-@":
                raise Fault("patch_grammar", line)
            state = _UPDATE_BODY
        else:
            raise Fault("patch_grammar", line)
    if not targets:
        raise Fault("patch_grammar", BEGIN)
    return targets


def _body(text: str) -> list[str]:
    """The lines between Begin and End, without the here-document wrapper that Codex takes off."""
    lines = [line.removesuffix("\r") for line in text.strip().split("\n")]
    if lines[0] in _WRAPPERS and lines[-1] == "EOF" and len(lines) >= 4:
        lines = lines[1:-1]
    if lines[0].strip() != BEGIN:
        raise Fault("patch_grammar", lines[0])
    if len(lines) < 2 or lines[-1].strip() != END:
        raise Fault("patch_grammar", lines[-1])
    return lines[1:-1]


def _marker(line: str, trimmed: str, state: int, targets: list[str]) -> int:
    """A line that some reader takes for a header; returns the next state."""
    if line[0] != "*" and state in (_UPDATE, _UPDATE_BODY):
        raise Fault("patch_grammar", line)  # context for one reader, a header for the other
    for marker, following in ((ADD, _ADD), (UPDATE, _UPDATE), (DELETE, _DELETE)):
        if trimmed.startswith(marker):
            targets.append(_path(trimmed, marker, line))
            return following
    if trimmed.startswith(MOVE) and state == _UPDATE:
        targets.append(_path(trimmed, MOVE, line))
        return _UPDATE_BODY
    if trimmed == END_OF_FILE and state == _UPDATE_BODY:
        return _UPDATE_BODY
    raise Fault("patch_grammar", line)


def _path(trimmed: str, marker: str, line: str) -> str:
    """The path after the marker. A blank at its end would belong to the name for one reader only."""
    path = trimmed[len(marker) :]
    if not path or path != path.strip() or line.rstrip() != line:
        raise Fault("patch_grammar", line)
    return path
