"""What is wrong with guard.json or config.json, and what is expected there. Cold."""

from __future__ import annotations

from harness_runtime.messages import catalog
from harness_runtime.messages.catalog import DEFAULT, Table

__all__ = ["DEFAULT", "SETTINGS", "sentence"]

_FILE: Table = {
    "link": {
        "ko": "심볼릭 링크는 쓸 수 없습니다; 일반 파일이어야 합니다",
        "en": "must be a regular file, not a symbolic link",
    },
    "not_regular": {"ko": "일반 파일이어야 합니다", "en": "must be a regular file"},
    "unreadable": {"ko": "읽을 수 없습니다 ({detail})", "en": "cannot be read ({detail})"},
    "unsettled": {
        "ko": "읽는 동안 계속 바뀝니다; 다른 프로그램이 쓰기를 마친 뒤 다시 시도하세요",
        "en": "keeps changing while it is read; try again when the other program has finished writing",
    },
    "too_large": {"ko": "{limit}바이트를 넘을 수 없습니다", "en": "may not be larger than {limit} bytes"},
    "encoding": {
        "ko": "BOM 없는 UTF-8이어야 합니다 ({offset}번째 바이트)",
        "en": "must be UTF-8 without a byte order mark (byte {offset})",
    },
    "json": {"ko": "JSON이 아닙니다 ({line}행 {column}열)", "en": "is not JSON (line {line}, column {column})"},
    "number": {
        "ko": "JSON 숫자가 아니거나 너무 큰 숫자입니다: {detail}",
        "en": "is no JSON number, or one too large: {detail}",
    },
    "nesting": {"ko": "너무 깊이 중첩되어 있습니다", "en": "is nested too deeply"},
    "surrogate": {
        "ko": "UTF-8로 쓸 수 없는 문자(짝 없는 surrogate)가 있습니다",
        "en": "holds a character that UTF-8 cannot write (a lone surrogate)",
    },
    "duplicate": {"ko": "같은 key가 두 번 있습니다", "en": "stands there twice"},
}

_KEYS: Table = {
    "unknown_key": {"ko": "모르는 key입니다; 쓸 수 있는 key: {known}", "en": "unknown key; known are: {known}"},
    "widens": {
        "ko": "프로젝트 파일은 제한만 할 수 있고 권한을 넓힐 수 없습니다; 이것은 사람이 승인하는 Plan만 정합니다",
        "en": "a project file can only restrict, never widen authority; only a Plan that a person approves sets this",
    },
    "person_only": {
        "ko": "프로젝트 파일은 제한만 할 수 있고 권한을 넓힐 수 없습니다; 이것은 사람의 config.json에만 쓸 수 있습니다",
        "en": "a project file can only restrict, never widen authority; this belongs in the person's own config.json",
    },
    "command_words": {
        "ko": "Plan에서처럼 연산자 없이 낱말로 된 명령 하나여야 하며, `{found}`은(는) 쓸 수 없습니다; 그 이상은 script나 Makefile target에 넣고 그것을 적으세요",
        "en": "must be one command of plain words, as in a Plan, so `{found}` cannot stand there; put more than that into a script or a Makefile target and name it",
    },
    "stage_repeated": {
        "ko": "`{name}`은 이 chain에 이미 있습니다; stage는 agent 이름으로 가리키므로 한 번씩만 쓸 수 있습니다",
        "en": "`{name}` is in this chain already; stages are named by their agents, so each can be there only once",
    },
    "on_failure_unknown": {
        "ko": "`{name}`은 이 chain의 앞선 stage가 아닙니다; 실패는 앞선 stage로만 돌아갈 수 있습니다",
        "en": "`{name}` is no earlier stage of this chain; a failure can only go back",
    },
    "chain_reserved": {
        "ko": "`{name}`은 명령의 말이라 chain의 이름이 될 수 없습니다",
        "en": "`{name}` is a word of the command and cannot be a chain's name",
    },
    "missing": {"ko": "빠져 있습니다: {expected}", "en": "is missing: {expected}"},
    "expected": {"ko": "필요한 값: {expected}", "en": "must be {expected}"},
}

