"""What `harness-state` says about chains, and of sessions that a terminal reaches into. Data."""

from __future__ import annotations

CHAINS: dict[str, tuple[str, str]] = {
    "help_chain": ("에이전트 체인: list, select, status, stop", "Chains of agents: list, select, status, stop"),
    "help_chain_list": ("이 작업 폴더에서 쓸 수 있는 체인", "The chains that this workspace knows"),
    "help_chain_select": (
        "세션에 체인을 선택합니다; NAME이 없으면 목록에서 고릅니다",
        "Select a chain for a session; without NAME, choose one from the list",
    ),
    "help_chain_status": ("세션의 체인이 어디까지 왔는지", "Where a session's chain stands"),
    "help_chain_stop": ("세션의 체인 선택을 풉니다", "Deselect a session's chain"),
    "help_chain_session": (
        "이 세션 (기본: 이 작업 폴더의 가장 최근 세션)",
        "This session (default: the newest one of this workspace)",
    ),
    "chain_column": ("체인", "Chain"),
    "source_column": ("어디에서", "From"),
    "stages_column": ("stage", "Stages"),
    "about_column": ("설명", "About"),
    "ask_chain": ("어느 체인을 선택할까요? 번호:", "Which chain? Number:"),
    "chain_unnamed": (
        "체인의 이름을 적으세요: `harness-state chain list`가 보여 줍니다 (터미널에서는 이름 없이 고를 수 있습니다).",
        "name a chain: `harness-state chain list` shows them (in a terminal one can be chosen without a name).",
    ),
    "chains_untrusted": (
        "신뢰하지 않아 고를 수 없음 (`harness-state trust`): {names}",
        "not trusted, so not to be chosen (`harness-state trust`): {names}",
    ),
    "of_session": ("세션 {session}", "Session {session}"),
    "session_unplaced": (
        "세션 {session}의 작업 폴더를 알 수 없습니다. 그 대화에서 명령으로 하세요.",
        "the folder that session {session} works in is not known here; use the command in the conversation itself",
    ),
}
