"""`replay FILE.jsonl`: recorded events judged again, one decision a line. Nothing is recorded anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from harness_runtime.cli import language
from harness_runtime.cli.contracts import Replay, to_line
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, workspace_option
from harness_runtime.cli.render import plain
from harness_runtime.cli.trial import Ground, ground_of, ground_options
from harness_runtime.messages.denials import say
from harness_runtime.wire.fastjson import loads

JUDGED = "PreToolUse"


@click.command("replay", help=sentence("help_replay"), short_help=sentence("help_replay"))
@click.argument("file", type=click.Path(path_type=Path))
@ground_options
@data_option
@workspace_option
@json_option
def verb(
    file: Path,
    session: str | None,
    policy: Path | None,
    phase: str | None,
    data: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    ground = ground_of(session, policy, phase, data, workspace)
    for answer in replayed(file.read_bytes(), ground):
        click.echo(to_line(answer) if as_json else _text(answer))


def replayed(raw: bytes, ground: Ground) -> Iterator[Replay]:
    """A line that holds no event is denied, as the hook would."""
    for index, line in enumerate(raw.splitlines()):
        if line.strip():
            yield _decided(index, line, ground)


def _decided(index: int, line: bytes, ground: Ground) -> Replay:
    try:
        event = loads(line)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        said = say(language.current(), "payload", "", subject=str(index))
        return Replay(index=index, verdict="deny", rule="payload", answer=said)
    name = event.get("hook_event_name")
    if name != JUDGED:
        return Replay(index=index, verdict=None, rule=None, answer=sentence("no_tool_call", event=str(name)))
    decision = ground.judge(event)
    answer = ground.answer(decision)
    return Replay(index=index, verdict=ground.verdict(decision), rule=decision.rule, answer=answer)


def _text(answer: Replay) -> str:
    cells = (str(answer.index), answer.verdict or "-", answer.rule or "-", answer.answer)
    return plain("  ".join(cells)).rstrip()
