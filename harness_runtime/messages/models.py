"""Why a model did not answer, and what a person can do about it. Cold."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

MODEL_FAILURES: Table = {
    "no_host": {
        "ko": "{model}: 프로그램 `{model}`을(를) PATH에서 찾을 수 없습니다. config.json의 model에 다른 모델을 적을 수 있습니다.",
        "en": "{model}: there is no program `{model}` on PATH. Another model can be named under model in config.json.",
    },
    "no_program": {
        "ko": "{model}: 프로그램 `{detail}`을(를) 찾을 수 없습니다 (PATH에서, 프로젝트 밖에서 찾습니다).",
        "en": "{model}: there is no program `{detail}` (looked for on PATH, and outside the project).",
    },
    "not_installed": {
        "ko": "{model}: 필요한 것이 설치되어 있지 않거나 PATH에 없습니다 ({detail}).",
        "en": "{model}: what it needs is neither installed nor on PATH ({detail}).",
    },
    "cannot_start": {
        "ko": "{model}: 시작할 수 없습니다 ({detail}).",
        "en": "{model}: cannot be started ({detail}).",
    },
    "no_base_url": {
        "ko": "{model}: 어디로 물어볼지 모릅니다. config.json의 `{detail}`에 주소를 적으세요.",
        "en": "{model}: nothing says where to ask. Set `{detail}` in config.json.",
    },
    "missing_key": {
        "ko": "{model}: 환경 변수 {detail}에 key가 없습니다 (설정 model.api_key_env).",
        "en": "{model}: the environment variable {detail} holds no key (setting model.api_key_env).",
    },
    "not_trusted": {
        "ko": "{model}: {detail}만 이 모델을 정하는데 그 파일을 신뢰하지 않습니다. 읽어 본 뒤 터미널에서 `harness-state trust`로 "
        "신뢰하거나 config.json에 모델을 적으세요.",
        "en": "{model}: only {detail} says so, and nobody trusted that file. Read it and trust it with `harness-state "
        "trust` in a terminal, or name a model in config.json.",
    },
    "address_not_trusted": {
        "ko": "{model}: 어디로 물어볼지를 {detail}만 정하는데 그 파일을 신뢰하지 않습니다. 읽어 본 뒤 터미널에서 `harness-state trust`로 "
        "신뢰하거나 config.json에 `model.base_url`을 적으세요.",
        "en": "{model}: only {detail} says where to ask it, and nobody trusted that file. Read it and trust it with "
        "`harness-state trust` in a terminal, or set `model.base_url` in config.json.",
    },
    "refused": {
        "ko": "{model}: {detail}에 연결할 수 없습니다. 서버가 실행 중인지, `model.base_url`이 맞는지 확인하세요.",
        "en": "{model}: no connection to {detail}. See that it runs, and that `model.base_url` is right.",
    },
    "http_status": {
        "ko": "{model}: 서버가 HTTP {detail}로 거절했습니다 (401과 403은 key, 404는 모델 이름이나 주소가 틀린 것입니다).",
        "en": "{model}: the server answered HTTP {detail} (401 and 403: the key; 404: the model's name or the address).",
    },
    "exit_status": {
        "ko": "{model}: exit code {detail}로 끝났습니다.",
        "en": "{model}: ended with exit code {detail}.",
    },
    "timeout": {
        "ko": "{model}: {detail}초 안에 답하지 않았습니다 (`model.timeout_seconds`로 바꿀 수 있습니다).",
        "en": "{model}: no answer within {detail} seconds (`model.timeout_seconds` sets another limit).",
    },
    "nonsense": {
        "ko": "{model}: 답이 비어 있거나 알아볼 수 없습니다.",
        "en": "{model}: the answer is empty or cannot be understood.",
    },
    "too_long": {
        "ko": "{model}: 답이 너무 깁니다.",
        "en": "{model}: the answer is too long.",
    },
    "question_too_long": {
        "ko": "{model}: 물을 글이 너무 길어 묻지 않았습니다.",
        "en": "{model}: not asked, the question is too long.",
    },
    "budget": {
        "ko": "{model}: 이 턴에 모델에 물을 수 있는 횟수({detail}번)를 다 써서 묻지 않았습니다 "
        "(`model.max_calls_per_turn`로 바꿀 수 있습니다).",
        "en": "{model}: not asked, the {detail} questions to models of this turn are used up "
        "(`model.max_calls_per_turn` sets another limit).",
    },
    "no_time": {
        "ko": "{model}: 이 hook에 남은 시간이 없어 묻지 않았습니다.",
        "en": "{model}: not asked, nothing was left of this hook's time.",
    },
}
