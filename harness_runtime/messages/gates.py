"""What the person and the model are told at the gates. Fixed workflow terms stay English in both languages."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

GATES: Table = {
    "activated": {
        "ko": (
            "Harness active: run {run_id}, revision {revision}, phase planning. 승인 전에는 읽기만 가능하고 쓰기와 실행은 "
            "hook이 거부합니다.\n"
            "먼저 읽을 파일({root} 기준): {files}\n"
            "Plan은 턴의 마지막 메시지 전체로, 첫 줄 `# Plan`, 마지막 줄 `{prompt}`로 보여 주세요. "
            "Write Boundary에는 `harness-policy` JSON 블록이 하나 있어야 합니다. 사람의 다음 입력이 정확히 소문자 `y`일 때만 "
            "승인되며, 대신 답하거나 `y`를 유도하지 마세요. Repair Plan의 질문은 `{repair_prompt}`입니다.\n"
            "Project policy: {policy}. Reasoning effort는 high 이상이어야 합니다. 설명은 한국어, workflow 용어는 영어로 씁니다."
        ),
        "en": (
            "Harness active: run {run_id}, revision {revision}, phase planning. Until approval only reads pass; the hooks "
            "deny writes and execution.\n"
            "Read first (below {root}): {files}\n"
            "Show the Plan as the whole last message of a turn: first line `# Plan`, last line `{prompt}`, with one "
            "`harness-policy` JSON block in Write Boundary. Only the person's next prompt, exactly lowercase `y`, "
            "approves it: never answer in their place. A Repair Plan asks `{repair_prompt}`.\n"
            "Project policy: {policy}. Reasoning effort must be high or above. Explain in English."
        ),
    },
    "policy_found": {
        "ko": "`.harness/guard.json` 있음, 계획 전에 읽을 것",
        "en": "`.harness/guard.json` found, read it before planning",
    },
    "policy_none": {"ko": "없음", "en": "none"},
    "activated_person": {
        "ko": "Harness를 켰습니다. Plan이 승인되기 전에는 아무것도 쓰지 않습니다. 그만두려면 `cancel`, 끄려면 `$harness:off`{space}.{effort}",
        "en": "Harness is on. Nothing is written before you approve a Plan. `cancel` ends the run, `$harness:off`{space} turns it off.{effort}",
    },
    "shell_hint": {
        "ko": '판단할 수 없는 shell 명령은 거부됩니다. config.json의 `"shell": "confined"`는 그런 명령을 커널 경계 안에서 실행하게 합니다.',
        "en": 'Shell lines that cannot be judged are denied; with `"shell": "confined"` in config.json they run in the kernel boundary.',
    },
    "codex_space": {"ko": " (뒤에 빈칸 하나를 치고 Enter)", "en": " (with a blank behind it, then Enter)"},
    "effort_warning": {
        "ko": " reasoning effort가 {effort}이므로 gate가 열리지 않습니다. host에서 high 이상으로 올리세요 (Codex: `/model`, Claude Code: `/effort`).",
        "en": " No gate will open at reasoning effort {effort}: raise it to high or above in the host (Codex: `/model`, Claude Code: `/effort`).",
    },
    "effort_unknown": {
        "ko": " Plan에는 reasoning effort high 이상이 필요합니다 (Codex: `/model`, Claude Code: `/effort`).",
        "en": " A Plan takes reasoning effort high or above (Codex: `/model`, Claude Code: `/effort`).",
    },
    "root_refused": {
        "ko": "Harness는 이 폴더를 workspace로 쓸 수 없습니다: {root}. 프로젝트 폴더에서 다시 시작해 주세요.",
        "en": "Harness cannot take this folder as a workspace: {root}. Start again from a project folder.",
    },
    "settings_refused": {
        "ko": "Harness를 시작하지 않았습니다. 설정 파일을 고친 뒤 다시 입력하세요: {fault}",
        "en": "Harness did not start. Fix the settings file, then send the prompt again: {fault}",
    },
    "gate_open": {
        "ko": "Harness gate: {kind} {hash}\n{lines}{changes}\n소문자 y만 승인입니다. n, Y, yes는 run을 끝냅니다. 고치려면 `revise …` 또는 `수정 …`.",
        "en": "Harness gate: {kind} {hash}\n{lines}{changes}\nOnly a lowercase y approves; n, Y or yes end the run; `revise …` asks for a new one.",
    },
    "gate_paths": {"ko": "쓰기 허용: {value}", "en": "may write: {value}"},
    "gate_commands": {"ko": "검증 명령: {value}", "en": "verification: {value}"},
    "gate_empty": {
        "ko": "⚠ 바꾼 것을 증명하지 못하는 verification (언제나 통과): {value}",
        "en": "⚠ prove nothing, as they always pass: {value}",
    },
    "gate_scratch_tracked": {
        "ko": "⚠ 임시 경로에 있어 검증되지 않는 repository의 파일: {value}",
        "en": "⚠ files of the repository in scratch paths, which no test vouches for: {value}",
    },
    "gate_network": {"ko": "네트워크: {value}", "en": "network: {value}"},
    "gate_scratch": {"ko": "임시 경로: {value}", "en": "scratch: {value}"},
    "gate_limits": {"ko": "한도: {value}", "en": "limits: {value}"},
    "gate_class": {"ko": "분류: {value}", "en": "classification: {value}"},
    "gate_changed": {"ko": "\n이전 제안과 다른 점: {value}", "en": "\nchanged since the previous one: {value}"},
    "gate_unchanged": {"ko": "없음", "en": "nothing"},
    "gate_unreadable": {
        "ko": "Harness: 보관된 제안 {hash}을(를) 읽을 수 없어 승인할 수 없습니다. 다시 보여 달라고 하세요.",
        "en": "Harness: the stored proposal {hash} cannot be read, so it cannot be approved. Ask for it again.",
    },
    "gate_not_asked": {
        "ko": "\n이 메시지는 이 제안에 대한 질문으로 끝나지 않아 지금의 y는 적용되지 않습니다. 다시 묻게 하세요.",
        "en": "\nThis message did not end with this proposal's question, so a y will not count now. Have it asked again.",
    },
    "gate_answered": {
        "ko": "\ny를 받았습니다. 터미널에서 `harness-state approve`를 실행하면 권한이 시작됩니다.",
        "en": "\nYour y is noted. Authority begins when you run `harness-state approve` in a terminal.",
    },
    "gate_effort": {
        "ko": "\nreasoning effort: {effort}. 이대로 답해도 되고, Implement와 Review에는 xhigh를 권합니다.",
        "en": "\nreasoning effort: {effort}. That will do; for Implement and Review xhigh is recommended.",
    },
    "gate_planner": {
        "ko": "\nplanner: degraded (planner sub-agent의 Plan 기록이 없습니다). 그대로 답해도 되고, 그 사실은 기록됩니다.",
        "en": "\nplanner: degraded (no evidence of a planner sub-agent's Plan). That is on record; the answer is yours all the same.",
    },
    "gate_background": {
        "ko": "\n아직 실행 중인 작업: {tasks}",
        "en": "\nstill running: {tasks}",
    },
    "answered": {
        "ko": "y를 받았습니다. 이 설치는 터미널 확인도 요구합니다. 터미널에서 `harness-state approve`를 실행한 뒤 여기에 go라고 입력하세요.",
        "en": "Your y is noted. This installation also asks for the terminal: run `harness-state approve` there, then say go here.",
    },
    "left_running": {
        "ko": "이 세션이 시작한 프로세스가 아직 실행 중이라 계속할 수 없습니다. 끝낸 뒤 다시 입력하세요: {processes}",
        "en": "Processes that this session started are still running, so this does not go on. End them, then say it again: {processes}",
    },
    "outside_changed": {
        "ko": "Harness 감사: 승인된 경로 밖에서 Harness가 보지 못한 변경 {count}건: {changes}. 누가 바꿨는지는 알 수 없으니 직접 살펴보세요.",
        "en": "Harness audit: changed outside the approved paths, and not seen by Harness ({count}): {changes}. Look at them: who made them cannot be told.",
    },
    "outside_unseen": {
        "ko": "Harness 감사: 변경을 비교하지 못한 곳이 있습니다: {paths} (너무 크거나, 읽을 수 없거나, 다른 파일 시스템에 있음). 직접 살펴보세요. 승인마다 한 번 알립니다.",
        "en": "Harness audit: not compared for changes: {paths} (too much, not readable, or on another file system). Look there yourself. Told once per approval.",
    },
    "left_unknown": {
        "ko": "이 시스템에서는 이 세션이 남긴 프로세스를 확인할 수 없으니 직접 살펴보세요.",
        "en": "This system cannot tell which processes the session left running: look for yourself.",
    },
    "suspended": {
        "ko": "Harness: 턴이 읽지 않은 {kind}(으)로 끝나 다음 입력까지 쓰기를 멈춥니다. 다음 입력에서 다시 요청합니다.",
        "en": "Harness: the turn ended on a {kind} that was not read; writes are suspended until your next prompt, which asks for it again.",
    },
    "suspended_closing": {
        "ko": "Harness: 턴이 읽지 않은 {kind}(으)로 끝나 쓰기를 멈춥니다. 다음 입력에서 다시 요청합니다. 다시 쓰려면 Repair Plan이 필요합니다.",
        "en": "Harness: the turn ended on a {kind} that was not read; writes are suspended, and your next prompt asks for it again. Writing again takes a Repair Plan.",
    },
    "unread_again": {
        "ko": "이전 턴의 {kind}은(는) 같은 턴에서 다시 쓴 것이라 읽지 않았습니다.",
        "en": "The {kind} of the last turn was written again within one turn and was not read.",
    },
    "scheduled": {
        "ko": "예약된 prompt가 남아 있어 y를 승인으로 처리하지 않았습니다. 먼저 지운 뒤 다시 입력하세요: {schedules}",
        "en": "Scheduled prompts are waiting, so your y approved nothing. Remove them first, then answer again: {schedules}",
    },
    "child_refused": {
        "ko": "이 {kind}은(는) 기록으로 받을 수 없습니다. 다시 써도 읽지 않으니, 무엇이 틀렸는지 한 줄로 알리고 끝내세요. root가 새 sub-agent를 시작합니다:\n{faults}",
        "en": "This {kind} cannot be taken as evidence, and a rewritten one is not read: say in one line what is wrong and end. The root starts a new sub-agent:\n{faults}",
    },
    "gate_not_person": {
        "ko": "\n이 제안은 사람의 입력으로 시작된 턴에서 나오지 않았으므로 y가 적용되지 않습니다. 다시 보여 달라고 하세요.",
        "en": "\nIt was not shown in a turn that you opened, so a y will not count. Ask for it again.",
    },
    "none": {"ko": "없음", "en": "none"},
    "approved": {
        "ko": (
            "{kind} {hash} approved (sha256 {sha256}): phase {phase}. 쓰기는 다음 경로 안에서만 허용됩니다: {paths}. 그 밖은 거부되며, 필요하면 "
            "trigger `plan_deviation`의 Repair Plan을 보여 주세요. sub-agent는 쓸 수 없습니다. 읽을 파일({root} 기준): {files}. "
            "끝나면 `# Completion Report`(Small 이상은 먼저 `# Implementation Summary`)를 턴의 마지막 메시지로 보여 주세요."
        ),
        "en": (
            "{kind} {hash} approved (sha256 {sha256}): phase {phase}. Writes pass only inside: {paths}. Everything else is denied; if you need "
            "more, show a Repair Plan with trigger `plan_deviation`. Sub-agents cannot write. Read (below {root}): {files}. "
            "When done, show `# Completion Report` (from Small on, `# Implementation Summary` first) as a turn's last message."
        ),
    },
    "approved_person": {
        "ko": "{kind} {hash}을(를) 승인했습니다. 쓰기 허용: {paths}",
        "en": "You approved {kind} {hash}. It may write: {paths}",
    },
    "declined": {
        "ko": "사람이 {kind}을(를) 승인하지 않았습니다. run은 cancelled로 끝났고 쓰기와 실행은 계속 거부됩니다. 아무것도 구현하거나 다시 계획하지 말고, 끝났다고만 말하세요.",
        "en": "The person did not approve the {kind}. The run ended as cancelled; writes and execution stay denied. Do not implement or replan: just say that it ended.",
    },
    "phase_entered": {
        "ko": "Harness: phase {phase}. 읽을 파일({root} 기준): {files}",
        "en": "Harness: phase {phase}. Read (below {root}): {files}",
    },
    "cancelled": {
        "ko": "사람이 run을 취소했습니다(cancelled). 쓰기와 실행은 계속 거부됩니다. 멈추고 지금까지의 상태를 한 줄로 말하세요.",
        "en": "The person cancelled the run. Writes and execution stay denied. Stop, and say in one line where things stand.",
    },
    "ended_person": {
        "ko": "Harness run이 cancelled로 끝났습니다. 이 세션의 쓰기는 계속 막혀 있습니다. 새로 시작: `$harness …`, 끄기: `$harness:off`.",
        "en": "The Harness run ended as cancelled. Writes stay blocked in this session. New run: `$harness …`, turn it off: `$harness:off`.",
    },
    "declined_person": {
        "ko": "이 답으로 Harness run이 cancelled로 끝났습니다. 승인은 정확히 소문자 `y`뿐입니다. 이 세션의 쓰기는 계속 막혀 있습니다. 다시 시작: `$harness …`와 요청, 끄기: `$harness:off`.",
        "en": "This answer ended the Harness run as cancelled: only exactly `y`, lowercase, approves. Writes stay blocked in this session. Begin again: `$harness …` and the request; turn it off: `$harness:off`.",
    },
    "revised": {
        "ko": "사람이 {kind}의 수정을 요청했습니다. 이전 제안은 폐기되었습니다(phase {phase}). 요청을 반영한 {kind} 전체를 다시 보여 주고 마지막 줄을 `{prompt}`로 끝내세요. 읽을 파일: {files}",
        "en": "The person asked to change the {kind}. The old one is superseded (phase {phase}). Show the whole changed {kind}, its last line `{prompt}`. Read: {files}",
    },
    "unclear": {
        "ko": "{kind} {hash}은(는) 아직 승인되지 않았습니다. 이 입력은 승인도 거절도 아닙니다. 질문에 답하고, 명확한 `y` 또는 `n`을 부탁하고, 마지막 줄을 정확히 `{prompt}`로 끝내세요.",
        "en": "{kind} {hash} is not approved. This prompt is neither approval nor refusal. Answer it, ask for an explicit `y` or `n`, and end with exactly `{prompt}`.",
    },
    "not_consumed": {
        "ko": "이 `y`는 승인으로 처리되지 않았습니다: {why} 쓰기는 여전히 거부됩니다.",
        "en": "This `y` did not count: {why} Writes stay denied.",
    },
    "not_consumed_model": {
        "ko": "구현을 시작하지 마세요. 사람에게 이유를 알리고, {kind}을(를) 다시 보여 주거나 마지막 줄을 정확히 `{prompt}`로 끝내세요.",
        "en": "Do not start. Tell the person why, and show the {kind} again or end with exactly `{prompt}`.",
    },
    "released": {
        "ko": "Harness run이 {phase}(으)로 끝나 이 세션에서 Harness가 꺼졌습니다. 이제 쓰기를 막지 않습니다. 다시 켜려면 `$harness …`.",
        "en": "The Harness run ended as {phase}, and Harness is now off in this session: nothing guards writes. `$harness …` turns it on.",
    },
    "off": {
        "ko": "Harness를 껐습니다. 이제 이 세션의 쓰기를 막지 않습니다. 다시 켜려면 `$harness …`.",
        "en": "Harness is off: nothing guards writes in this session. `$harness …` turns it on.",
    },
    "off_set_aside": {
        "ko": "Harness를 껐습니다. 읽을 수 없던 상태는 {path}에 보관했습니다.",
        "en": "Harness is off. The state that could not be read was kept at {path}.",
    },
    "off_nothing": {
        "ko": "이 세션에서 Harness는 켜져 있지 않습니다. 켜려면 `$harness …`.",
        "en": "Harness is not on in this session. `$harness …` turns it on.",
    },
    "nested": {
        "ko": "이 호스트의 환경에 HARNESS_NESTED가 있습니다. Harness가 스스로 묻는 호스트에만 있는 표시라서, 여기서는 어떤 입력도 사람의 것으로 보지 않습니다 (`cancel`과 `$harness:off`는 됩니다). 변수를 지우고(`unset HARNESS_NESTED`) 호스트를 다시 시작하세요.",
        "en": "HARNESS_NESTED is set in this host's environment. It marks a host that Harness itself asks, so no prompt here counts as a person's (only `cancel` and `$harness:off` work). `unset HARNESS_NESTED` and start the host anew.",
    },
    "held": {
        "ko": "Harness: run이 {phase}(으)로 끝났고 세션은 held 상태입니다. 읽기만 가능하고 쓰기와 실행은 거부됩니다. 사람이 `$harness …`로 새 run을 시작하거나 `$harness:off`로 꺼야 합니다.",
        "en": "Harness: the run ended as {phase} and the session is held. Reads pass, writes and execution are denied until the person starts a run with `$harness …` or says `$harness:off`.",
    },
    "correction": {
        "ko": "이전 턴의 {kind}은(는) 받아들여지지 않았습니다. 다음을 고쳐 전체를 턴의 마지막 메시지로 다시 보여 주세요: {faults}",
        "en": "The {kind} of an earlier turn was not accepted. Correct this and show all of it as the last message of this turn: {faults}",
    },
    "refused": {
        "ko": "{kind}이(가) 받아들여지지 않았습니다:\n{faults}\n지금 고쳐 쓰지 마세요. 고치겠다고 한 줄로만 말하고 턴을 끝내세요. 다음 입력에서 다시 요청합니다.",
        "en": "The {kind} was not accepted:\n{faults}\nDo not rewrite it now. Say in one line that it will be corrected and end the turn; the next prompt asks for it.",
    },
    "preface": {
        "ko": "Harness: 이 메시지 안의 Plan은 읽지 않았습니다. Plan은 첫 줄부터 메시지 전체여야 합니다. 그렇게 다시 보여 달라고 하세요.",
        "en": "Harness: the Plan inside this message was not read. A Plan must be the whole message from its first line; ask for it like that.",
    },
    "more_faults": {"ko": "그 밖에 {count}개", "en": "and {count} more"},
    "misplaced": {
        "ko": "phase {phase}에서는 {kind}을(를) 받지 않으므로 아무것도 바뀌지 않았습니다. 여기서 받는 것: {taken}. 그렇게 한 줄로 말하고 턴을 끝내세요.",
        "en": "Phase {phase} does not take a {kind}, so nothing changed. What it takes: {taken}. Say so in one line and end the turn.",
    },
    "misplaced_person": {
        "ko": "Harness: 이 {kind}은(는) phase {phase}에 맞지 않아 읽지 않았습니다. y로 답해도 아무것도 바뀌지 않습니다. 여기서 받는 것: {taken}.",
        "en": "Harness: this {kind} does not fit phase {phase} and was not read; a y changes nothing. What fits here: {taken}.",
    },
    "no_gate": {
        "ko": "Harness: 열린 gate가 없으므로(phase {phase}) 이 `y`는 아무것도 바꾸지 않았습니다. 여기서 받는 것: {taken}.",
        "en": "Harness: no gate is open (phase {phase}), so this `y` changed nothing. What fits here: {taken}.",
    },
    "refused_person": {
        "ko": "Harness: {kind}을(를) 받지 않았습니다 (결함: {count}). 지금은 y로 답해도 승인할 것이 없습니다. `go on`을 입력하면 고친 것을 다시 요청합니다.\n{faults}",
        "en": "Harness: the {kind} was not accepted (faults: {count}), so there is nothing to answer with y. Type `go on`: that prompt asks for a corrected one.\n{faults}",
    },
    "unread": {
        "ko": "Harness: 이 {kind}은(는) 읽지 않았으므로 승인할 수 없습니다. 다시 보여 달라고 하세요.",
        "en": "Harness: this {kind} was not read and cannot be approved; ask for it again.",
    },
    "lookalike": {
        "ko": "{kind}의 첫 줄이 정확히 `{heading}`이 아니어서 읽지 않았습니다.",
        "en": "The first line of the {kind} is not exactly `{heading}`, so it was not read.",
    },
    "ended_report": {
        "ko": "Harness: Completion Report {hash}, status {phase}. 쓰기 권한이 끝났습니다. {after}",
        "en": "Harness: Completion Report {hash}, status {phase}. Write authority has ended. {after}",
    },
    "after_released": {
        "ko": "다음 입력부터 Harness가 꺼집니다.",
        "en": "Harness turns off with your next prompt.",
    },
    "after_held": {
        "ko": "세션은 held 상태입니다: `$harness …` 또는 `$harness:off` 전까지 쓰기가 거부됩니다.",
        "en": "The session is held: writes are denied until `$harness …` or `$harness:off`.",
    },
    "summary_read": {
        "ko": "Harness: Implementation Summary {hash}. phase {phase}, 쓰기 권한이 끝났습니다. Review를 시작하려면 `go on`을 입력하세요.",
        "en": "Harness: Implementation Summary {hash}. Phase {phase}; write authority has ended. Type `go on` to start the Review.",
    },
    "still_open": {
        "ko": "Harness: run {run_id}이(가) 이 세션에서 계속됩니다. phase {phase}. {what}",
        "en": "Harness: run {run_id} goes on in this session. Phase {phase}. {what}",
    },
    "read_again": {
        "ko": "다시 읽을 파일: {files}",
        "en": "Read again: {files}",
    },
    "open_gate": {
        "ko": "{kind} {hash}이(가) 답을 기다립니다: `{prompt}`",
        "en": "{kind} {hash} waits for an answer: `{prompt}`",
    },
    "open_boundary": {
        "ko": "쓰기는 승인된 경로 안에서만 허용됩니다: {paths}",
        "en": "Writes pass only inside: {paths}",
    },
    "open_held": {
        "ko": "세션은 held 상태이며 쓰기는 거부됩니다. 새로 시작: `$harness …`, 끄기: `$harness:off`.",
        "en": "The session is held; writes are denied. New run: `$harness …`, turn it off: `$harness:off`.",
    },
    "open_reading": {
        "ko": "읽기만 가능합니다.",
        "en": "Only reads pass.",
    },
    "open_ended": {
        "ko": "Harness: 이 세션의 run은 {phase}(으)로 끝났습니다. 다음 입력에서 Harness가 꺼집니다.",
        "en": "Harness: this session's run has ended as {phase}. Harness turns off with the next prompt.",
    },
    "unguarded": {
        "ko": "Harness: 이 대화는 guard되지 않습니다. run은 세션 {session} (phase {phase})에 있고, 이 대화는 거기서 fork되었거나 clear로 새로 시작되었습니다. 여기서는 아무 쓰기도 막지 않으며 여기서 한 답은 그 run의 gate에 닿지 않습니다. 여기서 다시 시작: `$harness …`, 이어 하기: 그 세션을 resume하세요.",
        "en": "Harness does not guard this conversation. The run is in session {session} (phase {phase}), from which this one was forked or cleared. Nothing guards writes here, and nothing said here answers that run's gate. Start here with `$harness …`, or resume that session.",
    },
    "unguarded_model": {
        "ko": "그 run의 작업이나 승인을 여기서 이어 가지 마세요. 그렇다고 알리고 사람의 지시를 기다리세요.",
        "en": "Do not carry that run's work or approval on here: say so, and wait for the person.",
    },
    "hook_silent": {
        "ko": "tool hook(PreToolUse)이 이 run에서 아직 실행되지 않았습니다. host의 hook 목록(`/hooks`)에서 켜져 있고 신뢰되었는지 확인하세요.",
        "en": "The tool hook (PreToolUse) has not run in this run yet: see in the host's hook list (`/hooks`) that it is enabled and trusted.",
    },
    "store_fault": {
        "ko": "Harness가 이 세션의 상태를 쓸 수 없습니다 [{rule}]: {detail}. 끄려면 `$harness:off`를 입력하세요(기록은 보관됩니다). 자세히: `harness-state doctor`.",
        "en": "Harness cannot use this session's state [{rule}]: {detail}. `$harness:off` turns it off and keeps the records. More: `harness-state doctor`.",
    },
    "busy": {
        "ko": "이 세션의 다른 Harness hook이 아직 일하고 있어 아무것도 바뀌지 않았습니다. 잠시 뒤 다시 보내세요. 계속 그러면 `{detail}/lock`을 쥔 프로세스(`fuser`)를 끝내거나 `$harness:off`로 끄세요.",
        "en": "Another Harness hook of this session is still at work, so nothing changed. Send it again in a moment; if it stays so, end the process that holds `{detail}/lock` (`fuser` names it), or `$harness:off`.",
    },
    "off_busy": {
        "ko": "Harness를 껐습니다. 이 세션의 다른 hook이 아직 일하고 있어 run의 기록에는 남기지 못했습니다. 이제 이 세션의 쓰기를 막지 않습니다.",
        "en": "Harness is off: nothing guards writes in this session. Another hook of it was still at work, so the run's record does not say so.",
    },
    "internal": {
        "ko": "Harness 내부 오류로 이 입력을 막았습니다. 보고서: {path}. 끄려면 `$harness:off`, 점검은 `harness-state doctor`.",
        "en": "Harness met an internal error and stopped here. Report: {path}. `$harness:off` turns it off; `harness-state doctor` checks the installation.",
    },
    "data_unusable": {
        "ko": "Harness가 데이터 폴더를 쓸 수 없어 여기서 멈춥니다: {detail}. 소유자와 권한(`ls -ld`), 남은 공간(`df`)을 확인하세요. 점검은 `harness-state doctor`.",
        "en": "Harness cannot use its data folder and stopped here: {detail}. Look at its owner and mode (`ls -ld`) and at the space left (`df`); `harness-state doctor` checks the installation.",
    },
    "dependencies": {
        "ko": "Harness에 필요한 Python 패키지({missing})가 없어 시작하지 못했습니다. 터미널에서 한 번 실행한 뒤 다시 입력하세요:\n{command}",
        "en": "Harness lacks a Python package ({missing}) and did not start. Run this once in a terminal, then send it again:\n{command}",
    },
    "dependencies_there": {
        "ko": "Harness에 필요한 패키지가 준비되었습니다. 호스트에서 `$harness …`를 다시 입력하세요.",
        "en": "The packages that Harness needs are there. Type `$harness …` in the host again.",
    },
}

NOT_CONSUMED: Table = {
    "not_answered": {
        "ko": "아직 대화에서 y로 답하지 않았습니다. 먼저 거기서 답하세요.",
        "en": "the conversation has not answered y yet; answer there first.",
    },
    "nothing_pending": {
        "ko": "답을 기다리는 것이 없습니다. 에이전트에게 Plan을 보여 달라고 하세요.",
        "en": "nothing waits for an answer; have the agent show its Plan.",
    },
    "other_revision": {
        "ko": "이전 revision의 제안입니다. 다시 보여 달라고 하세요.",
        "en": "the proposal belongs to another revision; ask for it again.",
    },
    "other_workspace": {
        "ko": "제안을 보여 준 workspace와 현재 폴더가 다릅니다. 그 폴더로 돌아가거나 다시 보여 달라고 하세요.",
        "en": "the workspace is not the one in which it was shown; go back there, or ask for it again.",
    },
    "artifact_altered": {
        "ko": "보관된 제안의 내용이 hash와 맞지 않습니다. 다시 보여 달라고 하세요.",
        "en": "the stored proposal no longer matches its hash; ask for it again.",
    },
    "turn_unknown": {
        "ko": "host가 턴을 알려 주지 않았습니다. 다시 답하고, 그래도 같으면 `harness-state doctor`를 실행하세요.",
        "en": "the host did not say which turn this is; answer again, and if it stays so run `harness-state doctor`.",
    },
    "guard_changed": {
        "ko": "제안을 보여 준 뒤 `.harness/guard.json`이 바뀌었습니다. 다시 보여 달라고 하세요.",
        "en": "`.harness/guard.json` has changed since it was shown; ask for it again.",
    },
    "guard_silent": {
        "ko": "활성화 이후 tool hook(PreToolUse)이 한 번도 실행되지 않았습니다. host의 hook 목록(`/hooks`)에서 켜져 있고 신뢰되었는지 확인하고, 에이전트가 파일을 하나 읽은 뒤 다시 답하세요.",
        "en": "the tool hook (PreToolUse) has not run since activation. See in the host's hook list (`/hooks`) that it is enabled and trusted, have the agent read a file, and answer again.",
    },
    "same_turn": {
        "ko": "제안을 보여 준 바로 그 턴의 입력입니다. 제안을 읽은 뒤 다시 답하세요.",
        "en": "it came in the very turn that showed the proposal; read that, then answer again.",
    },
    "not_your_turn": {
        "ko": "제안이 사람의 입력으로 시작된 턴에서 나오지 않았습니다. 다시 보여 달라고 하세요.",
        "en": "the proposal was not shown in a turn that a person opened; ask for it again.",
    },
    "question_not_last": {
        "ko": "마지막 메시지가 이 제안에 대한 질문으로 끝나지 않았습니다. 다시 묻게 하세요.",
        "en": "the last message did not end with this proposal's question; have it asked again.",
    },
}

KIND_NAMES = {
    "plan": "Plan",
    "repair_plan": "Repair Plan",
    "implementation_summary": "Implementation Summary",
    "clean_context_review": "Clean-context Review",
    "completion_report": "Completion Report",
}
