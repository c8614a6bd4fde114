"""What `harness-state` says about a standing goal. Data."""

from __future__ import annotations

GOAL: dict[str, tuple[str, str]] = {
    "help_goal": ("goal: set, status, pause, resume, clear", "A standing goal: set, status, pause, resume, clear"),
    "help_goal_set": (
        "세션의 goal을 정합니다 (이미 있으면 바꿉니다)",
        "Set a session's goal, in place of the one it has",
    ),
    "help_goal_status": ("goal이 어디까지 왔는지", "Where a session's goal stands"),
    "help_goal_pause": ("goal을 잃지 않고 멈춥니다", "Hold a session's goal without losing it"),
    "help_goal_resume": ("멈춘 goal을 이어 갑니다", "Pick a paused goal up again"),
    "help_goal_clear": ("goal을 지웁니다", "Drop a session's goal"),
    "help_goal_session": (
        "이 세션 (기본: 이 작업 폴더의 가장 최근 세션)",
        "This session (default: the newest one of this workspace)",
    ),
    "goal": ("goal", "Goal"),
    "goal_value": ("{state} ({count}/{limit}): {goal}", "{state} ({count} of {limit}): {goal}"),
    "goal_unreadable": ("goal 파일을 사용할 수 없음", "its file cannot be used"),
}
