"""What `harness-state` says about learning and the panel: learn, panel. Data."""

from __future__ import annotations

LEARNING: dict[str, tuple[str, str]] = {
    "help_learn": (
        "세션이 한 일을 skill로 남깁니다. 있는 skill은 diff를 보이고, 원할 때만 바꿉니다",
        "Turn what a session did into a skill; one that exists is changed only after its diff was shown",
    ),
    "help_learn_session": (
        "이 세션: id 또는 그 앞부분 (기본: 이 작업 폴더의 가장 최근 세션)",
        "This session: its id or how that begins (default: the newest one of this workspace)",
    ),
    "help_learn_transcript": ("이 transcript 파일에서 배웁니다", "Learn from this transcript file"),
    "help_learn_yes": ("있는 skill의 변경도 바로 씁니다", "Also write a change of a skill that exists"),
    "help_learn_update": (
        "마지막으로 보인 이 skill의 변경을 씁니다 (모델에 묻지 않음)",
        "Write the change of this skill that was shown last (asks no model)",
    ),
    "help_panel": (
        "여러 모델에 같은 질문을 동시에 하고, 다른 점을 밝힌 답 하나를 받습니다",
        "Ask several models the same question at once, and get one answer that names the differences",
    ),
    "learning_fault": ("{why}", "{why}"),
    "ask_update": ("이렇게 바꿀까요?", "Write this change?"),
    "model_started": ("{name}: 묻는 중", "{name}: asked"),
    "model_answered": ("{name}: 답함 ({seconds}초)", "{name}: answered ({seconds} s)"),
    "model_failed": ("{why} ({seconds}초)", "{why} ({seconds} s)"),
}
