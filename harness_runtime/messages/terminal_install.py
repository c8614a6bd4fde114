"""What `harness-state` says before and after it changes an installation. Data."""

from __future__ import annotations

INSTALL: dict[str, tuple[str, str]] = {
    "help_install": (
        "플러그인을 호스트에 설치하고 hook 신뢰를 묻습니다 (터미널에서만)",
        "Install the plugin into a host and ask for trust in its hooks (terminal only)",
    ),
    "help_upgrade": (
        "설치된 플러그인을 이 패키지나 그 출처의 내용으로 바꾸고 hook을 다시 신뢰합니다 (터미널에서만)",
        "Bring the installed plugin to this package, or to what its source has now, and trust its hooks again (terminal only)",
    ),
    "help_uninstall": (
        "플러그인을 호스트에서 제거 (터미널에서만). 실행 기록은 남고, --purge는 그것도 지웁니다",
        "Remove the plugin from a host (terminal only); records of runs stay, --purge deletes them too",
    ),
    "help_doctor": ("설치와 hook이 제대로 동작하는지 점검", "Check that the installation and its hooks work"),
    "help_program_path": (
        "호스트의 프로그램 (기본: CODEX_BIN 또는 CLAUDE_BIN, PATH)",
        "The host's program (default: CODEX_BIN or CLAUDE_BIN, PATH)",
    ),
    "help_codex": ("codex 프로그램 (기본: CODEX_BIN, PATH)", "The codex program (default: CODEX_BIN, PATH)"),
    "help_claude": ("claude 프로그램 (기본: CLAUDE_BIN, PATH)", "The claude program (default: CLAUDE_BIN, PATH)"),
    "help_purge": ("실행 기록과 설정도 지움", "Also delete the records of runs and the settings"),
    "help_force": ("진행 중인 run이 있어도 제거", "Remove it although a run is in progress"),
    "help_force_upgrade": (
        "진행 중인 run이 있어도 바꿈. 열려 있는 세션은 다시 시작할 때까지 지켜지지 않습니다",
        "Go on although a run is in progress; nothing guards a session that is open until it is started again",
    ),
    "host_absent": (
        "{title}를 찾을 수 없습니다: PATH에 {name} 프로그램이 없고 {variable}도 없습니다. 먼저 설치하거나 --program으로 지정하세요.",
        "{title} is not found: no {name} on PATH and no {variable}. Install it first, or name it with --program.",
    ),
    "host_not_runnable": (
        "{title}: 실행할 수 없습니다: {path} (다른 것을 --program으로 지정하세요)",
        "{title}: cannot be run: {path} (name another with --program)",
    ),
    "host_failed": ("{title}: {detail}", "{title}: {detail}"),
    "market_foreign": (
        "{title}에 이미 {place}에서 온 harness 마켓플레이스가 있습니다. `harness-state upgrade {name}`으로 그것을 올리거나, "
        "`{name} plugin remove harness@harness`와 `{name} plugin marketplace remove harness`를 먼저 실행하세요.",
        "{title} already has a marketplace named harness, from {place}. Bring that up to date with `harness-state upgrade {name}`, "
        "or run `{name} plugin remove harness@harness` and `{name} plugin marketplace remove harness` first.",
    ),
    "nothing_to_upgrade": (
        "{title}에 설치되어 있지 않습니다: `harness-state install {name}`",
        "it is not installed in {title}: `harness-state install {name}`",
    ),
    "not_installed": (
        "설치가 끝났지만 설치된 내용이 준비한 것과 다릅니다. `harness-state doctor`로 확인하세요.",
        "the installation ended, but what is installed is not what was staged: see `harness-state doctor`.",
    ),
    "not_removed": (
        "제거했지만 플러그인이 남아 있습니다. 호스트에서 직접 제거하고 `harness-state doctor`로 확인하세요.",
        "the plugin is still there after its removal: remove it in the host yourself, then see `harness-state doctor`.",
    ),
    "hooks_other": (
        "호스트가 등록한 hook이 방금 보여 준 것과 달라 신뢰하지 않았습니다. 누가 바꿨는지 본 뒤 다시 설치하세요.",
        "the host lists other hooks than those just shown, so they were not trusted. See who changed them, then install again.",
    ),
    "nothing_changed": ("아무것도 바꾸지 않았습니다.", "nothing was changed."),
    "run_in_progress": (
        "진행 중인 run이 있습니다: {sessions}. 먼저 run을 끝내거나 `harness-state off SESSION`으로 놓아주세요 (--force로 무시).",
        "a run is in progress: {sessions}. End it or release it with `harness-state off SESSION` first (--force to go on).",
    ),
    "update_in_a_run": (
        "진행 중인 run이 있습니다: {sessions}. 내용이 바뀌면 열려 있는 {title} 세션의 hook이 조용히 멈추므로 바꾸지 않았습니다. "
        "run을 끝내거나 `harness-state cancel`로 취소하세요. 그 세션을 닫았다면 `harness-state upgrade {name} --force`",
        "a run is in progress: {sessions}. New content would leave an open session of {title} without hooks, in silence, so nothing "
        "was changed. End the run or `harness-state cancel` it; if its session is closed, `harness-state upgrade {name} --force`",
    ),
    "ask_language": ("언어 / Language (ko, en)", "Language / 언어 (ko, en)"),
    "trust_what": (
        "{title}는 사람이 신뢰한 hook만 실행합니다. Harness의 hook {count}개는 다음 명령을 실행합니다:",
        "{title} runs only hooks that a person trusts. The {count} hooks of Harness run these commands:",
    ),
    "ask_trust": ("이 hook들을 신뢰할까요?", "Trust these hooks?"),
    "ask_purge": (
        "{path} 의 모든 실행 기록과 설정을 지울까요?",
        "Delete all records of runs and settings in {path}?",
    ),
    "next_head": ("\n다음:", "\nNext:"),
    "next_start": (
        "  1. 프로젝트에서 `{name}`을(를) 시작하세요. 열려 있던 {title} 세션은 다시 시작합니다.",
        "  1. Start `{name}` in your project; start sessions of {title} again that are open.",
    ),
    "next_trusted": (
        '{title}에 "Hooks need review"가 나오면 직접 확인하고 신뢰하세요.',
        'If {title} says "Hooks need review", look at them and trust them there.',
    ),
    "next_taken": (
        "{title}는 hook 신뢰를 묻지 않습니다.",
        "{title} asks for no trust in hooks.",
    ),
    "next_say": (
        "  2. `$harness 할 일`을 입력하세요. 예: $harness --version 옵션을 추가해 줘",
        "  2. Type `$harness` and what you want, for example: $harness add a --version flag",
    ),
    "next_see": (
        "  3. Harness가 켜졌다고 답해야 합니다. 답이 없으면 지키는 것이 없습니다: `harness-state doctor`",
        "  3. Harness has to answer that it is on. Without that answer nothing guards you: `harness-state doctor`",
    ),
}
