"""What install, uninstall and doctor found or did, and how to mend it. Data."""

from __future__ import annotations

CHECKS: dict[str, tuple[str, str]] = {
    "host_found": ("{title} {version} ({path})", "{title} {version} ({path})"),
    "host_gone": (
        "{title} 프로그램이 없어 그 설정은 그대로 두었습니다.",
        "{title} is not on this machine; its settings were left as they are.",
    ),
    "plugin_installed": ("설치했습니다: {version} ({path})", "installed: {version} ({path})"),
    "plugin_present": ("이미 설치되어 있습니다: {version} ({path})", "already installed: {version} ({path})"),
    "plugin_removed": (
        "{title}에서 플러그인과 마켓플레이스를 제거했습니다.",
        "plugin and marketplace removed from {title}.",
    ),
    "plugin_foreign": (
        "{title}의 harness@harness는 이 패키지가 설치한 것이 아니어서 그대로 두었습니다.",
        "harness@harness in {title} was not installed by this package and was left alone.",
    ),
    "host_old": (
        "{title} {version}: {measured} 이전 버전에서는 확인하지 않았습니다.",
        "{title} {version}: older than {measured}, with which Harness was tried.",
    ),
    "plugin_fine": ("{version}, 준비한 내용과 같음 ({path})", "{version}, same content as staged ({path})"),
    "plugin_absent": ("{title}에 설치되어 있지 않습니다.", "not installed in {title}."),
    "plugin_nowhere": ("어느 호스트에도 설치되어 있지 않습니다.", "not installed in any host."),
    "plugin_disabled": ("{title}에서 플러그인이 꺼져 있습니다.", "switched off in {title}."),
    "plugin_folder_gone": ("설치 폴더가 없습니다: {path}", "its folder is gone: {path}"),
    "plugin_elsewhere": (
        "{version}, 이 패키지가 설치한 것이 아니어서 비교하지 못했습니다 ({path})",
        "{version}, not installed by this package, so not compared ({path})",
    ),
    "plugin_differs": (
        "설치된 내용이 준비한 내용과 다릅니다: {path}",
        "what is installed differs from what was staged: {path}",
    ),
    "hooks_trusted": ("훅 {count}개를 {title}가 신뢰합니다.", "{count} hooks, trusted by {title}."),
    "hooks_missing": (
        "{title}가 읽지 않은 훅이 있습니다: {events}. 지금은 아무것도 지키지 않습니다.",
        "{title} does not list these hooks: {events}. Nothing is guarded now.",
    ),
    "hooks_untrusted": (
        "신뢰하지 않은 훅은 조용히 건너뜁니다: {events}",
        "hooks that are not trusted are skipped in silence: {events}",
    ),
    "hooks_disabled": ("꺼져 있는 훅: {events}", "hooks that are switched off: {events}"),
    "hooks_declined": (
        "설치했지만 훅을 신뢰하지 않아 아무것도 지키지 않습니다.",
        "installed, but without trusted hooks nothing is guarded.",
    ),
    "trust_forgotten": ("신뢰 기록 {count}개를 지웠습니다.", "{count} trust entries removed."),
    "interpreter_recorded": ("훅이 쓸 Python: {path}", "the hooks' Python: {path}"),
    "interpreter_fine": ("Python {version}, 의존성 있음 ({path})", "Python {version} with dependencies ({path})"),
    "interpreter_absent": (
        "훅이 쓸 Python이 기록되지 않아 PATH에서 찾습니다.",
        "no Python is recorded for the hooks, they search PATH.",
    ),
    "interpreter_fails": ("훅이 쓸 Python을 쓸 수 없습니다: {path}: {why}", "unusable: {path}: {why}"),
    "data_ready": ("{path} (언어: {language})", "{path} (language: {language})"),
    "data_fine": ("쓸 수 있고 비공개입니다: {path}", "writable and private: {path}"),
    "data_absent": ("데이터 폴더가 없습니다: {path}", "no data folder: {path}"),
    "data_unwritable": ("쓸 수 없습니다: {path}: {why}", "not writable: {path}: {why}"),
    "data_open": ("다른 사용자가 읽을 수 있습니다: {path}", "open to other users: {path}"),
    "data_kept": (
        "실행 기록과 설정은 남겼습니다: {path}",
        "records of runs and settings were kept: {path}",
    ),
    "data_purged": ("지웠습니다: {path}", "deleted: {path}"),
    "marketplace_removed": ("지웠습니다: {path}", "deleted: {path}"),
    "marketplace_kept": ("{title}가 쓰고 있어 남겼습니다: {path}", "kept, {title} uses it: {path}"),
    "staged_fine": ("이 패키지의 내용과 같음 ({path})", "same content as this package ({path})"),
    "staged_differs": (
        "준비된 플러그인이 이 패키지와 다릅니다: {path}",
        "the staged plugin differs from this package: {path}",
    ),
    "not_staged": ("준비된 마켓플레이스가 없습니다: {path}", "no staged marketplace: {path}"),
    "python_fine": ("{version} ({path})", "{version} ({path})"),
    "python_old": ("{version}: 3.11 이상이 필요합니다.", "{version}: 3.11 or later is needed."),
    "dependencies_fine": ("{names}", "{names}"),
    "dependencies_absent": ("없음: {names}", "missing: {names}"),
    "bash_env": (
        "BASH_ENV={path}: {title}의 훅 셸이 읽습니다. 출력이 있으면 판단이 무시됩니다.",
        "BASH_ENV={path}: the shell of {title}'s hooks reads it; if it prints, decisions are lost.",
    ),
    "no_bash_env": ("BASH_ENV 없음", "no BASH_ENV"),
    "no_reports": ("버그 보고 없음", "no bug reports"),
    "reports": ("버그 보고 {count}개: {names}", "{count} bug reports: {names}"),
    "none_armed": ("켜진 세션 없음", "no armed session"),
    "armed_session": ("{session}: {phase}", "{session}: {phase}"),
    "armed_unreadable": (
        "{session}: 상태를 신뢰할 수 없어 도구 호출이 모두 거부됩니다 ({rule})",
        "{session}: its state cannot be trusted, every tool call is denied ({rule})",
    ),
}

