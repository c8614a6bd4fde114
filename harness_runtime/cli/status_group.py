"""A group whose bare name asks for its `status`, as the command in a conversation does."""

from __future__ import annotations

import click


class StatusGroup(click.Group):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = ["status", *args]
        return super().parse_args(ctx, args)
