"""What `harness-state` says about steering and undo: steer, rollback. Data."""

from __future__ import annotations

LOOP: dict[str, tuple[str, str]] = {
    "help_steer": (
        "실행 중인 에이전트에게 지시를 보냅니다: 지금의 도구 호출이 끝나면 전해집니다",
        "Send a note to a running agent: it arrives after the current tool call",
    ),
    "help_rollback": (
        "세션이 바꾼 것의 목록, 또는 되돌리기: PATH 하나 또는 all (되돌리기는 터미널에서만)",
        "List what a session changed, or put it back: one PATH or all (putting back: terminal only)",
    ),
    "help_rollback_session": (
        "이 세션 (기본: 이 작업 폴더의 가장 최근 세션)",
        "This session (default: the newest one of this workspace)",
    ),
    "help_rollback_force": (
        "다른 누군가가 바꾼 것도 되돌립니다",
        "Also put back what somebody else has changed since",
    ),
    "loop_fault": ("{why}", "{why}"),
    "no_run": ("(run 없음)", "(no run)"),
    "guard_only": ("run 없이 지켜보는 중: 쓰기는 제한되지 않음", "without a run: writes are not restricted"),
    "notes": ("지시", "Notes"),
    "notes_waiting": ("{count}개가 전달을 기다림", "{count} waiting for the agent"),
    "undo": ("되돌리기", "Undo"),
    "undo_paths": (
        "바뀐 경로 {count}개 (목록: `harness-state rollback`)",
        "changed paths: {count} (`harness-state rollback` lists them)",
    ),
    "state_column": ("상태", "State"),
    "action_column": ("동작", "Action"),
    "path_column": ("경로", "Path"),
    "restorable": ("되돌릴 수 있음", "restorable"),
    "changed_since": ("다른 변경 있음", "changed since"),
    "not_captured": ("복사본 없음", "not captured"),
}
