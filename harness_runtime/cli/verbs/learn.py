"""`learn [FOCUS]`: what a session did becomes a skill. A change of one that is there is written only when asked for.

That is: at the question on a terminal, with `--yes`, or later with `--update NAME`, which asks no model again.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.learning import LearnedSkill, NearSkill
from harness_runtime.cli.faults import InputFault, end_with_finding, store_failed
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.model_progress import shown
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.person import agrees, has_terminal, require_outside_session, say
from harness_runtime.cli.transcripts import place_of
from harness_runtime.events.commands.learned import Learned, Material, learn, near_line, reason, record
from harness_runtime.loop.learning.learn import Offer
from harness_runtime.loop.learning.offer import keep, kept, take
from harness_runtime.loop.learning.shelf import LibraryFault, skill_roots
from harness_runtime.loop.learning.transcript import TranscriptFault
from harness_runtime.messages.learning import LEARNED
from harness_runtime.session.store import StoreFault
from harness_runtime.settings.fault import SettingsFault

WRITTEN = "update_written"


@click.command("learn", help=sentence("help_learn"), short_help=sentence("help_learn"))
@click.argument("focus", nargs=-1)
@click.option("--session", metavar="SESSION", help=sentence("help_learn_session"))
@click.option("--transcript", type=click.Path(path_type=Path), metavar="FILE", help=sentence("help_learn_transcript"))
@click.option("--update", metavar="NAME", help=sentence("help_learn_update"))
@click.option("--yes", is_flag=True, help=sentence("help_learn_yes"))
@data_option
@workspace_option
@json_option
def verb(
    focus: tuple[str, ...],
    session: str | None,
    transcript: Path | None,
    update: str | None,
    yes: bool,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    require_outside_session()
    folders = folders_of(data)
    if not folders:
        raise InputFault("learning_fault", why=said(LEARNED, "no_data"))
    if update is not None:
        _update(folders, update, as_json)
        return
    place = place_of(folders, os.environ, session, transcript, workspace_of(workspace))
    material = Material(str(place.path), str(place.data), focus=" ".join(focus))
    learned = _learn(material)
    path = _decided(material.data, learned, yes, as_json)
    if as_json:
        click.echo(to_json(_answer(learned, path)))
    if path is not None:
        _record(material.data, learned.transcript.session_id, path)
    if learned.failed:
        end_with_finding()


def _learn(material: Material) -> Learned:
    try:
        with shown() as observer:
            return learn(material, os.environ, observer)
    except TranscriptFault as fault:
        raise InputFault("learning_fault", why=said(LEARNED, fault.code, **fault.fields)) from None
    except SettingsFault as fault:
        why = said(LEARNED, "settings_unusable", fault=fault.line(language.current()))
        raise InputFault("learning_fault", why=why) from None


def _decided(data: str, learned: Learned, yes: bool, as_json: bool) -> Path | None:
    """Tell what came of it, unless that is printed as JSON, and write the change if the person says so."""
    outcome = learned.outcome
    if not as_json:
        say(*filter(None, (near_line(language.current(), outcome), reason(language.current(), outcome))))
    if outcome.offer is None:
        return outcome.written
    if not as_json:
        say(*filter(None, (outcome.offer.diff.rstrip("\n"), _losses(outcome.offer))))
    if yes or (not as_json and has_terminal() and agrees(sentence("ask_update"))):
        return _take(data, outcome.offer, as_json)
    keep(data, outcome.offer)
    if not as_json:
        say(said(LEARNED, "update_kept", name=outcome.offer.folder))
    return None


def _update(folders: list[Path], name: str, as_json: bool) -> None:
    found = next(((str(folder), offer) for folder in folders if (offer := kept(str(folder), name))), None)
    if found is None:
        raise InputFault("learning_fault", why=said(LEARNED, "offer_absent", name=name))
    data, offer = found
    path = _take(data, offer, as_json)
    if as_json:
        fields = {"session_id": offer.session, "host": "", "name": offer.folder, "nearest": []}
        click.echo(to_json(LearnedSkill.model_validate({**_changed(offer, path), **fields})))
    _record(data, offer.session, path)


def _take(data: str, offer: Offer, as_json: bool) -> Path:
    try:
        path = take(data, offer, [*skill_roots("codex", os.environ), *skill_roots("claude", os.environ)])
    except LibraryFault as fault:
        raise InputFault("learning_fault", why=said(LEARNED, fault.code, **fault.fields)) from None
    if not as_json:
        say(said(LEARNED, WRITTEN, name=offer.folder, path=str(path)))
    return path


def _record(data: str, session_id: str, path: Path) -> None:
    try:
        record(data, session_id, path)
    except StoreFault as fault:
        raise store_failed(fault) from None


def _answer(learned: Learned, path: Path | None) -> LearnedSkill:
    outcome, offer = learned.outcome, learned.outcome.offer
    near = [NearSkill(name=skill.folder, description=skill.description, path=skill.path) for skill in outcome.near]
    fields = {
        "session_id": learned.transcript.session_id,
        "host": learned.transcript.host,
        "name": outcome.skill.name if outcome.skill else "",
        "nearest": near,
        "written": str(path) if path else None,
        "offered": offer.path if offer and not path else None,
        "reason": reason(language.current(), outcome),
        "outcome": outcome.failure.why if outcome.failure else outcome.code,
        "diff": offer.diff if offer else "",
        "loses": list(offer.lost) if offer else [],
    }
    changed = _changed(offer, path) if offer and path else {}
    return LearnedSkill.model_validate({**fields, **changed})


def _changed(offer: Offer, path: Path) -> dict[str, object]:
    return {
        "written": str(path),
        "offered": None,
        "reason": said(LEARNED, WRITTEN, name=offer.folder, path=str(path)),
        "outcome": WRITTEN,
        "diff": offer.diff,
        "loses": list(offer.lost),
    }


def _losses(offer: Offer) -> str:
    return said(LEARNED, "update_loses", keys=", ".join(offer.lost)) if offer.lost else ""
