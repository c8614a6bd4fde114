"""What install, upgrade, uninstall and doctor found or did. Data."""

from __future__ import annotations

CHECKS: dict[str, tuple[str, str]] = {
    "host_found": ("{title} {version} ({path})", "{title} {version} ({path})"),
    "host_not_here": (
        "{title}는 이 컴퓨터에 없어 점검할 것이 없습니다.",
        "{title} is not on this machine, so there is nothing to check.",
    ),
    "host_gone": (
        "{title} 프로그램이 없어 그 설정은 그대로 두었습니다.",
        "{title} is not on this machine; its settings were left as they are.",
    ),
    "host_old": (
        "{title} {version}: {measured} 이전 버전에서는 확인하지 않았습니다.",
        "{title} {version}: older than {measured}, with which Harness was tried.",
    ),
    "market_elsewhere": ("{place}에서 설치됨", "installed from {place}"),
    "market_moves": (
        "{title}는 {place}의 새 커밋을 스스로 가져오고, 그때 열려 있는 세션에서도 hook이 조용히 멈춥니다.",
        "{title} fetches new commits of {place} by itself, and the hooks then stop in silence, in open sessions too.",
    ),
    "marketplace_removed": ("지웠습니다: {path}", "deleted: {path}"),
    "plugin_installed": ("설치했습니다: {version} ({path})", "installed: {version} ({path})"),
    "plugin_present": ("이미 설치되어 있습니다: {version} ({path})", "already installed: {version} ({path})"),
    "plugin_removed": (
        "{title}에서 플러그인과 마켓플레이스를 제거했습니다.",
        "plugin and marketplace removed from {title}.",
    ),
    "plugin_foreign": (
        "{title}의 harness@harness는 {place}에서 온 것이어서 그대로 두었습니다.",
        "harness@harness in {title} came from {place} and was left alone.",
    ),
    "plugin_fine": ("{version}, 이 패키지와 같은 내용 ({path})", "{version}, the content of this package ({path})"),
    "plugin_absent": (
        "{title}에 설치되어 있지 않습니다. 그곳의 세션은 지키지 않습니다.",
        "not installed in {title}: nothing guards its sessions.",
    ),
    "plugin_nowhere": (
        "어느 호스트에도 설치되어 있지 않거나, 설치되었는지 알 수 없습니다.",
        "installed in no host, or in none that tells.",
    ),
    "plugin_disabled": (
        "{title}에서 (이 폴더에서는) 플러그인이 꺼져 있습니다.",
        "switched off in {title}, at least in this folder.",
    ),
    "plugin_folder_gone": (
        "설치 폴더가 없습니다: {path}. 호스트는 hook 없이 진행합니다.",
        "its folder is gone: {path}. The host goes on without hooks.",
    ),
    "plugin_elsewhere": (
        "{version}, {place}에서 설치됨. 내용은 비교하지 못했습니다 ({path})",
        "{version}, installed from {place}, so its content was not compared ({path})",
    ),
    "plugin_elsewhere_other": (
        "{version}, {place}에서 설치됨. 이 패키지는 {ours}입니다 ({path})",
        "{version}, installed from {place}; this package is {ours} ({path})",
    ),
    "plugin_other_version": (
        "{version}이 설치되어 있고 이 패키지는 {ours}입니다 ({path})",
        "{version} is installed, this package is {ours} ({path})",
    ),
    "plugin_differs": (
        "설치된 내용이 이 패키지와 다릅니다: {path}",
        "what is installed differs from this package: {path}",
    ),
    "hooks_trusted": (
        "hook {count}개를 {title}가 신뢰합니다: {events}",
        "{count} hooks, trusted by {title}: {events}",
    ),
    "hooks_taken": ("hook {count}개를 {title}가 등록했습니다: {events}", "{count} hooks, taken by {title}: {events}"),
    "hooks_rejected": (
        "{title}가 플러그인의 hook을 거부했습니다. 지금은 아무것도 지키지 않습니다: {why}",
        "{title} rejects the plugin's hooks, nothing is guarded now: {why}",
    ),
    "hooks_missing": (
        "{title}가 읽지 않은 hook이 있습니다: {events}. 지금은 아무것도 지키지 않습니다.",
        "{title} does not list these hooks: {events}. Nothing is guarded now.",
    ),
    "hooks_untrusted": (
        "신뢰하지 않은 hook은 조용히 건너뜁니다: {events}",
        "hooks that are not trusted are skipped in silence: {events}",
    ),
    "hooks_disabled": ("꺼져 있는 hook: {events}", "hooks that are switched off: {events}"),
    "hooks_declined": (
        "설치했지만 hook을 신뢰하지 않아 아무것도 지키지 않습니다.",
        "installed, but without trusted hooks nothing is guarded.",
    ),
    "hooks_unsettled": (
        "내용은 바뀌었지만 hook이 신뢰되었는지 알 수 없습니다. 지금은 아무것도 지키지 않을 수 있습니다: {detail}",
        "the content has changed, but whether its hooks are trusted cannot be told, so nothing may be guarded now: {detail}",
    ),
    "open_sessions": (
        "지금 열려 있는 {title} 세션에서는 다시 시작할 때까지 hook이 조용히 멈춰 있거나 옛 목록대로 동작합니다.",
        "sessions of {title} that are open now lack hooks, in silence, until they are started again.",
    ),
    "trust_forgotten": ("신뢰 기록 {count}개를 지웠습니다.", "{count} trust entries removed."),
    "switches_none": (
        "{folder}에서 {title}의 hook을 끄는 설정이 없습니다 (조직이 원격으로 내리는 설정은 볼 수 없음).",
        "no setting seen that switches hooks of {title} off in {folder} (what an organisation sets remotely is not seen).",
    ),
    "switches_code_mode": (
        "{folder}에서 hook을 끄는 설정이 없습니다. code mode: 스크립트는 보이지 않지만 그 안의 호출은 모두 판단합니다.",
        "no setting seen that switches hooks off in {folder}; code mode: the script is not seen, every call in it is judged.",
    ),
    "switches_off": (
        "{folder}에서 {title}의 hook이 꺼져 있습니다: {switches}",
        "hooks of {title} are switched off in {folder}: {switches}",
    ),
    "neighbours_none": ("같은 event의 다른 hook 없음", "no other hooks on the same events"),
    "neighbours_harmless": ("같은 event의 다른 hook: {names}", "other hooks on the same events: {names}"),
    "neighbours_rewrite": (
        "같은 도구 호출을 보는 다른 hook이 있습니다. Harness가 판단한 뒤 입력을 바꿀 수 있는데, 밖에서는 알 수 없습니다: {names}",
        "other hooks see the same tool calls; whether they rewrite them after Harness has judged cannot be told: {names}",
    ),
    "and_more": ("외 {count}개", "{count} more"),
    "bash_env": (
        "BASH_ENV={path}: {title}의 hook 셸이 읽습니다. 출력이 있으면 판단이 무시됩니다.",
        "BASH_ENV={path}: the shell of {title}'s hooks reads it; if it prints, decisions are lost.",
    ),
    "no_bash_env": ("이 터미널에 BASH_ENV 없음", "no BASH_ENV in this terminal"),
    "rehearsal_fine": (
        "직접 실행한 hook이 예상대로 거부했습니다.",
        "run by hand, the hooks refuse as they should.",
    ),
    "rehearsal_fails": (
        "직접 실행한 hook이 예상과 다르게 답했습니다: {faults}",
        "run by hand, the hooks do not answer as they should: {faults}",
    ),
    "interpreter_recorded": ("hook이 쓸 Python: {path}", "the hooks' Python: {path}"),
    "interpreter_fine": ("Python {version}, 의존성 있음 ({path})", "Python {version} with dependencies ({path})"),
    "interpreter_absent": (
        "hook이 쓸 Python이 기록되지 않아 호스트의 PATH에서 찾습니다. 무엇을 찾을지는 알 수 없습니다.",
        "no Python is recorded for the hooks: they search the host's PATH, and what they find cannot be told.",
    ),
    "interpreter_fails": ("hook이 쓸 Python을 쓸 수 없습니다: {path}: {why}", "unusable: {path}: {why}"),
    "data_ready": ("{path} (언어: {language})", "{path} (language: {language})"),
    "data_fine": ("쓸 수 있고 비공개입니다: {path}", "writable and private: {path}"),
    "data_absent": ("데이터 폴더가 없습니다: {path}", "no data folder: {path}"),
    "data_unwritable": ("쓸 수 없습니다: {path}: {why}", "not writable: {path}: {why}"),
    "data_open": ("다른 사용자가 읽을 수 있습니다: {path}", "open to other users: {path}"),
    "data_kept": (
        "실행 기록과 설정은 남겼습니다: {path} (`harness-state uninstall {name} --purge`는 이것도 지웁니다)",
        "records of runs and settings were kept: {path} (`harness-state uninstall {name} --purge` deletes them too)",
    ),
    "data_purged": ("지웠습니다: {path}", "deleted: {path}"),
    "python_fine": ("{version} ({path})", "{version} ({path})"),
    "python_old": ("{version}: 3.11 이상이 필요합니다.", "{version}: 3.11 or later is needed."),
    "dependencies_fine": ("{names}", "{names}"),
    "dependencies_absent": ("없음: {names}", "missing: {names}"),
    "confinement_fine": (
        "승인된 명령을 가둘 수 있습니다: {names}",
        "approved commands can be confined by {names}",
    ),
    "confinement_none": (
        "승인된 명령을 가둘 수단이 없어, 기본 설정에서는 실행이 거부됩니다 ({tried})",
        "nothing here can confine an approved command, so by default it is denied ({tried})",
    ),
    "no_reports": ("버그 보고 없음", "no bug reports"),
    "reports": ("버그 보고 {count}개: {names}", "bug reports: {count} ({names})"),
    "none_armed": ("켜진 세션 없음", "no armed session"),
    "armed_sessions": ("켜진 세션 {count}개: {names}", "{count} armed: {names}"),
    "armed_idle": (
        "켜진 세션 {count}개, 오래 쓰이지 않은 것이 있습니다: {names}",
        "{count} armed, some of them unused for days: {names}",
    ),
    "armed_unreadable": (
        "켜진 세션 {count}개, 상태를 신뢰할 수 없는 세션의 도구 호출은 모두 거부됩니다: {names}",
        "{count} armed; where the state cannot be trusted, every tool call is denied: {names}",
    ),
    "models_ready": (
        "goal·점검·학습·패널이 물을 수 있는 모델: {names}",
        "goals, checks, learning and the panel can ask: {names}",
    ),
    "models_not_ready": ("물을 수 없는 모델이 있습니다. {why}", "a model could not be asked. {why}"),
    "settings_fine": ("{path}", "{path}"),
    "settings_absent": ("{path}: 파일 없음, 기본값", "{path}: no such file, the defaults hold"),
    "settings_fault": ("설정 파일이 잘못되었습니다. {fault}", "a settings file is not valid. {fault}"),
}
