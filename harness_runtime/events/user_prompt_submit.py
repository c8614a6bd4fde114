"""UserPromptSubmit, the cheap part: most prompts are none of our business, and that must cost nothing."""

from __future__ import annotations

import os

from harness_runtime.session.guarded import is_always_armed
from harness_runtime.session.layout import armed_marker, data_folder
from harness_runtime.session.resumed import notes_folder
from harness_runtime.wire.deny import PASS
from harness_runtime.wire.environment import host_name
from harness_runtime.wire.stdin import EventFault, read_event, text_field

TOKEN = "$harness"
BARE = ("/steer", "/rollback", "/guard", "/goal", "/learn", "/panel", "/chain")


def main() -> None:
    """Answer the prompt and end the process: PASS when all went well, 2 with a text on stderr blocks the prompt."""
    try:
        code = _answer()
    except EventFault as fault:
        os.write(2, f"Harness [{fault.rule}]: this prompt could not be read, so it is blocked.\n".encode())
        code = 2
    os._exit(code or PASS)


def _answer() -> int:
    data = data_folder(dict(os.environ))
    if data is None:
        return 0
    event = read_event()
    mine = _mentions_harness(event) or _is_armed(data, event) or os.path.isdir(notes_folder(data))
    if mine or is_always_armed(data):
        from harness_runtime.events import cold

        return cold.run(event, "harness_runtime.events.on_prompt")
    from harness_runtime.events.guides.rim import wants_guides

    if not wants_guides(event):
        return 0
    from harness_runtime.events import cold

    return cold.run(event, "harness_runtime.events.guides.prompt", blocks=False)


def _mentions_harness(event: dict[str, object]) -> bool:
    prompt = text_field(event, "prompt")
    if TOKEN in prompt or prompt.startswith("/harness"):
        return True
    return prompt.startswith(BARE) and host_name(dict(os.environ)) == "claude"  # which may take it for ours


def _is_armed(data: str, event: dict[str, object]) -> bool:
    session_id = text_field(event, "session_id")
    return bool(session_id) and os.path.lexists(armed_marker(data, session_id))
