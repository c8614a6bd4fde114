"""What a cold handler knows besides the event: environment, folders, language, the plugin's own files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.messages.catalog import LANGUAGES, sentence
from harness_runtime.messages.gates import GATES
from harness_runtime.session.state import Language
from harness_runtime.session.store import Store
from harness_runtime.wire.environment import home_folder
from harness_runtime.wire.events import HookEvent

PLUGIN_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Context:
    """`plugin_root`: where the plugin's files lie; around this package, unless a terminal runs a package alone."""

    event: HookEvent
    environ: Mapping[str, str]
    data: str
    plugin_root: str = str(PLUGIN_ROOT)

    @property
    def store(self) -> Store:
        return Store(self.data, self.event.session_id)

    def spoken(self, language: str) -> str:
        """The run's language, unless HARNESS_LANG asks for another."""
        wanted = self.environ.get("HARNESS_LANG", "")
        return wanted if wanted in LANGUAGES else language

    def say(self, language: str, key: str, **fields: object) -> str:
        return sentence(GATES, self.spoken(language), key, **fields)

    def workspace_root(self) -> str:
        """Claude Code names the project folder; Codex's session folder is the event's `cwd`. Resolved."""
        return os.path.realpath(self.environ.get("CLAUDE_PROJECT_DIR") or self.event.cwd or ".")

    def root_is_too_wide(self) -> bool:
        """A workspace that is the whole disk or the whole home folder bounds nothing."""
        home = home_folder(self.environ)
        return self.workspace_root() in ("/", os.path.realpath(home) if home else "/")

    def language(self) -> Language:
        """HARNESS_LANG, else the person's config (also where something else is wrong with it), else Korean."""
        from harness_runtime.session.person_config import language_of_person  # a run knows its language

        return "en" if language_of_person(self.environ, self.data) == "en" else "ko"

    def files(self, phase: str, *, completion: bool = False) -> str:
        """The files of the loading graph for `phase`, with the completion group when the run may end from here."""
        from harness_runtime.workflow.loading import parse_loading  # most events name no files

        skill = (PLUGIN_ROOT / "skills/harness/SKILL.md").read_text("utf-8")
        loading = parse_loading(skill)
        names = loading.active(phase)
        names += [name for name in loading.phases.get("completion", ()) if completion and name not in names]
        return ", ".join(name for name in names if (PLUGIN_ROOT / name).is_file())
