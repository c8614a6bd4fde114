"""Finds the transcript of a session below the hosts' own folders, also where Harness was never on. Only reads.

Both hosts name the file after the session's id, so nothing needs to be noted while a session runs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.homes import claude_home, claude_plugins, codex_home
from harness_runtime.cli.language import said
from harness_runtime.loop.learning.transcript import about_session, records
from harness_runtime.messages.learning import LEARNED
from harness_runtime.models.interface import HostName

CODEX = re.compile(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(?P<id>[0-9A-Za-z-]{8,})\.jsonl")
CLAUDE = re.compile(r"(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl")
PLACES = (("sessions/*/*/*", CODEX), ("archived_sessions", CODEX), ("projects/*", CLAUDE))
NEWEST = 300  # that are asked for their folder
HEAD_BYTES = 64 * 1024


@dataclass(frozen=True)
class Found:
    """`home` is the host's folder that the transcript lies in."""

    path: Path
    session_id: str
    home: Path
    changed: float


@dataclass(frozen=True)
class Place:
    """A transcript, and the data folder whose settings hold for its session."""

    path: Path
    data: Path


def homes(folders: Iterable[Path], environ: Mapping[str, str]) -> list[Path]:
    """The hosts' folders: of the data folders (`<home>/plugins/data/<plugin>`), and of this environment."""
    named = [folder.parents[2] for folder in folders if len(folder.parents) > 2]
    found = [home.resolve() for home in (*named, codex_home(environ), claude_home(environ))]
    return list(dict.fromkeys(found))


def transcripts(folders: Iterable[Path], environ: Mapping[str, str]) -> list[Found]:
    """All of them, the newest first."""
    found = [each for home in homes(folders, environ) for each in _below(home)]
    return sorted(found, key=lambda each: (-each.changed, str(each.path)))


def _below(home: Path) -> Iterator[Found]:
    for place, name in PLACES:
        for path in home.glob(f"{place}/*.jsonl"):
            fits = name.fullmatch(path.name)
            if fits:
                try:
                    yield Found(path, fits["id"], home, path.stat().st_mtime)
                except OSError:
                    continue


def of_session(found: list[Found], wanted: str) -> list[Found]:
    """The newest file of each session whose id is `wanted`, else of each whose id begins with it."""
    exact = [each for each in found if each.session_id == wanted]
    fitting = exact or [each for each in found if wanted and each.session_id.startswith(wanted)]
    newest: dict[str, Found] = {}
    for each in fitting:
        newest.setdefault(each.session_id, each)
    return list(newest.values())


def of_workspace(found: list[Found], workspace: Path) -> Found | None:
    """The newest whose session stands in the workspace or below it."""
    for each in found[:NEWEST]:
        session_id, cwd = _about(each.path)
        is_its_own = session_id in ("", each.session_id)  # a Codex child's file names its root's session too
        if cwd and is_its_own and Path(os.path.realpath(cwd)).is_relative_to(workspace):
            return each
    return None


def place_of(
    folders: list[Path], environ: Mapping[str, str], session: str | None, named: Path | None, workspace: Path
) -> Place:
    """The file that is `named`, else the one of `session`, else of the newest session of the workspace. Raises
    InputFault."""
    if named is not None:
        return Place(named, folders[0])
    found = transcripts(folders, environ)
    chosen = _newest_here(found, workspace) if session is None else _only(of_session(found, session), session)
    own = [folder for folder in folders if len(folder.parents) > 2 and folder.parents[2].resolve() == chosen.home]
    return Place(chosen.path, (own or folders)[0])


def _newest_here(found: list[Found], workspace: Path) -> Found:
    chosen = of_workspace(found, workspace)
    if chosen is None:
        raise InputFault("learning_fault", why=said(LEARNED, "no_session_here"))
    return chosen


def _only(fitting: list[Found], session: str) -> Found:
    match fitting:
        case [chosen]:
            return chosen
        case []:
            why = said(LEARNED, "transcript_absent", session=session)
        case several:
            why = said(LEARNED, "transcript_ambiguous", session=session, count=len(several))
    raise InputFault("learning_fault", why=why)


def host_of(data: Path, environ: Mapping[str, str]) -> HostName:
    """The host that keeps this data folder."""
    return "claude" if data.resolve().is_relative_to(claude_plugins(environ).resolve()) else "codex"


def _about(path: Path) -> tuple[str, str]:
    try:
        with path.open("rb") as file:
            return about_session(records(file.read(HEAD_BYTES)))
    except OSError:
        return "", ""
