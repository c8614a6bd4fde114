"""What a person is told of a panel: who answered, who failed, and what could not be put together."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

PANEL: Table = {
    "no_panel": {
        "ko": "물어볼 모델이 없습니다. config.json({path})에 예를 들어 "
        '`"model": {{"panel": ["host", {{"command": ["ollama", "run", "qwen3"]}}]}}`를 적으세요.',
        "en": "There is no model to ask. Name some in config.json ({path}), for example "
        '`"model": {{"panel": ["host", {{"command": ["ollama", "run", "qwen3"]}}]}}`.',
    },
    "no_question": {
        "ko": "질문이 없습니다: `$harness:panel 질문`.",
        "en": "There is no question: `$harness:panel QUESTION`.",
    },
    "question_long": {
        "ko": "질문이 너무 깁니다 (최대 {limit}바이트).",
        "en": "The question is too long (at most {limit} bytes).",
    },
    "asked": {
        "ko": "모델 {count}개가 답했습니다: {names}.",
        "en": "{count} models answered: {names}.",
    },
    "only_one": {
        "ko": "{model}만 답했습니다. 견줄 답이 없어 그대로 전합니다.",
        "en": "Only {model} answered. With nothing to compare it, its answer stands as it is.",
    },
    "failed_head": {
        "ko": "답하지 못한 모델:",
        "en": "These models did not answer:",
    },
    "none_answered": {
        "ko": "답한 모델이 없습니다.",
        "en": "No model answered.",
    },
    "no_synthesis": {
        "ko": "답을 하나로 모으지 못했습니다. {why} 답은 이렇습니다:",
        "en": "The answers could not be put together. {why} This is what they said:",
    },
    "answer_of": {"ko": "{model}의 답:", "en": "{model} says:"},
    "cut": {
        "ko": "… (잘림: 터미널의 `harness-state panel`은 끝까지 보여 줍니다)",
        "en": "… (cut: `harness-state panel` in a terminal shows all of it)",
    },
}
