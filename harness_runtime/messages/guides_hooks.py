"""What hooks say of a project's guides and sensors: at a session's start, at a prompt, at a Completion. Cold."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

GUIDED: Table = {
    # The file, to the person.
    "untrusted": {
        "ko": "Harness: 이 프로젝트의 `.o4/harness.toml`은 신뢰한 적이 없어 무시합니다. 읽어 본 뒤 터미널에서 `harness-state trust`를 실행하면 쓰입니다.",
        "en": "Harness: this project's `.o4/harness.toml` is ignored: nobody has trusted it here. Look at it, then run `harness-state trust` in a terminal.",
    },
    "changed": {
        "ko": "Harness: `.o4/harness.toml`이 신뢰한 뒤로 바뀌어 무시합니다. 읽어 본 뒤 터미널에서 `harness-state trust`를 다시 실행하세요.",
        "en": "Harness: `.o4/harness.toml` is ignored: it has changed since it was trusted. Look at it, then run `harness-state trust` in a terminal again.",
    },
    "faulty": {
        "ko": "Harness: guide와 sensor를 쓸 수 없습니다. {fault}",
        "en": "Harness: guides and sensors cannot be used. {fault}",
    },
    "faulty_guides": {
        "ko": "Harness: guide를 쓸 수 없습니다. sensor는 그대로 실행됩니다. {fault}",
        "en": "Harness: guides cannot be used; sensors run all the same. {fault}",
    },
    # The section, to the model.
    "for_task": {
        "ko": "이번 요청의 task type은 {task}입니다. 아래 section이 앞서 받은 것을 대신합니다.",
        "en": "The task type of this request is {task}. The section below stands in place of an earlier one.",
    },
    "guide_elsewhere": {
        "ko": "(여기 싣기에는 너무 깁니다. 시작하기 전에 `{path}`를 읽으세요.)",
        "en": "(Too long to be put here. Read `{path}` before you begin.)",
    },
    "inline_elsewhere": {
        "ko": "(여기 싣기에는 너무 깁니다. 시작하기 전에 `{path}`에서 이 guide를 읽으세요.)",
        "en": "(Too long to be put here. Read this guide in `{path}` before you begin.)",
    },
    "section_cut": {
        "ko": "(여기서 잘렸습니다. 나머지는 `{path}`에 있습니다.)",
        "en": "(Cut off here. The rest is in `{path}`.)",
    },
    # A Completion Report that is stopped, to the model.
    "stopped": {
        "ko": "Completion Report를 아직 기록하지 않았습니다. 프로젝트의 `.o4/harness.toml`에 따라 한 번 멈춥니다.",
        "en": "The Completion Report is not recorded yet: the project's `.o4/harness.toml` stops it once.",
    },
    "sensor": {
        "ko": "sensor `{name}` (blocking): {outcome}",
        "en": "Sensor `{name}` (blocking): {outcome}",
    },
    "sensor_beside": {"ko": "sensor `{name}`: {outcome}", "en": "Sensor `{name}`: {outcome}"},
    "fix_hint": {"ko": "해결 방법: {hint}", "en": "How to fix it: {hint}"},
    "unmet": {"ko": "완료 조건이 충족되지 않음: {line}", "en": "Not met before the end: {line}"},
    "unusable": {
        "ko": "신뢰한 `.o4/harness.toml`을 쓸 수 없어 sensor와 완료 조건을 확인하지 못했습니다. {fault}",
        "en": "The trusted `.o4/harness.toml` cannot be used, so no sensor and no requirement was checked. {fault}",
    },
    "mend_here": {
        "ko": "승인된 경로 안에서 고칠 수 있으면 지금 고치고, 검증 명령을 다시 실행하세요.",
        "en": "Mend it now where the accepted paths reach, and run the verification commands again.",
    },
    "mend_by_repair": {
        "ko": "고치려면 Repair Plan이 필요합니다.",
        "en": "Mending it takes a Repair Plan.",
    },
    "end_the_turn": {
        "ko": "이 턴에서 보고서를 다시 쓰지 마세요. 읽지 않습니다. 무엇이 남았는지 한 줄로 말하고 턴을 끝내세요. 다음 입력에서 다시 요청합니다.",
        "en": "Do not write the report again in this turn, it would not be read: say in one line what is left and end the turn. The next prompt asks for it.",
    },
    "ask_the_person": {
        "ko": "다음을 사람에게 그대로 전하고, 고치거나 보고서를 다시 쓰지 말고 턴을 끝내세요. 사람의 대답을 기다립니다:\n{messages}",
        "en": "Put this to the person, change nothing, do not write the report again, and end your turn; the answer is theirs:\n{messages}",
    },
    "stopped_person": {
        "ko": "Harness: Completion Report를 한 번 멈췄습니다. {why}",
        "en": "Harness: the Completion Report was stopped once. {why}",
    },
    "waits": {
        "ko": "이전 턴의 Completion Report는 다음 때문에 한 번 멈췄고 기록되지 않았습니다: {faults}\n이번 입력이 정한 대로 하고, 일이 끝나면 보고서 전체를 턴의 마지막 메시지로 다시 보여 주세요. 그때는 쓰인 대로, sensor 결과와 함께 기록됩니다.",
        "en": "The Completion Report of an earlier turn was stopped once and is not recorded: {faults}\nDo what this prompt decides; when the work is over, show the whole report again as a turn's last message. It is then recorded as it says, with the results of the sensors beside it.",
    },
    # Results, to the person.
    "results": {"ko": "\nsensors: {lines}", "en": "\nsensors: {lines}"},
    "left_out": {"ko": "바뀐 파일 없음", "en": "no changed file"},
    "requirements": {"ko": "\n충족되지 않은 완료 조건: {lines}", "en": "\nnot met: {lines}"},
    # Sensors that run whenever the agent stops.
    "auto": {
        "ko": "지난 턴이 끝날 때 실행한 sensor가 통과하지 못했습니다.",
        "en": "Sensors that ran when the last turn ended did not pass.",
    },
    "passed": {"ko": "통과", "en": "passed"},
    "failed": {"ko": "실패 (exit {exit})", "en": "failed (exit {exit})"},
    "timed_out": {"ko": "시간 초과", "en": "timed out"},
    "not_started": {"ko": "시작하지 못함: {why}", "en": "not started: {why}"},
}
