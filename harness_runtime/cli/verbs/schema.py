"""`schema [NAME]`: the published JSON Schemas, one by name or the list of names."""

from __future__ import annotations

import click

from harness_runtime.cli.contracts.base import to_json
from harness_runtime.cli.contracts.plugin import SchemaNames
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.installation.staging import plugin_source
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import json_option
from harness_runtime.cli.render import cell, show

FOLDER = "docs/contracts/schemas"


@click.command("schema", help=sentence("help_schema"), short_help=sentence("help_schema"))
@click.argument("name", required=False)
@json_option
def verb(name: str | None, as_json: bool) -> None:
    published = {path.stem: path for path in sorted((plugin_source() / FOLDER).glob("*.json"))}
    if name is not None and name not in published:
        raise InputFault("schema_unknown_name", name=name, known=", ".join(published))
    if name is not None:
        click.echo(published[name].read_text("utf-8"), nl=False)
    elif as_json:
        click.echo(to_json(SchemaNames(schemas=list(published))))
    else:
        show(*map(cell, published))
