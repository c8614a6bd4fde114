"""The command that a prompt is, where it was typed: whose a bare `/learn` is, the host decides (contract: Commands as
prompts).

Claude Code takes the bare verb for the plugin's skill of that name, unless the person or the project has a skill or a
command of their own that is called so: then it is theirs. Looked for where that host looks (measured, 2.1.197): in
its home and from the project's folder up to its repository's top; by the folder's or the file's name, or by the
`name` in a skill's front matter. Codex passes such words on as they are, and its terminal knows none of them.
"""

from __future__ import annotations

import os
import re

from harness_runtime.events.context import Context
from harness_runtime.wire.environment import host_folder
from harness_runtime.workflow.commands import Command, parse_command

FILE = "SKILL.md"
MAX_HEAD = 8_192  # bytes in which a skill's front matter is looked for
MAX_SKILLS = 500  # of one folder
_NAME = re.compile(r"""^name:[ \t]*(["']?)(?P<name>[\w-]+)\1[ \t]*(?:#.*)?$""", re.MULTILINE)
_FRONT = re.compile(r"---[ \t]*\n(?P<fields>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


def command_of(context: Context) -> Command | None:
    """None for any other prompt. Who speaks is the caller's business."""
    event = context.event
    if event.host == "claude":
        return parse_command(event.prompt, event.host, bare=lambda verb: not _has_own(context, verb))
    return parse_command(event.prompt, event.host, bare=lambda _: context.store.is_armed())


def _has_own(context: Context, verb: str) -> bool:
    return any(_defines(folder, verb) for folder in _folders(context))


def _folders(context: Context) -> list[str]:
    """The host's own folder, and the `.claude` of each folder that counts as the project's."""
    projects = _up_to_the_top(context.workspace_root())
    return [host_folder(context.environ, "claude"), *(f"{folder}/.claude" for folder in projects)]


def _up_to_the_top(root: str) -> list[str]:
    """The folder, and those above it in its repository; in none it stands alone."""
    found, folder = [root], root
    while not os.path.lexists(f"{folder}/.git"):
        if folder == "/":
            return [root]
        folder = os.path.dirname(folder)
        found.append(folder)
    return found


def _defines(folder: str, verb: str) -> bool:
    named = (f"skills/{verb}/{FILE}", f"commands/{verb}.md", f"commands/{verb}/{FILE}")
    if any(os.path.isfile(f"{folder}/{path}") for path in named):
        return True
    try:
        with os.scandir(f"{folder}/skills") as entries:
            skills = [entry.path for entry, _ in zip(entries, range(MAX_SKILLS), strict=False)]
    except OSError:
        return False
    files = (f"{skill}/{FILE}" for skill in skills)
    return any(_name_in(file) == verb for file in files if os.path.isfile(file))


def _name_in(path: str) -> str:
    """The name that a skill gives itself, "" for none."""
    try:
        with open(path, "rb") as file:
            head = file.read(MAX_HEAD).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return ""
    front = _FRONT.match(head)
    name = _NAME.search(front["fields"]) if front else None
    return name["name"] if name else ""
