"""What is said of a finished call or Review: it was not the judged one, left the boundary, or proves nothing."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

EVIDENCE: Table = {
    # What ran was not what was judged.
    "input_changed": {
        "ko": "Harness [input_changed] 판단한 것과 다른 {tool} 호출이 실행되었습니다: {subject}.",
        "en": "Harness [input_changed] The {tool} call that ran is not the one that was judged: {subject}.",
    },
    "denial_lost": {
        "ko": "Harness [denial_lost] 거부한 {tool} 호출이 그래도 실행되었습니다: {subject}.",
        "en": "Harness [denial_lost] A {tool} call ran although it was denied: {subject}.",
    },
    "rewrite_lost": {
        "ko": "Harness [rewrite_lost] 검증 명령이 kernel 경계 밖에서 실행되었습니다: {subject}.",
        "en": "Harness [rewrite_lost] A verification command ran outside the kernel boundary: {subject}.",
    },
    "run_faults": {
        "ko": "Harness [run_faults] 명령 실행이 Plan으로도 쓸 수 없는 것을 남겼습니다: {subject}.",
        "en": "Harness [run_faults] A command left behind what no Plan opens: {subject}.",
    },
    "revoked": {
        "ko": (
            "쓰기 권한을 회수했습니다(phase repair_planning). 아무것도 더 쓰거나 실행하지 말고 사람에게 알리세요. 일을 계속하려면 "
            "trigger `plan_deviation`의 Repair Plan이 필요합니다. 읽을 파일({root} 기준): {files}"
        ),
        "en": (
            "Write authority is revoked (phase repair_planning). Write and run nothing more and tell the person. Going on "
            "takes a Repair Plan with trigger `plan_deviation`. Read (below {root}): {files}"
        ),
    },
    "revoked_person": {
        "ko": "쓰기 권한을 회수했습니다.",
        "en": "Write authority is revoked.",
    },
    "nothing_revoked": {
        "ko": "회수할 쓰기 권한은 없었습니다. 사람에게 알리세요.",
        "en": "There was no write authority to revoke. Tell the person.",
    },
    "hook_cause": {
        "ko": "다른 plugin의 hook이나 셸 시작 파일(`BASH_ENV`)이 원인일 수 있습니다. `harness-state doctor`로 확인하세요.",
        "en": "Another plugin's hook or a shell start file (`BASH_ENV`) may be the cause; `harness-state doctor` checks.",
    },
    # A run that is no evidence.
    "no_evidence": {
        "ko": "Harness: 이번 `{command}` 실행은 검증 기록으로 인정되지 않습니다: {why}.",
        "en": "Harness: this run of `{command}` does not count as evidence: {why}.",
    },
    "line_missing": {
        "ko": (
            "마지막 줄(`harness-confine: …`)이 돌아오지 않았습니다. 명령이 거부되었거나, 끊겼거나, 출력이 잘렸습니다. 출력을 줄여 그대로 다시 "
            "실행하고 끝날 때까지 기다리세요"
        ),
        "en": (
            "no last line (`harness-confine: …`) came back. It was refused or cut off, or its output was cut. Run it again as "
            "it stands, with less output, and wait for its end"
        ),
    },
    "line_invalid": {
        "ko": "마지막 줄의 서명이 이 실행의 것이 아닙니다. Plan에 있는 그대로 다시 실행하세요",
        "en": "its last line is not signed for this run. Run the command again as the Plan lists it",
    },
    "ticket_lost": {
        "ko": "실행 기록({detail})을 읽을 수 없습니다. 그대로 다시 실행하세요",
        "en": "its ticket ({detail}) cannot be read. Run it again as it stands",
    },
    "unconfined": {
        "ko": "Harness: 이 시스템에는 쓸 수 있는 격리 엔진이 없어 `{command}`이(가) 격리 없이(unconfined) 실행되었습니다 (confinement = best_effort).",
        "en": "Harness: no engine can confine commands here, so `{command}` ran unconfined (confinement = best_effort).",
    },
    # How an evidence command stands.
    "never": {"ko": "마지막 승인 뒤의 실행 기록 없음", "en": "no recorded run since the last approval"},
    "partial": {"ko": "다른 인자를 붙인 실행만 있음", "en": "only runs with further arguments"},
    "unproven": {"ko": "서명된 기록이 없는 실행만 있음", "en": "only runs without a signed last line"},
    "failed": {"ko": "마지막 실행이 실패함: {how}", "en": "its last run did not pass: {how}"},
    "timed_out": {"ko": "마지막 실행이 시간 한도를 넘김", "en": "its last run took longer than its limit"},
    "stale": {"ko": "실행 뒤에 바뀜: {what}", "en": "changed after its run: {what}"},
    "changed": {
        "ko": "실행 뒤에 쓰기 경로의 파일이 바뀜",
        "en": "files in the writable paths changed after its run",
    },
    "passed": {"ko": "통과 ({engine})", "en": "passed ({engine})"},
    "standing": {"ko": "\n검증: {lines}", "en": "\nverification: {lines}"},
}

# What a Review lacks to count: codes of its record.
REVIEW_LACKS: Table = {
    "undelivered": {"ko": "Review를 낸 sub-agent가 없음", "en": "no sub-agent has delivered one"},
    "malformed": {"ko": "형식이 맞지 않아 받지 않음", "en": "it was refused as malformed"},
    "older_approval": {"ko": "마지막 승인 전의 Review", "en": "it is older than the last approval"},
    "not_in_review": {"ko": "review phase 밖에서 끝남", "en": "it ended outside a review phase"},
    "start_unseen": {"ko": "시작을 보지 못한 에이전트", "en": "its agent was not seen to start"},
    "started_before_change": {
        "ko": "마지막 변경보다 먼저 시작된 에이전트",
        "en": "its agent had started before the last change",
    },
    "inherited_context": {
        "ko": "마지막 변경 뒤에 대화를 물려받지 않은 에이전트만 시작되어야 함",
        "en": "since the last change only agents without the conversation may have been started",
    },
    "change_unread": {
        "ko": "변경을 보여 주는 호출이 없음: `git diff`, 또는 바뀐 파일을 Read나 `cat PATH`로",
        "en": "none of its calls showed the change: `git diff`, or a changed file by Read or `cat PATH`",
    },
}
