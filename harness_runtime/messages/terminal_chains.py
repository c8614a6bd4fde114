"""What `harness-state` says about chains, and of sessions that a terminal reaches into. Data."""

from __future__ import annotations

CHAINS: dict[str, tuple[str, str]] = {
    "help_chain": ("에이전트 chain: list, select, status, stop", "Chains of agents: list, select, status, stop"),
    "help_chain_list": ("이 작업 폴더에서 쓸 수 있는 chain", "The chains that this workspace knows"),
    "help_chain_select": (
        "세션에 chain을 선택합니다; NAME이 없으면 목록에서 고릅니다",
        "Select a chain for a session; without NAME, choose one from the list",
    ),
    "help_chain_status": ("세션의 chain이 어디까지 왔는지", "Where a session's chain stands"),
    "help_chain_stop": ("세션의 chain 선택을 풉니다", "Deselect a session's chain"),
    "help_chain_session": (
        "이 세션 (기본: 이 작업 폴더의 가장 최근 세션)",
        "This session (default: the newest one of this workspace)",
    ),
    "chain_column": ("Chain", "Chain"),
    "source_column": ("어디에서", "From"),
    "stages_column": ("stage", "Stages"),
    "about_column": ("설명", "About"),
    "ask_chain": ("어느 chain을 선택할까요? 번호:", "Which chain? Number:"),
    "chain_unnamed": (
        "chain의 이름을 적으세요: `harness-state chain list`가 보여 줍니다 (터미널에서는 이름 없이 고를 수 있습니다).",
        "name a chain: `harness-state chain list` shows them (in a terminal one can be chosen without a name).",
    ),
    "chains_untrusted": (
        "신뢰하지 않아 고를 수 없음 (`harness-state trust`): {names}",
        "not trusted, so not to be chosen (`harness-state trust`): {names}",
    ),
    "of_session": ("세션 {session}", "Session {session}"),
    "chains_fine": ("chain: {names}", "chains: {names}"),
    "chains_not_trusted": (
        "이 프로젝트의 chain은 신뢰하지 않아 쓰이지 않습니다: {names}",
        "chains of this project that are ignored, because nobody has trusted them: {names}",
    ),
    "mend_chains_trust": (
        "`.harness/guard.json`을 읽어 본 뒤 `harness-state trust`를 실행하세요.",
        "look at `.harness/guard.json`, then run `harness-state trust`.",
    ),
    "chains_broken": ("chain에 빠진 것이 있습니다: {what}", "chains that lack something: {what}"),
    "mend_chains_broken": (
        "agent 파일을 만들고(`.codex/agents/NAME.toml`, `.claude/agents/NAME.md`), sensor는 신뢰한 `.o4/harness.toml`에 두세요.",
        "make the agent's file (`.codex/agents/NAME.toml`, `.claude/agents/NAME.md`); a sensor belongs in a trusted `.o4/harness.toml`.",
    ),
    "chain_no_agent": ("agent `{agent}`의 지시문이 없음", "no instructions for the agent `{agent}`"),
    "chain_no_sensor": ("sensor `{sensor}`가 없음", "no sensor `{sensor}`"),
    "session_unplaced": (
        "세션 {session}의 작업 폴더를 알 수 없습니다. 그 대화에서 명령으로 하세요.",
        "the folder that session {session} works in is not known here; use the command in the conversation itself",
    ),
}
