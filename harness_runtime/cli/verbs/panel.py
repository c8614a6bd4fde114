"""`panel QUESTION`: several models at the same time, one answer that names where they differ, and who failed."""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.learning import FailedModel, PanelAnswer, PanelResult
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import said, sentence
from harness_runtime.cli.model_progress import shown
from harness_runtime.cli.options import data_option, folders_of, json_option, workspace_of, workspace_option
from harness_runtime.cli.person import require_outside_session, say
from harness_runtime.cli.transcripts import host_of
from harness_runtime.events.commands.panelled import ask_panel_of, told_panel
from harness_runtime.loop.panel import MAX_QUESTION, Panel
from harness_runtime.messages.learning import LEARNED
from harness_runtime.messages.panel import PANEL
from harness_runtime.models.interface import Failure, Reply
from harness_runtime.models.told import told
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.models import ModelSettings, model_settings


@click.command("panel", help=sentence("help_panel"), short_help=sentence("help_panel"))
@click.argument("question", nargs=-1, required=True)
@data_option
@workspace_option
@json_option
def verb(question: tuple[str, ...], data: Path | None, workspace: Path | None, as_json: bool) -> None:
    require_outside_session()
    folders = folders_of(data)
    if not folders:
        raise InputFault("learning_fault", why=said(LEARNED, "no_data"))
    text = " ".join(question).strip()
    settings = _settings(folders[0], workspace_of(workspace), text)
    with shown() as observer:
        panel = ask_panel_of(settings, host_of(folders[0], os.environ), text, os.environ, observer=observer)
    if as_json:
        click.echo(to_json(_answer(panel)))
    else:
        say(*told_panel(language.current(), panel))
    if not panel.replies or isinstance(panel.synthesis, Failure):
        end_with_finding()


def _settings(data: Path, workspace: Path, text: str) -> ModelSettings:
    """Raises InputFault where nobody can be asked, or nothing."""
    try:
        settings = model_settings(str(workspace), str(data))
    except SettingsFault as fault:
        raise InputFault("learning_fault", why=fault.line(language.current())) from None
    if not text:
        raise InputFault("learning_fault", why=said(PANEL, "no_question"))
    if len(text.encode("utf-8", "replace")) > MAX_QUESTION:
        raise InputFault("learning_fault", why=said(PANEL, "question_long", limit=MAX_QUESTION))
    if not settings.panel:
        raise InputFault("learning_fault", why=said(PANEL, "no_panel", path=str(data / "config.json")))
    return settings


def _answer(panel: Panel) -> PanelResult:
    synthesis = panel.synthesis
    failed = [*panel.failures, *([synthesis] if isinstance(synthesis, Failure) else [])]
    return PanelResult(
        answers=[
            PanelAnswer(model=answer.model, ok=isinstance(answer, Reply), text=_text(answer))
            for answer in panel.answers
        ],
        synthesis=synthesis.text if isinstance(synthesis, Reply) else None,
        failed=[FailedModel(model=failure.model, why=failure.why, text=_text(failure)) for failure in failed],
    )


def _text(answer: Reply | Failure) -> str:
    return answer.text if isinstance(answer, Reply) else told(answer, language.current())
