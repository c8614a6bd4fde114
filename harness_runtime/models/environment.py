"""What a nested program sees of the hook's environment: all but what makes it part of the session that asks.

Sign-in, proxies and certificates stay. The mark says that a hook which runs all the same, in a host that was asked
for none, is not the person's: it may withhold what only a person may have, and never allows anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from harness_runtime.models.programs import outside_code, outside_path
from harness_runtime.wire.environment import CODE_FOLDERS, CODE_OPTIONS, NESTED

# Set by the hosts for hooks and for the commands of their tools.
_MARKS = """
    AI_AGENT CLAUDECODE CLAUDE_CODE_SESSION_ID CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_EXECPATH
    CLAUDE_CODE_SSE_PORT CLAUDE_PROJECT_DIR CLAUDE_PLUGIN_ROOT CLAUDE_PLUGIN_DATA CLAUDE_ENV_FILE CLAUDE_EFFORT
    CODEX_SESSION_ID CODEX_THREAD_ID CODEX_TURN_ID CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED CODEX_CI
    CODEX_INTERNAL_ORIGINATOR_OVERRIDE PLUGIN_ROOT PLUGIN_DATA
"""
# Read by a shell before its first command, or of another folder.
_SHELL = ("BASH_ENV", "ENV", "PROMPT_COMMAND", "PWD", "OLDPWD")
_LEFT_OUT = frozenset({*_MARKS.split(), *_SHELL, *CODE_FOLDERS, *CODE_OPTIONS})


def nested_environment(environ: Mapping[str, str], here: str) -> dict[str, str]:
    """`here`: the folder of the session, whose project holds no program that counts."""
    kept = {name: value for name, value in environ.items() if name not in _LEFT_OUT}
    return {**kept, **outside_code(environ, here), "PATH": outside_path(environ, here), NESTED: "1"}