EXPECTED: Table = {
    "schema_version": {"ko": "숫자 1", "en": "the number 1"},
    "globs": {
        "ko": "상대 POSIX glob의 목록 (최대 200개)",
        "en": "a list of relative POSIX globs (at most 200)",
    },
    "glob": {
        "ko": "상대 POSIX glob (최대 1024자, NFC; `..`, `/` 시작, `~`, `\\`, 빈 마디, 마디 안의 `**` 금지)",
        "en": "a relative POSIX glob (at most 1024 characters, NFC; no `..`, leading `/` or `~`, `\\`, empty segment, `**` inside a segment)",
    },
    "flag": {"ko": "true 또는 false", "en": "true or false"},
    "limit": {"ko": "1부터 100000까지의 정수", "en": "a whole number from 1 to 100000"},
    "repeats": {"ko": "1부터 100까지의 정수", "en": "a whole number from 1 to 100"},
    "risk": {"ko": "Low, Medium, High 중 하나", "en": "one of Low, Medium, High"},
    "commands": {
        "ko": "명령의 목록 (최대 50개)",
        "en": "a list of commands (at most 50)",
    },
    "command_entry": {
        "ko": "명령 문자열 (한 줄, 1~4096자, 따옴표가 맞음), 또는 command와 선택적으로 cwd, env, more_args, evidence를 가진 객체",
        "en": "a command as a string (one line, 1 to 4096 characters, balanced quotes), or an object with command and optionally cwd, env, more_args, evidence",
    },
    "command": {
        "ko": "따옴표가 맞는 한 줄의 명령 (1~4096자, 제어 문자 없음)",
        "en": "one command in one line with balanced quotes (1 to 4096 characters, no control characters)",
    },
    "cwd": {
        "ko": "workspace 안의 상대 경로 (`.` 가능, `..` 불가)",
        "en": "a relative path inside the workspace (`.` is fine, `..` is not)",
    },
    "env": {
        "ko": "최대 32개의 환경 변수 객체: 이름은 [A-Za-z_][A-Za-z0-9_]*, 값은 문자열",
        "en": "an object of at most 32 environment variables: names like [A-Za-z_][A-Za-z0-9_]*, values strings",
    },
    "object": {"ko": "JSON 객체", "en": "a JSON object"},
    "chains": {"ko": "chain의 객체 (최대 50개)", "en": "an object of chains (at most 50)"},
    "chain": {
        "ko": "이름(1~64자, [A-Za-z0-9._-], 글자나 숫자로 시작)과 그 chain의 객체",
        "en": "a name (1 to 64 of [A-Za-z0-9._-], a letter or digit first) with the object of its chain",
    },
    "stages": {"ko": "stage의 목록 (1~20개)", "en": "a list of stages (1 to 20)"},
    "stage": {
        "ko": "agent 이름, 또는 agent와 선택적으로 on_failure, gate, brief, done을 가진 객체",
        "en": "an agent's name, or an object with agent and optionally on_failure, gate, brief, done",
    },
    "agent": {
        "ko": "agent 이름 (1~64자, [A-Za-z0-9._-], 글자나 숫자로 시작)",
        "en": "an agent's name (1 to 64 of [A-Za-z0-9._-], a letter or digit first)",
    },
    "gate": {"ko": "gate의 목록 (최대 10개)", "en": "a list of what the gate asks for (at most 10)"},
    "gate_entry": {
        "ko": "sensor 이름, 한 줄의 명령, 또는 command와 선택적으로 timeout_secs를 가진 객체",
        "en": "a sensor's name, a command in one line, or an object with command and optionally timeout_secs",
    },
    "gate_command": {
        "ko": "한 줄의 명령 (1~4096자, 제어 문자 없음)",
        "en": "a command in one line (1 to 4096 characters, no control characters)",
    },
    "seconds": {"ko": "1부터 540까지의 정수 (초)", "en": "a whole number of seconds from 1 to 540"},
    "hop_budget": {"ko": "1부터 100까지의 정수", "en": "a whole number from 1 to 100"},
    "text": {
        "ko": "문자열 (최대 2000자, 제어 문자 없음)",
        "en": "a text (at most 2000 characters, no control characters)",
    },
    "model_choice": {
        "ko": '"host", "provider/model" (최대 200자), 또는 {{"command": [단어, …]}}',
        "en": '"host", "provider/model" (at most 200 characters), or {{"command": [words]}}',
    },
    "model_choices": {"ko": "모델의 목록 (최대 8개)", "en": "a list of models (at most 8)"},
    "model_words": {
        "ko": "명령의 단어 목록 (1~64개, 제어 문자 없음); 프로그램은 이름이나 절대 경로",
        "en": "a list of words (1 to 64, no control characters) whose first is a program's name or absolute path",
    },
    "model_word": {"ko": "문자열 (최대 4096자)", "en": "a text (at most 4096 characters)"},
    "base_url": {
        "ko": "http 또는 https 주소 (사용자, query, fragment 없이)",
        "en": "an http or https address (no user, query or fragment)",
    },
    "api_key_env": {
        "ko": "환경 변수의 이름 ([A-Za-z_][A-Za-z0-9_]*); key 자체가 아닙니다",
        "en": "the name of an environment variable ([A-Za-z_][A-Za-z0-9_]*), not the key itself",
    },
    "timeout_seconds": {"ko": "1부터 600까지의 정수 (초)", "en": "a whole number of seconds from 1 to 600"},
    "model_calls": {"ko": "1부터 1000까지의 정수", "en": "a whole number from 1 to 1000"},
    "language": {"ko": "ko, en, null 중 하나", "en": "one of ko, en, null"},
    "approval": {"ko": "prompt, terminal 중 하나", "en": "one of prompt, terminal"},
    "confinement": {"ko": "required, best_effort 중 하나", "en": "one of required, best_effort"},
    "shell": {"ko": "strict, confined 중 하나", "en": "one of strict, confined"},
    "tools": {
        "ko": "정확한 도구 이름의 목록 (최대 200개)",
        "en": "a list of exact tool names (at most 200)",
    },
    "tool": {"ko": "정확한 도구 이름 (와일드카드 없음)", "en": "one exact tool name (no wildcard)"},
}

SETTINGS: Table = {**_FILE, **_KEYS}


def sentence(language: str, code: str, **fields: object) -> str:
    """The sentence of `code`. A field `expected` names an entry of EXPECTED and is said in the same language."""
    if "expected" in fields:
        fields = {**fields, "expected": catalog.sentence(EXPECTED, language, str(fields["expected"]))}
    return catalog.sentence(SETTINGS, language, code, **fields)
