"""What keeps a skill from being learned or written."""

from __future__ import annotations


class LearningFault(Exception):
    """`code` is a sentence of `messages.learning`, `fields` what it names."""

    def __init__(self, code: str, **fields: str) -> None:
        super().__init__(code, fields)
        self.code = code
        self.fields = fields
