"""An agent's instructions, by its name: from the host's agent files, else the ones that come with Harness.

The project's files come before the person's, the running host's before the other's. They are prose for the model, as
they are for the host; whether a chain counts at all is settled elsewhere.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.guides.reading import ReadFault, read_inside

MAX_FILE = 64 * 1024
OURS = "skills/chain/assets/agents"
_FRONT = re.compile(r"\A---[ \t]*\n.*?^---[ \t]*\n", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Agent:
    """`source`: where the text stands, as a person finds it."""

    name: str
    text: str
    source: str


@dataclass(frozen=True)
class Places:
    """Where agent files may lie; an empty path stands for none."""

    host: str
    project: str
    codex_home: str
    claude_home: str
    plugin_root: str


class AgentFault(Exception):
    """There is a file for this agent that cannot be used. `why`: a code of guides.reading, `form` or `empty`."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why


def find_agent(name: str, places: Places) -> Agent | None:
    """`name` is one that the settings take. None when nobody has instructions for it. Raises AgentFault."""
    for folder, relative, shown in _files(name, places):
        try:
            raw = read_inside(*_place(folder, relative, places), MAX_FILE)
        except ReadFault as fault:
            if fault.code == "missing":
                continue
            raise AgentFault(shown, fault.code) from None
        text = _text(raw, relative, shown)
        if not text:
            raise AgentFault(shown, "empty")
        return Agent(name, text, shown)
    return None


def _place(folder: str, relative: str, places: Places) -> tuple[Path, str]:
    """A link below a home folder is the person's own and may lead anywhere, one in a project only within it."""
    if folder not in (places.codex_home, places.claude_home):
        return Path(folder), relative
    where, name = os.path.split(os.path.realpath(f"{folder}/{relative}"))
    return Path(where), name


def _files(name: str, places: Places) -> Iterator[tuple[str, str, str]]:
    """Folder, path in it, and how it is shown, the ones that win first."""
    forms = {"codex": f"agents/{name}.toml", "claude": f"agents/{name}.md"}
    homes = {"codex": places.codex_home, "claude": places.claude_home}
    hosts = sorted(forms, key=lambda host: host != places.host)
    for host in hosts:
        if places.project:
            yield places.project, f".{host}/{forms[host]}", f".{host}/{forms[host]}"
    for host in hosts:
        if homes[host]:
            yield homes[host], forms[host], f"{homes[host]}/{forms[host]}"
    yield places.plugin_root, f"{OURS}/{name}.md", f"{OURS}/{name}.md"


def _text(raw: bytes, relative: str, shown: str) -> str:
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
        if relative.endswith(".md"):
            return _FRONT.sub("", text, count=1).strip()
        found = tomllib.loads(text).get("developer_instructions")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        raise AgentFault(shown, "form") from None
    if not isinstance(found, str):
        raise AgentFault(shown, "form")
    return found.strip()
