"""`export --otlp URL`: the record of all sessions, or of one, as OpenTelemetry spans to a collector."""

from __future__ import annotations

from pathlib import Path

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.export import Exported
from harness_runtime.cli.export.reading import read_session
from harness_runtime.cli.export.spans import spans
from harness_runtime.cli.faults import InputFault, end_with_finding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, json_option, sessions_of
from harness_runtime.cli.person import require_outside_session
from harness_runtime.cli.plain import plain
from harness_runtime.cli.render import complain
from harness_runtime.cli.sessions.find import pick
from harness_runtime.models.redact import redact


@click.command("export", help=sentence("help_export"), short_help=sentence("help_export"))
@click.option("--otlp", "url", required=True, metavar="URL", help=sentence("help_export_otlp"))
@click.option("--session", metavar="SESSION", help=sentence("help_export_session"))
@data_option
@json_option
def verb(url: str, session: str | None, data: Path | None, as_json: bool) -> None:
    require_outside_session()
    try:
        from harness_runtime.cli.export import otlp
    except ImportError:
        raise InputFault("export_no_library") from None
    to = otlp.endpoint(url)
    if to is None:
        raise InputFault("export_no_address", url=url)
    found = sessions_of(data)
    chosen = [pick(found, session, Path("/"))] if session else found
    read = [(each.session_id, read_session(each)) for each in chosen]
    made = [span for _, recorded in read if recorded is not None for span in spans(recorded, redact)]
    try:
        otlp.send(made, to)
    except otlp.NotSent as fault:
        complain(sentence("export_not_sent", url=to, why=str(fault)))
        end_with_finding()
    answer = Exported(
        endpoint=to,
        sessions=sum(recorded is not None for _, recorded in read),
        runs=len({span.trace_id for span in made}),
        spans=len(made),
        events=sum(len(span.events) for span in made),
        left_out=[session_id for session_id, recorded in read if recorded is None],
    )
    click.echo(to_json(answer) if as_json else _told(answer))
    for left_out in answer.left_out:
        complain(sentence("export_left_out", session=left_out))
    if answer.left_out:
        end_with_finding()


def _told(answer: Exported) -> str:
    numbers = {name: str(getattr(answer, name)) for name in ("sessions", "runs", "spans", "events")}
    return plain(sentence("exported", url=answer.endpoint, **numbers))