MENDS: dict[str, tuple[str, str]] = {
    "mend_install": ("`harness-state install {name}`", "`harness-state install {name}`"),
    "mend_host": (
        "{title}를 설치하거나 {variable}에 프로그램 경로를 지정하세요.",
        "install {title}, or name the program in {variable}.",
    ),
    "mend_host_failed": (
        "위 오류를 {title}에서 먼저 해결하세요.",
        "mend this error in {title} first.",
    ),
    "mend_trust": (
        '`harness-state install {name}`을 다시 실행해 y로 답하거나, {title}를 열어 "Hooks need review"에서 직접 신뢰하세요.',
        'run `harness-state install {name}` again and answer y, or open {title} and trust them under "Hooks need review".',
    ),
    "mend_hooks_missing": (
        "{title} 설정의 features.hooks가 꺼져 있는지 보고, 다시 설치하세요.",
        "see whether features.hooks is off in the settings of {title}, and install again.",
    ),
    "mend_disabled": (
        "{title} 설정의 hooks.state에서 enabled = false를 지우세요.",
        "remove `enabled = false` from hooks.state in the settings of {title}.",
    ),
    "mend_foreign": (
        "`{name} plugin remove harness@harness`로 직접 제거하세요.",
        "remove it yourself: `{name} plugin remove harness@harness`.",
    ),
    "mend_enable": (
        "{title}의 플러그인 설정에서 harness@harness를 켜세요.",
        "switch harness@harness on in the plugin settings of {title}.",
    ),
    "mend_python": ("Python 3.11 이상으로 다시 설치하세요.", "install the package with Python 3.11 or later."),
    "mend_dependencies": (
        "`pipx install harness-gates`로 패키지를 다시 설치하세요.",
        "install the package again, for example `pipx install harness-gates`.",
    ),
    "mend_bash_env": (
        "BASH_ENV 없이 {title}를 시작하거나, 그 파일이 아무것도 출력하지 않게 하세요.",
        "start {title} without BASH_ENV, or see to it that the file prints nothing.",
    ),
    "mend_data_unwritable": ("폴더의 소유자와 권한을 고치세요.", "mend the folder's owner and mode."),
    "mend_data_open": ("`chmod 700 {path}`", "`chmod 700 {path}`"),
    "mend_reports": (
        "읽고 버그로 알린 뒤 지우세요.",
        "read them, report the bug, then delete them.",
    ),
    "mend_unreadable": (
        "그 세션에서 $harness:off 를 입력하세요.",
        "type $harness:off in that session.",
    ),
}
