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
        "Do not make this call again: try something else, or say what keeps you from going on. Call number {limit} stops "
        "the turn.",
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

# For the person: what undo could not keep before a change. {paths} are the first of them, {count} how many there are.
MISSED: dict[str, dict[str, str]] = {
    "missed": {
        "ko": "Harness [undo]: 바꾸기 전의 모습을 보관하지 못한 파일 {count}개: {paths}. rollback으로 되돌릴 수 없습니다.",
        "en": "Harness [undo]: no copy could be kept of {count} files before they change: {paths}. A rollback cannot put "
        "them back.",
    },
    "unseen": {
        "ko": "Harness [undo]: boundary가 너무 커서 명령이 실행되기 전에 다 보지 못했습니다({why}). rollback은 보관한 것만 "
        "되돌립니다.",
        "en": "Harness [undo]: the boundary is too large to be looked through before the command runs ({why}). A rollback "
        "puts back only what was kept.",
    },
}
MAX_PATHS = 5

# Why a path has no copy, or is not put back. Codes of the undo store.
UNDO_REASONS: dict[str, dict[str, str]] = {
    "too_large": {"ko": "20 MB보다 큼", "en": "larger than 20 MB"},
    "too_many": {"ko": "파일이 너무 많음", "en": "too many files"},
    "too_much": {"ko": "run의 복사본이 200 MB를 넘음", "en": "the run's copies exceed 200 MB"},
    "too_slow": {"ko": "한 호출의 시간(300 ms)을 넘음", "en": "it would take longer than a call may (300 ms)"},
    "special": {"ko": "일반 파일이 아님", "en": "not an ordinary file"},
    "unreadable": {"ko": "읽을 수 없음", "en": "cannot be read"},
    "secret": {"ko": "비밀 파일은 복사하지 않음", "en": "a secret is never copied"},
    "unsettled": {"ko": "복사하는 동안 계속 바뀜", "en": "kept changing while it was copied"},
    "in_the_way": {"ko": "가는 길에 링크가 있음", "en": "a link stands on the way to it"},
    "no_room": {"ko": "디스크 공간 부족", "en": "no room on the disk"},
    "late": {
        "ko": "먼저 실행된 명령이 이미 바꿨을 수 있음",
        "en": "a command that ran before it was looked at may have changed it",
    },
    "damaged": {"ko": "복사본이 손상됨", "en": "its copy is damaged"},
    "object_gone": {"ko": "git object가 없어짐", "en": "its git object is gone"},
    "since": {"ko": "세션 뒤에 다른 누군가가 바꿈", "en": "changed since by somebody else"},
    "mixed": {"ko": "세션 도중 다른 누군가도 바꿈", "en": "changed by somebody else as well, in between"},
    "unfinished": {
        "ko": "끝을 확인하지 못한 호출이 바꿨을 수 있음",
        "en": "may be the work of a call whose end was not seen",
    },
    "out_of_reach": {"ko": "권한이 없어 볼 수 없음", "en": "no right to look at it"},
}


def told_missed(language: str, missed: list[tuple[str, str]]) -> str:
    """`missed`: pairs of a path and a code of UNDO_REASONS; the empty path stands for all that was not looked at."""
    named = [f"{path} ({undo_reason(language, why)})" for path, why in missed if path]
    told = [
        _entry(MISSED["unseen"], language).format(why=undo_reason(language, why)) for path, why in missed if not path
    ]
    if named:
        paths = ", ".join(named[:MAX_PATHS]) + (", …" if len(named) > MAX_PATHS else "")
        told.insert(0, _entry(MISSED["missed"], language).format(count=len(named), paths=paths))
    return " ".join(told)


def undo_reason(language: str, code: str) -> str:
    return _entry(UNDO_REASONS[code], language)


def advise(language: str, code: str, **fields: object) -> str:
    return _entry(ADVICE[code], language).format(**fields)


def steered(language: str, notes: list[str]) -> str:
    """The notes as the model reads them, each line marked as the person's words."""
    head = _entry(STEERED["one" if len(notes) == 1 else "several"], language).format(count=len(notes))
    bodies = ["\n".join(f"> {line}" for line in note.split("\n")) for note in notes]
    return "\n\n".join([head, *bodies])


def _entry(entry: dict[str, str], language: str) -> str:
    return entry.get(language, entry[DEFAULT])
