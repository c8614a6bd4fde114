"""What the loop guards answer to a person's commands, and say at a turn's end. For prompts and terminal alike."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

SAID: Table = {
    "stopped_person": {
        "ko": "Harness: 에이전트가 같은 인자로 같은 호출을 되풀이해 이 턴을 멈췄습니다. 다음 입력부터 다시 셉니다.",
        "en": "Harness: this turn was stopped because the agent made the same call with the same arguments again and "
        "again. Your next prompt starts the count anew.",
    },
    "command_unknown": {
        "ko": "`{typed}`은(는) Harness의 명령이 아니어서 이 입력을 에이전트에게 보내지 않았습니다.{nearest}\n"
        "에이전트에게 하려던 말이면 다른 낱말로 시작하세요. 있는 명령:\n{commands}",
        "en": "`{typed}` is no command of Harness, so this prompt was not sent to the agent.{nearest}\n"
        "If the agent was to read this, begin with another word. There are:\n{commands}",
    },
    "command_scheduled": {
        "ko": "에이전트가 이 말 그대로를 예약했습니다. 예약된 입력은 Harness에 아무것도 명령하지 못하므로 막았습니다. 당신이 입력했다면 터미널의 "
        "`harness-state`로 하거나 다른 표기(`/harness:…`)로 입력하세요.",
        "en": "The agent has scheduled these very words, and a scheduled prompt commands nothing, so this one was stopped. "
        "If you typed it, use `harness-state` in a terminal, or the other spelling (`/harness:…`).",
    },
    "command_nearest": {
        "ko": " `{nearest}`을(를) 뜻하셨나요?",
        "en": " Did you mean `{nearest}`?",
    },
    # guard
    "guard_on": {
        "ko": "이 세션의 guard를 켰습니다: 되풀이와 한도를 지켜보고, 파일을 바꾸기 전에 첫 복사본을 둡니다. 쓰기는 막지 "
        "않습니다. 끄려면 `$harness:guard off`.",
        "en": "Guard is on in this session: repetition and limits are watched, and first copies are kept before files "
        "change. Writes are not restricted. `$harness:guard off` turns it off.",
    },
    "guard_already": {
        "ko": "이 세션의 guard는 이미 켜져 있습니다.",
        "en": "Guard is on in this session already.",
    },
    "guard_run": {
        "ko": "이 세션은 run이 지키고 있습니다. run이 끝난 뒤에도 guard가 켜져 있습니다.",
        "en": "A run guards this session. Guard stays on after the run has ended.",
    },
    "guard_run_only": {
        "ko": "이 세션은 run이 지키고 있고, run이 끝나면 guard는 꺼집니다.",
        "en": "A run guards this session; guard is off once the run has ended.",
    },
    "guard_off": {
        "ko": "이 세션의 guard를 껐습니다.",
        "en": "Guard is off in this session.",
    },
    "guard_off_kept": {
        "ko": "guard를 껐습니다. goal이나 chain이 있어 이 세션은 그것을 위해 계속 지켜봅니다.",
        "en": "Guard is off. This session has a goal or a chain, and goes on being watched for that.",
    },
    "guard_usage": {
        "ko": "`$harness:guard on` 또는 `$harness:guard off`를 입력하세요.",
        "en": "Say `$harness:guard on` or `$harness:guard off`.",
    },
    "guard_root": {
        "ko": "{root}은(는) 작업 폴더로 쓸 수 없어 guard를 켜지 않았습니다. 프로젝트 폴더에서 다시 시작해 주세요.",
        "en": "Guard is not on: {root} is no folder to work in. Start again from a project folder.",
    },
    "guard_settings": {
        "ko": "설정을 읽을 수 없어 guard를 켜지 않았습니다. 고친 뒤 다시 입력하세요: {fault}",
        "en": "Guard is not on, because the settings cannot be used. Fix them, then say it again: {fault}",
    },
    "guard_open": {
        "ko": "이 세션의 guard가 켜져 있습니다. `$harness:guard off`로 끕니다.",
        "en": "Guard is on in this session. `$harness:guard off` turns it off.",
    },
    # steer
    "note_queued": {
        "ko": "지시를 넣었습니다. 지금 도구 호출이 끝나면 에이전트에게 전해집니다.",
        "en": "The note is queued. The agent gets it after its current tool call.",
    },
    "note_kept": {
        "ko": "지금 실행 중인 턴이 없습니다. 지시를 보관했다가 다음 턴에 전합니다.",
        "en": "Nothing is running. The note is kept for the next turn.",
    },
    "note_empty": {
        "ko": "보낼 내용이 없습니다: `$harness:steer 지시`.",
        "en": "There is nothing to send: `$harness:steer TEXT`.",
    },
    "note_too_long": {
        "ko": "지시가 너무 길어 보내지 않았습니다 (최대 {limit}바이트). 줄이거나 나누어 보내세요.",
        "en": "The note is too long (at most {limit} bytes), so it was not sent: shorten it, or send it in parts.",
    },
    "note_unarmed": {
        "ko": "이 세션에는 Harness가 켜져 있지 않아 지시를 전할 수 없습니다. `$harness …`나 `$harness:guard on`으로 켜세요.",
        "en": "Harness is not on in this session, so no note can be delivered. `$harness …` or `$harness:guard on` "
        "turns it on.",
    },
    # rollback
    "rollback_nothing": {
        "ko": "이 세션이 바꾼 것으로 Harness가 본 것 가운데 되돌릴 것이 없습니다.",
        "en": "There is nothing to put back: what Harness has seen this session change is as it was.",
    },
    "rollback_list": {
        "ko": "이 세션이 바꾼 경로 {count}개입니다. 되돌리려면 `$harness:rollback 경로` 또는 `$harness:rollback all`:",
        "en": "{count} paths that this session has changed. `$harness:rollback PATH` puts one back, "
        "`$harness:rollback all` all of them:",
    },
    "rollback_done": {
        "ko": "되돌린 결과:",
        "en": "Put back:",
    },
    "rollback_kept": {
        "ko": "다른 누군가가 바꾼 것은 그대로 두었습니다. 그래도 되돌리려면 `--force`를 붙이세요.",
        "en": "What somebody else has changed was kept. `--force` puts that back too.",
    },
    "rollback_usage": {
        "ko": "`$harness:rollback`, `$harness:rollback 경로`, `$harness:rollback all` 가운데 하나를, 필요하면 `--force`와 함께 "
        "입력하세요.",
        "en": "Say `$harness:rollback`, `$harness:rollback PATH` or `$harness:rollback all`, with `--force` where it is "
        "needed.",
    },
    "rollback_more": {
        "ko": "… 그리고 {count}개 더 (`harness-state rollback`)",
        "en": "… and {count} more (`harness-state rollback`)",
    },
    "rollback_failed": {
        "ko": "되돌리는 중에 파일 오류가 있었습니다: {detail}. 무엇이 남았는지는 `harness-state rollback`이 보여 줍니다.",
        "en": "Putting back met a file error: {detail}. `harness-state rollback` shows what is left.",
    },
    "run_open": {
        "ko": "run이 승인된 계획을 실행하는 동안(phase {phase})에는 되돌리지 않습니다. `cancel`을 보내거나 run을 끝낸 뒤에 다시 하세요.",
        "en": "Nothing is put back while a run works on its accepted plan (phase {phase}). Send `cancel` or let the run "
        "end, then try again.",
    },
    "path_unchanged": {
        "ko": "이 세션이 바꾼 경로가 아니거나 이미 원래대로입니다: {path}. 바꾼 것의 목록: `harness-state rollback`",
        "en": "This session did not change that path, or it is as it was: {path}. `harness-state rollback` lists what it changed.",
    },
}

# What is done with a path, or would be.
ACTIONS: Table = {
    "restore": {"ko": "되돌리게 됨", "en": "would be put back"},
    "delete": {"ko": "새로 만든 것, 지우게 됨", "en": "new, would be deleted"},
    "restore_forced": {"ko": "그대로 둠, `--force`면 되돌림", "en": "stays; `--force` puts it back"},
    "delete_forced": {"ko": "그대로 둠, `--force`면 지움", "en": "stays; `--force` deletes it"},
    "none": {"ko": "할 수 있는 것 없음", "en": "nothing"},
    "restored": {"ko": "되돌림", "en": "put back"},
    "deleted": {"ko": "지움", "en": "removed"},
    "kept": {"ko": "그대로 둠", "en": "kept as it is"},
    "failed": {"ko": "실패, 그대로임", "en": "failed, as it was"},
}
