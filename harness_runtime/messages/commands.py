"""What each command of the conversation is for, in half a line: the answer to `$harness:help`. Data."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

COMMANDS: Table = {
    "steer": {"ko": "일하는 에이전트에게 전할 말", "en": "a note for the agent at work"},
    "rollback": {
        "ko": "이 세션이 바꾼 것의 목록, 또는 되돌리기 (경로 하나 또는 all)",
        "en": "what this session changed, or put it back (a path, or all)",
    },
    "guard": {
        "ko": "on/off: run 없이도 같은 일을 되풀이하는 에이전트를 멈추고 첫 사본을 남김",
        "en": "on or off: also without a run stop an agent that repeats itself, and keep first copies",
    },
    "goal": {
        "ko": "다른 모델이 이루어졌다고 할 때까지 일하게 함 (status, pause, resume, clear)",
        "en": "have it work until another model says that it is done (status, pause, resume, clear)",
    },
    "learn": {"ko": "이 세션에서 배운 것을 skill로 남김", "en": "make a skill of what this session taught"},
    "panel": {"ko": "여러 모델에 같은 질문을 함", "en": "put one question to several models"},
    "chain": {
        "ko": "이름 붙은 에이전트들이 차례로 일함 (list, status, stop)",
        "en": "named agents work one after the other (list, status, stop)",
    },
    "audit": {"ko": "`.o4/harness.toml`의 잘못을 찾음", "en": "what is wrong with `.o4/harness.toml`"},
    "help": {"ko": "이 목록", "en": "this list"},
    "off": {"ko": "이 세션에서 Harness를 끔", "en": "turn Harness off in this session"},
}

HEADS: Table = {
    "run": {
        "ko": "`$harness …` run을 시작: Plan, 사람의 `y`, 그 경로 안에서만 쓰기",
        "en": "`$harness …` begins a run: a Plan, your `y`, writes only inside its paths",
    },
    "more": {
        "ko": "터미널에서는 `harness-state --help`.",
        "en": "In a terminal: `harness-state --help`.",
    },
}
