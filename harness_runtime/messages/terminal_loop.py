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
    "help_rollback_diff": (
        "바뀐 것을 unified diff로 보여 줍니다: PATH 여럿 또는 전부 (아무것도 바꾸지 않음)",
        "Show what was changed as a unified diff: of each PATH, or of everything (nothing is changed)",
    ),
    "rollback_diff_force": (
        "--diff는 보여 주기만 합니다. --force는 되돌릴 때 씁니다.",
        "--diff only shows; --force belongs to putting back.",
    ),
    "rollback_one": (
        "되돌릴 PATH는 하나이거나 all입니다 (여럿은 --diff와 함께).",
        "one PATH or all can be put back at a time (several go with --diff).",
    ),
    "diff_same": ("내용은 같고 mode만 다름", "the same text, another mode"),
    "diff_no_text": ("글이 없음", "no text to compare"),
    "diff_binary": ("텍스트가 아님", "not text"),
    "diff_too_large": (
        "보여 주기에는 너무 큼 (1 MB 또는 20,000줄 초과)",
        "too large to show (over 1 MB or 20,000 lines)",
    ),
    "diff_unreadable": ("읽을 수 없거나 보는 동안 바뀜", "cannot be read, or changed while it was looked at"),
    "diff_left_out": (
        "경로가 너무 많아 비교하지 않음: PATH를 주세요",
        "too many paths, not compared: name it as PATH",
    ),
    "diff_cut": ("{count}줄이 더 있습니다", "{count} lines more"),
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
