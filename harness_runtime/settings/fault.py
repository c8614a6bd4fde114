"""What is wrong with a settings file, as one exception whose text is the line that a person reads."""

from __future__ import annotations

from harness_runtime.messages.settings import DEFAULT, sentence

MAX_SHOWN = 80


class SettingsFault(Exception):
    """`path` is the file, `where` the key in it ("" for the file as a whole), `code` names the sentence.

    `str` is one line in English: file, key, what is expected. `line(language)` is the same for the person.
    """

    def __init__(self, path: str, where: str, code: str, **fields: object) -> None:
        super().__init__(path, where, code)
        self.path = path
        self.where = shown(where, 200)
        self.code = code
        self.fields = {name: shown(str(value), 400) for name, value in fields.items()}

    @property
    def why(self) -> str:
        return sentence("en", self.code, **self.fields)

    def line(self, language: str = DEFAULT) -> str:
        place = f"{shown(self.path, 1000)}: {self.where}" if self.where else shown(self.path, 1000)
        return f"{place}: {sentence(language, self.code, **self.fields)}"

    def __str__(self) -> str:
        return self.line("en")


def shown(text: str, most: int = MAX_SHOWN) -> str:
    """One line that a terminal shows as it is: nothing invisible, at most `most` characters."""
    plain = "".join(char if char.isprintable() else "�" for char in text)
    return plain if len(plain) <= most else plain[: most - 1] + "…"
