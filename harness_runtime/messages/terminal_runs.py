"""What `harness-state` says about artifacts and runs: check, approve, cancel, off, loading, prune, schema, evidence."""

from __future__ import annotations

RUNS: dict[str, tuple[str, str]] = {
    "help_check": (
        "artifact 초안을 stdin에서 읽어 Stop이 할 판정을 미리 보여 줍니다 (아무것도 바꾸지 않음)",
        "Judge a draft of an artifact on stdin as Stop would (changes nothing)",
    ),
    "help_check_session": (
        "이 세션의 run에 대해 판정 (기본: 호스트가 알려 주는 세션)",
        "Judge it for the run of this session (default: the session that the host names)",
    ),
    "help_approve": (
        "대화에서 y로 답한 gate를 확인하고 승인 (터미널에서만)",
        "Look at the gate that was answered y in the conversation, and approve it (terminal only)",
    ),
    "help_cancel": (
        "세션의 run을 취소 (터미널에서만; 기본: 이 작업 폴더에서 켜진 하나의 세션)",
        "Cancel the run of a session (terminal only; default: the one armed session of this workspace)",
    ),
    "help_off": (
        "run을 취소하고 세션을 놓아줍니다. 상태가 깨져 있어도 됩니다 (터미널에서만; 기본: 이 작업 폴더에서 켜진 하나의 세션)",
        "Cancel the run and release the session, even when its state is broken (terminal only; default: the one armed "
        "session of this workspace)",
    ),
    "help_off_older": (
        "이보다 오래 쓰지 않은 켜진 세션 모두 (예: 30d, 12h)",
        "Every armed session that was not used for longer than this (30d, 12h)",
    ),
    "help_loading": ("phase에서 읽을 파일의 목록", "List the files to load in a phase"),
    "help_phase_name": ("읽기 단계의 이름", "Name of the loading phase"),
    "help_trigger": ("지금 참인 trigger (여러 번 쓸 수 있음)", "A trigger that is true (may be given again)"),
    "help_prune": (
        "끝나고 놓아준 run의 오래된 기록을 지웁니다 (기본: --older-than 30d)",
        "Remove old records of runs that have ended and were released (default: --older-than 30d)",
    ),
    "help_older_than": ("이보다 오래된 것 (예: 30d, 12h)", "What is older than this (30d, 12h)"),
    "help_max_size": (
        "남은 기록이 이 크기 이하가 될 때까지 오래된 것부터 (예: 500MB)",
        "Oldest first, until all records are at most this size (500MB)",
    ),
    "help_dry_run": ("지우지 않고 보여 주기만", "Only show what would be removed"),
    "help_schema": (
        "공개된 JSON Schema를 출력, 이름이 없으면 목록",
        "Print a published JSON Schema; without a name, list them",
    ),
    "check_dash": (
        "artifact는 stdin으로만 읽습니다: harness-state check - <<'EOF' (지금: {given})",
        "an artifact is read from stdin only: harness-state check - <<'EOF' (not {given})",
    ),
    "draft_unreadable": ("stdin을 읽을 수 없습니다: {why}", "stdin cannot be read: {why}"),
    "not_an_artifact": (
        "artifact가 아닙니다: 비어 있지 않은 첫 줄이 다음 중 하나여야 합니다: {headings}",
        "not an artifact: the first non-empty line must be one of {headings}",
    ),
    "state_untrusted": (
        "{session}의 상태를 신뢰할 수 없습니다 ({rule}). 놓아주려면 `harness-state off {session}`",
        "the state of {session} cannot be trusted ({rule}); `harness-state off {session}` releases it",
    ),
    "store_failed": (
        "세션의 상태를 쓸 수 없습니다 ({rule}): {detail}. 놓아주려면 `harness-state off SESSION`, 점검은 `harness-state doctor`",
        "the session's state cannot be used ({rule}): {detail}; `harness-state off SESSION` releases it, `harness-state doctor` tells more",
    ),
    "check_ok": ("{kind}: 결함 없음", "{kind}: no fault"),
    "check_faults": ("{kind}: 결함 {count}개", "{kind}: {count} to correct"),
    "check_misplaced": (
        "phase {phase}에서는 {kind}을(를) 받지 않습니다. 여기서 받는 것: {taken}",
        "phase {phase} does not take a {kind}; what it takes: {taken}",
    ),
    "note_no_lineage": (
        "참고: 진행 중인 run을 찾지 못해, 승인된 Plan과 이어지는지는 판정하지 못했습니다.",
        "Note: no run in progress is known here, so the descent from the accepted Plan was not judged.",
    ),
    "note_no_record": (
        "참고: 진행 중인 run을 찾지 못해, 보고가 run의 기록과 맞는지는 판정하지 못했습니다.",
        "Note: no run in progress is known here, so the claims were not held against a run's record.",
    ),
    "note_effort": (
        "참고: 마지막으로 알려진 reasoning effort가 {effort}입니다. high 아래에서는 gate가 열리지 않습니다.",
        "Note: the reasoning effort known last is {effort}; no gate opens below high.",
    ),
    "artifact": ("Artifact", "Artifact"),
    "authority_now": ("예, 승인된 경로 안에서만", "yes, inside the approved paths"),
    "set_aside": ("보관됨", "Set aside"),
    "not_approvable": ("승인할 수 없습니다: {why}", "nothing to approve: {why}"),
    "none_here": (
        "{folder}에서 Harness를 쓴 세션이 없습니다. 먼저 대화에 `$harness …`, `$harness:goal …`, `$harness:chain …` 가운데 하나를 "
        "입력하거나, --session으로 다른 세션을 지정하세요 (목록: `harness-state sessions`).",
        "no session of {folder} has used Harness: say `$harness …`, `$harness:goal …` or `$harness:chain …` in the "
        "conversation first, or name another session with --session (`harness-state sessions` lists them).",
    ),
    "none_armed_here": (
        "{folder}에서 켜진 세션이 없습니다. 세션을 지정하세요 (목록: `harness-state sessions`). 다른 곳에서 켜진 세션: {others}",
        "no session is armed in {folder}: name one (`harness-state sessions` lists them). Armed elsewhere: {others}",
    ),
    "several_armed": (
        "켜진 세션이 여럿입니다. 하나를 지정하세요 (`harness-state sessions`가 어느 것인지 보여 줍니다): {sessions}",
        "several sessions are armed, name one (`harness-state sessions` says which is which): {sessions}",
    ),
    "several_answered": (
        "확인을 기다리는 세션이 여럿입니다. 하나를 지정하세요: {sessions}",
        "several sessions wait for this, name one: {sessions}",
    ),
    "approved_now": (
        "승인했습니다. 에이전트가 계속하도록 대화에 go라고 입력하세요.",
        "Approved. Say go in the conversation, so that the agent goes on.",
    ),
    "ended_before": ("이 run은 이미 끝났습니다.", "This run has already ended."),
    "off_now": (
        "이 세션에서 Harness를 껐습니다. 이제 쓰기를 막지 않습니다.",
        "Harness is off in this session: nothing guards writes.",
    ),
    "off_which": (
        "세션 하나 또는 --older-than 중 하나를 주세요.",
        "name one session, or say --older-than",
    ),
    "ask_off": (
        "세션 {count}개의 run을 취소하고 끌까요?",
        "Cancel the runs of these {count} and turn Harness off in them?",
    ),
    "turned_off": ("세션 {count}개를 껐습니다.", "Harness turned off in {count}."),
    "duration_unknown": ("기간이 아닙니다: {given} (예: 30d, 12h)", "not a duration: {given} (30d, 12h)"),
    "size_unknown": ("크기가 아닙니다: {given} (예: 500MB, 2GB)", "not a size: {given} (500MB, 2GB)"),
    "kind": ("종류", "Kind"),
    "size": ("크기", "Size"),
    "last_used": ("마지막 사용", "Last used"),
    "nothing_to_prune": ("지울 것이 없습니다.", "Nothing to remove."),
    "pruned": ("{count}개, {size} 지움", "removed {count}, {size}"),
    "would_prune": ("{count}개, {size} 지울 것임", "would remove {count}, {size}"),
    "prune_failed": (
        "지우지 못했습니다: {path}: {why}. 소유자와 권한을 확인한 뒤 다시 실행하세요",
        "not removed: {path}: {why}; look at its owner and mode, then run it again",
    ),
    "schema_unknown_name": (
        "그런 schema가 없습니다: {name} (있는 것: {known})",
        "no such schema: {name} (there are {known})",
    ),
    "confined_runs": ("격리 실행 (UTC)", "Confined runs (UTC)"),
    "sensors_ran": ("Sensor 결과 (UTC)", "Sensors (UTC)"),
    "outcome": ("결과", "Outcome"),
    "outside_unseen": ("변경을 비교하지 못한 경로 (UTC)", "Paths that could not be compared (UTC)"),
    "outside_changes": ("승인된 경로 밖의 변경 (UTC)", "Changes outside the approved paths (UTC)"),
    "engine": ("격리 엔진", "Engine"),
    "exit": ("종료 코드", "Exit"),
    "seconds": ("초", "Seconds"),
    "command": ("명령", "Command"),
    "count": ("개수", "Count"),
    "pending_answered": (
        "y를 받았고 `harness-state approve`를 기다립니다",
        "answered y, waits for `harness-state approve`",
    ),
    "engine_none": ("없음", "none"),
    "unproven": ("기록 없음", "unproven"),
    "timed_out": ("시간 초과", "timed out"),
    "left_behind": ("남긴 것: {paths}", "left {paths}"),
}
