"""What a person is told of learning: what was written, offered or found, and why nothing was. Prompts and terminal."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

LEARNED: Table = {
    "skill_written": {
        "ko": "새 skill {name}을(를) 썼습니다: {path}. 다음 세션부터 보입니다. 읽어 보고, 아니면 지우세요.",
        "en": "New skill {name}, from the next session on: {path}. Read it; delete it if it is not right.",
    },
    "update_offered": {
        "ko": "skill {name}이(가) 이미 있어 아무것도 바꾸지 않았습니다({path}). 이렇게 바뀝니다:",
        "en": "The skill {name} is there already, so nothing was changed ({path}). This is what would change:",
    },
    "skill_same": {
        "ko": "skill {name}에 이미 그대로 있어 아무것도 쓰지 않았습니다: {path}.",
        "en": "Nothing was written: the skill {name} says so already ({path}).",
    },
    "skill_unseen": {
        "ko": "모델이 {name}을(를) 바꾸려 했지만 그 글을 보지 못했습니다: {path}.",
        "en": "The model meant to change the skill {name} without having seen its text: {path}.",
    },
    "update_written": {
        "ko": "skill {name}을(를) 바꿨습니다: {path}.",
        "en": "The skill {name} was changed: {path}.",
    },
    "update_kept": {
        "ko": "그대로 두었습니다. 나중에 받아들이려면 터미널에서 `harness-state learn --update {name}`.",
        "en": "It was kept as it is. `harness-state learn --update {name}` in a terminal takes the change later.",
    },
    "update_how": {
        "ko": "받아들이려면 터미널에서 `harness-state learn --update {name}`.",
        "en": "`harness-state learn --update {name}` in a terminal takes this change.",
    },
    "update_loses": {
        "ko": "지금의 front matter에서 {keys}은(는) 없어집니다.",
        "en": "Its front matter would lose: {keys}.",
    },
    "offer_absent": {
        "ko": "skill {name}에 대해 제안된 변경이 없습니다. 먼저 `learn`을 하세요.",
        "en": "No change of the skill {name} is on offer. `learn` first.",
    },
    "terminal_only": {
        "ko": "`$harness:learn` 뒤에는 배울 부분만 적습니다. `--update` 같은 옵션은 터미널의 `harness-state learn`에서 씁니다.",
        "en": "`$harness:learn` takes the part to learn and nothing else. Options such as `--update` are for "
        "`harness-state learn` in a terminal.",
    },
    "near": {
        "ko": "가장 가까운 skill: {names}",
        "en": "Nearest existing skills: {names}",
    },
    "nothing_learned": {
        "ko": "다음에 쓸 만한 일반적인 것이 없어 아무것도 쓰지 않았습니다. {why}",
        "en": "Nothing was written: this session taught nothing general. {why}",
    },
    "session_empty": {
        "ko": "이 세션에는 배울 것이 아직 없어 아무것도 쓰지 않았습니다.",
        "en": "Nothing was written: nothing has been said or done in this session yet.",
    },
    "not_written": {
        "ko": "아무것도 쓰지 않았습니다. {why}",
        "en": "Nothing was written. {why}",
    },
    "in_a_turn": {
        "ko": "{why} 터미널의 `harness-state learn --session {session}`은 더 오래 기다립니다.",
        "en": "{why} `harness-state learn --session {session}` in a terminal may take longer.",
    },
    # the transcript
    "no_transcript": {
        "ko": "이 세션의 transcript가 없습니다 (host가 저장하지 않는 세션).",
        "en": "This session has no transcript (the host does not keep it).",
    },
    "transcript_absent": {
        "ko": "세션 {session}의 transcript를 찾을 수 없습니다. `--transcript FILE`로 지정할 수 있습니다.",
        "en": "No transcript of the session {session} was found. `--transcript FILE` names one.",
    },
    "transcript_ambiguous": {
        "ko": "{session}(으)로 시작하는 세션이 {count}개입니다. id를 더 길게 적으세요.",
        "en": "{count} sessions begin with {session}. Give more of the id.",
    },
    "no_session_here": {
        "ko": "이 작업 폴더의 세션을 찾을 수 없습니다. `--session`으로 지정하세요.",
        "en": "No session of this workspace was found. Name one with `--session`.",
    },
    "transcript_unreadable": {
        "ko": "transcript를 읽을 수 없습니다: {path} ({why}).",
        "en": "The transcript cannot be read: {path} ({why}).",
    },
    "transcript_unknown": {
        "ko": "아는 host의 transcript가 아닙니다: {path}.",
        "en": "This is no transcript of a known host: {path}.",
    },
    "no_data": {
        "ko": "Harness의 데이터 폴더가 없습니다. `harness-state install`을 하거나 `--data`로 지정하세요.",
        "en": "There is no data folder of Harness. `harness-state install` makes one; `--data` names one.",
    },
    # the model's answer
    "answer_shape": {
        "ko": "{model}의 답이 물은 형식이 아닙니다.",
        "en": "The answer of {model} does not have the form that was asked for.",
    },
    "bad_name": {
        "ko": "{model}이(가) 쓸 수 없는 이름을 주었습니다: {name} (소문자, 숫자, 하이픈 하나씩, 64자까지. Harness의 것이나 숫자뿐인 이름은 안 됩니다).",
        "en": "{model} gave a name that no skill may have: {name} (lower case, digits, single hyphens, at most 64; none of Harness's own, not digits alone).",
    },
    "bad_description": {
        "ko": "{model}이(가) 준 설명이 비었거나 {limit}자를 넘거나 `<` 또는 `>`가 들어 있습니다.",
        "en": "The description that {model} gave is empty, longer than {limit} characters, or holds `<` or `>`.",
    },
    "front_matter": {
        "ko": "{model}이(가) 본문에 front matter를 넣었습니다.",
        "en": "{model} put front matter into the body.",
    },
    "bad_body": {
        "ko": "{model}이(가) 준 본문이 비었거나 {limit}바이트를 넘습니다.",
        "en": "The body that {model} gave is empty or longer than {limit} bytes.",
    },
    # the library
    "name_taken": {
        "ko": "{path}이(가) 이미 있는데 skill로 읽을 수 없어 건드리지 않았습니다.",
        "en": "{path} is there already and cannot be read as a skill, so it was left alone.",
    },
    "skill_changed": {
        "ko": "skill {name}이(가) 변경을 보인 뒤에 달라졌습니다. `learn`을 다시 하세요.",
        "en": "The skill {name} is not what it was when the change was shown. `learn` again.",
    },
    "library_failed": {
        "ko": "skill 폴더에 쓸 수 없습니다: {path} ({why}).",
        "en": "The folder of skills cannot be written: {path} ({why}).",
    },
    "settings_unusable": {
        "ko": "설정을 읽을 수 없습니다. {fault}",
        "en": "The settings cannot be used. {fault}",
    },
}
