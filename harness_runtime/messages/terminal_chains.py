"""What `harness-state` says about chains, and of sessions that a terminal reaches into. Data."""

from __future__ import annotations

CHAINS: dict[str, tuple[str, str]] = {
    "session_unplaced": (
        "세션 {session}의 작업 폴더를 알 수 없습니다. 그 대화에서 명령으로 하세요.",
        "the folder that session {session} works in is not known here; use the command in the conversation itself",
    ),
}
