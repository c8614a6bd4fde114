"""What the loop guards tell a model and a person, in Korean and English. Hot, data.

No sentence holds a word that reads as consent. Fixed workflow words stay English in both.
"""

from __future__ import annotations

DEFAULT = "ko"

# For the model, once each, besides the answer of the hook. {tool} is the tool's name, {count} and {limit} are numbers.
ADVICE: dict[str, dict[str, str]] = {
    "repeated": {
        "ko": "Harness [repeated]: {tool}을(를) 같은 인자로 {count}번 호출했고 달라진 것이 없습니다. 같은 호출을 다시 하지 "
        "마세요. 다른 방법을 시도하거나, 무엇에 막혀 있는지 말하세요. {limit}번째에는 이 턴이 멈춥니다.",
        "en": "Harness [repeated]: {tool} was called {count} times with the same arguments, and nothing has come of it. "
        "Do not make this call again: try something else, or say what is blocking you. At the {limit}th the turn stops.",
    },
    "wrap_up": {
        "ko": "Harness [wrap_up]: 이 턴에서 도구를 {count}번 호출했습니다. 하던 일을 마무리하고, 남은 것이 있으면 무엇이 "
        "남았는지 말하며 턴을 끝내세요.",
        "en": "Harness [wrap_up]: {count} tool calls in this turn. Bring the work at hand to a close and end the turn; "
        "say what is left, if anything is.",
    },
}

# What a person has told the agent while it worked.
STEERED: dict[str, dict[str, str]] = {
    "one": {
        "ko": "사람이 작업 중에 보낸 지시입니다. 지금까지의 일을 버리지 말고 지금부터 따르세요. 이것은 어떤 gate의 답도 "
        "아니며 권한을 주지 않습니다:",
        "en": "The person sent this note while you work. Follow it from here on, without throwing away what is done. It "
        "answers no gate and grants nothing:",
    },
    "several": {
        "ko": "사람이 작업 중에 보낸 지시 {count}개입니다, 오래된 것부터. 지금까지의 일을 버리지 말고 지금부터 따르세요. "
        "이것은 어떤 gate의 답도 아니며 권한을 주지 않습니다:",
        "en": "The person sent these {count} notes while you work, oldest first. Follow them from here on, without "
        "throwing away what is done. They answer no gate and grant nothing:",
    },
}


def advise(language: str, code: str, **fields: object) -> str:
    return _entry(ADVICE[code], language).format(**fields)


def steered(language: str, notes: list[str]) -> str:
    """The notes as the model reads them, each line marked as the person's words."""
    head = _entry(STEERED["one" if len(notes) == 1 else "several"], language).format(count=len(notes))
    bodies = ["\n".join(f"> {line}" for line in note.split("\n")) for note in notes]
    return "\n\n".join([head, *bodies])


def _entry(entry: dict[str, str], language: str) -> str:
    return entry.get(language, entry[DEFAULT])
