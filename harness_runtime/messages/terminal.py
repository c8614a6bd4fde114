"""What `harness-state` says to a person, in Korean and English. Fixed workflow words stay English in both."""

from __future__ import annotations

LANGUAGES = ("ko", "en")
DEFAULT = "ko"


def say(language: str, key: str, /, **fields: str) -> str:
    """The sentence `key` with its blanks filled. KeyError for a key or a blank that is not known."""
    korean, english = SENTENCES[key]
    return (english if language == "en" else korean).format(**fields)


_HELP = {
    "help_program": (
        "Harness가 무엇을 승인받았고 무엇을 막았는지 보여 주고, 호스트에 설치합니다.",
        "Show what Harness was allowed and what it stopped, and install it into a host.",
    ),
    "help_data": (
        "데이터 폴더 (기본: PLUGIN_DATA, CLAUDE_PLUGIN_DATA, 없으면 알려진 모든 호스트의 폴더)",
        "Data folder (default: PLUGIN_DATA, CLAUDE_PLUGIN_DATA, else those of all known hosts)",
    ),
    "help_json": ("JSON으로 출력", "Print JSON"),
    "help_workspace": ("작업 폴더 (기본: 현재 폴더)", "Workspace (default: the current folder)"),
    "help_inspect": (
        "세션 하나의 상태: phase, 권한, 경계, 최근 판단 (기본: 가장 최근 세션)",
        "One session: phase, authority, boundary, last decisions (default: the newest session)",
    ),
    "help_sessions": ("모든 세션의 목록", "List all sessions"),
    "help_ledger": ("전이 기록을 보거나 검증", "Show or verify the record of transitions"),
    "help_ledger_show": ("한 세션의 기록을 출력", "Print the records of a session"),
    "help_ledger_verify": (
        "기록의 해시 체인을 다시 계산 (기본: 모든 세션)",
        "Recompute the chain of hashes (default: all sessions)",
    ),
    "help_explain": (
        "도구 호출 하나를 판단하고, 그 판단의 단계를 보여 줍니다",
        "Judge one tool call, and show the decision step by step",
    ),
    "help_replay": (
        "기록된 event(한 줄에 하나)를 다시 판단합니다",
        "Judge recorded events again, one a line",
    ),
    "help_in_session": ("이 세션의 상태와 정책으로 판단", "Judge with the state and policy of this session"),
    "help_policy": (
        "세션 없이 이 정책 파일로 판단 (봉인된 정책, 또는 Plan의 harness-policy)",
        "Judge with this policy file instead (a sealed policy, or a Plan's harness-policy)",
    ),
    "help_phase": (
        "--policy의 phase (기본: 정책에 적힌 것)",
        "Phase for --policy (default: the one that the policy names)",
    ),
    "help_tool": ("도구 이름", "Name of the tool"),
    "help_input": ("도구의 입력 (JSON object, `-`는 stdin)", "Input of the tool (a JSON object, `-` for stdin)"),
    "help_cwd": ("호출의 작업 폴더 (기본: workspace)", "Working directory of the call (default: the workspace)"),
    "help_child": ("sub-agent의 호출로 판단", "Judge it as the call of a sub-agent"),
    "help_install": (
        "플러그인을 호스트에 설치하고 훅 신뢰를 묻습니다 (터미널에서만)",
        "Install the plugin into a host and ask for trust in its hooks (terminal only)",
    ),
    "help_uninstall": (
        "플러그인을 호스트에서 제거 (터미널에서만). 실행 기록은 남습니다",
        "Remove the plugin from a host (terminal only); records of runs stay",
    ),
    "help_doctor": ("설치와 훅이 제대로 동작하는지 점검", "Check that the installation and its hooks work"),
    "help_codex": ("codex 프로그램 (기본: CODEX_BIN, PATH)", "The codex program (default: CODEX_BIN, PATH)"),
    "help_purge": ("실행 기록과 설정도 지움", "Also delete the records of runs and the settings"),
    "help_force": ("진행 중인 run이 있어도 제거", "Remove it although a run is in progress"),
}

_LABELS = {
    "session": ("세션", "Session"),
    "host": ("호스트", "Host"),
    "workspace": ("작업 폴더", "Workspace"),
    "phase": ("Phase", "Phase"),
    "phase_value": ("{phase} (revision {revision})", "{phase} (revision {revision})"),
    "revision": ("Rev.", "Rev."),
    "run": ("Run", "Run"),
    "updated": ("갱신", "Updated"),
    "state": ("상태", "State"),
    "authority": ("쓰기 권한", "Authority"),
    "held": ("보류(held)", "Held"),
    "suspended": ("중지(suspended)", "Suspended"),
    "pending": ("승인 대기", "Pending"),
    "accepted": ("승인됨", "Accepted"),
    "policy": ("정책", "Policy"),
    "paths": ("쓰기 경로", "Write paths"),
    "scratch": ("임시 경로", "Scratch paths"),
    "commands": ("검증 명령", "Commands"),
    "network": ("네트워크", "Network"),
    "guard": ("훅", "Hooks"),
    "ledger": ("Ledger", "Ledger"),
    "way_out": ("해결", "Way out"),
    "decisions": ("최근 판단 (UTC)", "Last decisions (UTC)"),
    "time": ("시각", "Time"),
    "tool": ("도구", "Tool"),
    "verdict": ("판단", "Verdict"),
    "rule": ("규칙", "Rule"),
    "path": ("경로", "Path"),
    "event": ("사건", "Event"),
    "details": ("내용", "Details"),
    "no": ("아니오", "no"),
    "pending_value": ("{kind}, {at}부터", "{kind}, since {at}"),
    "armed": ("켜짐", "armed"),
    "not_armed": ("-", "-"),
}

_VIEW = {
    "class": ("분류", "Class"),
    "reason": ("이유", "Reason"),
    "targets": ("대상", "Targets"),
    "target_inside": ("{path} (경계 안)", "{path} (inside)"),
    "target_outside": ("{path} (경계 밖)", "{path} (not inside)"),
    "steps": ("단계", "Steps"),
    "no_tool_call": ("도구 호출이 아닙니다: {event}", "not a tool call: {event}"),
    "authority_yes": ("예, 아래 쓰기 경로 안에서만", "yes, inside the write paths below"),
    "held_yes": (
        "예: 읽기만 됩니다. 새 run은 $harness, 해제는 $harness:off",
        "yes: only reads pass; $harness starts a new run, $harness:off releases",
    ),
    "suspended_yes": (
        "예: 읽지 않은 artifact로 턴이 끝났습니다. 사람의 다음 입력까지 쓰기가 멈춥니다",
        "yes: the last turn ended on an unread artifact; writes wait for the person's next prompt",
    ),
    "guard_on": ("이 세션에서 동작합니다", "run in this session"),
    "guard_off": ("이 세션을 지키지 않습니다 (해제됨)", "do not guard this session (released)"),
    "state_fault": ("신뢰할 수 없음: {rule}", "cannot be trusted: {rule}"),
    "way_out_fault": (
        "이 세션의 도구 호출은 모두 거부됩니다. 세션에서 $harness:off 를 입력하면 폴더를 옮기고 해제합니다.",
        "Every tool call of this session is denied. $harness:off in it sets the folder aside and releases.",
    ),
    "no_decisions": ("아직 없음", "none yet"),
    "no_sessions": ("Harness를 쓴 세션이 없습니다.", "No session has used Harness."),
    "ledger_whole": ("이상 없음, 기록 {records}개", "whole, {records} records"),
    "ledger_voided": (
        "이상 없음, 기록 {records}개 (중단된 커밋의 무효 줄 {voided}개)",
        "whole, {records} records ({voided} void lines of commits that were cut short)",
    ),
    "ledger_broken": ("깨짐: {reason}", "broken: {reason}"),
    "ledger_broken_at": ("깨짐: {line}번째 줄, {reason}", "broken: line {line}, {reason}"),
    "reason_state_mismatch": (
        "마지막 기록이 말하는 run, revision, phase가 state.json과 다릅니다",
        "its last record tells of another run, revision or phase than state.json",
    ),
    "reason_state_absent": ("state.json이 없습니다", "there is no state.json"),
    "reason_state_unreadable": ("state.json을 읽을 수 없습니다", "state.json cannot be read"),
    "reason_state_foreign": (
        "state.json이 다른 세션의 것입니다",
        "state.json belongs to another session",
    ),
    "reason_schema_unknown": (
        "state.json의 schema_version을 모릅니다",
        "state.json has an unknown schema_version",
    ),
    "finding_state": (
        "{session}: state.json을 신뢰할 수 없습니다 ({rule}): {detail}",
        "{session}: state.json cannot be trusted ({rule}): {detail}",
    ),
    "finding_policy": (
        "{session}: 봉인된 정책이 승인과 맞지 않아 쓰기 권한이 없습니다 ({rule})",
        "{session}: the sealed policy does not match the approval, so there is no authority ({rule})",
    ),
    "finding_ledger": ("{session}: ledger {where}", "{session}: ledger {where}"),
}

_FAULTS = {
    "aborted": ("중단했습니다.", "aborted."),
    "bug": (
        "Harness의 버그입니다 ({error}). 보고 파일: {path}",
        "this is a bug in Harness ({error}); report file: {path}",
    ),
    "session_or_policy": (
        "--session과 --policy 가운데 하나를 지정하세요.",
        "name either --session or --policy.",
    ),
    "phase_of_session": (
        "--phase는 --policy와만 씁니다 (세션은 자기 phase를 압니다).",
        "--phase goes with --policy only (a session knows its own).",
    ),
    "no_object": ("{name}: JSON object가 아닙니다.", "{name}: not a JSON object."),
    "no_policy": (
        "{path}: allowed_write_paths가 있는 정책이 아닙니다.",
        "{path}: not a policy with allowed_write_paths.",
    ),
    "no_phase": ("그런 phase가 없습니다: {phase}", "no such phase: {phase}"),
    "no_folder": ("폴더가 없습니다: {path}", "no such folder: {path}"),
    "folder_unreadable": ("폴더를 읽을 수 없습니다: {path}: {why}", "folder cannot be read: {path}: {why}"),
    "session_unknown": (
        "그런 세션이 없습니다: {session} (`harness-state sessions`로 확인)",
        "no such session: {session} (see `harness-state sessions`)",
    ),
    "session_ambiguous": (
        "세션 {count}개가 맞습니다: {session} (더 길게 적어 주세요)",
        "{count} sessions fit {session}: write more of the id",
    ),
    "no_terminal": (
        "사람이 터미널에서 직접 실행해야 합니다 (stdin과 stdout이 터미널이 아닙니다).",
        "a person has to run this in a terminal (stdin and stdout are not one).",
    ),
    "inside_a_session": (
        "에이전트 세션 안에서는 실행할 수 없습니다 ({variable}). 별도의 터미널에서 직접 실행하세요.",
        "not inside an agent's session ({variable} is set): run it yourself in a terminal of your own.",
    ),
    "host_absent": (
        "{title}를 찾을 수 없습니다: PATH에 {name} 프로그램이 없고 {variable}도 없습니다.",
        "{title} is not found: no {name} on PATH and no {variable}.",
    ),
    "host_not_runnable": ("{title}: 실행할 수 없습니다: {path}", "{title}: cannot be run: {path}"),
    "host_failed": ("{title}: {detail}", "{title}: {detail}"),
    "staging_link": (
        "플러그인 파일 가운데 심볼릭 링크가 있습니다 (호스트는 이를 버립니다): {path}",
        "a symbolic link among the plugin's files (hosts drop them): {path}",
    ),
    "staging_part": ("플러그인 파일이 없습니다: {path}", "a file of the plugin is missing: {path}"),
    "file_failed": ("파일 작업이 실패했습니다: {path}: {why}", "file operation failed: {path}: {why}"),
    "config_unreadable": ("JSON 객체가 아닙니다: {path}", "not a JSON object: {path}"),
    "interpreter_unusable": (
        "이 Python의 경로를 기록할 수 없습니다: {path}",
        "the path of this Python cannot be recorded: {path}",
    ),
    "not_installed": (
        "설치가 끝났지만 설치된 내용이 준비한 것과 다릅니다.",
        "the installation ended, but what is installed is not what was staged.",
    ),
    "not_removed": ("제거했지만 플러그인이 남아 있습니다.", "the plugin is still there after its removal."),
    "nothing_changed": ("아무것도 바꾸지 않았습니다.", "nothing was changed."),
    "run_in_progress": (
        "진행 중인 run이 있습니다: {sessions}. 먼저 끝내거나 취소하세요 (--force로 무시).",
        "a run is in progress: {sessions}. End or cancel it first (--force to go on).",
    ),
}

_QUESTIONS = {
    "ask_language": ("언어 / Language (ko, en)", "Language / 언어 (ko, en)"),
    "update_in_a_run": (
        "플러그인 내용이 바뀌면 다시 신뢰할 때까지 훅이 멈춥니다. 지금 지키고 있는 세션:",
        "New content switches the hooks off until they are trusted again. Sessions being guarded now:",
    ),
    "ask_update": ("그래도 지금 바꿀까요?", "Change it now all the same?"),
    "trust_what": (
        "{title}는 사람이 신뢰한 훅만 실행합니다. Harness의 훅 {count}개는 다음 명령을 실행합니다:",
        "{title} runs only hooks that a person trusts. The {count} hooks of Harness run these commands:",
    ),
    "ask_trust": ("이 훅들을 신뢰할까요?", "Trust these hooks?"),
    "ask_purge": (
        "{path} 의 모든 실행 기록과 설정을 지울까요?",
        "Delete all records of runs and settings in {path}?",
    ),
}

_CHECKS = {
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

_MENDS = {
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
        '`harness-state install`을 다시 실행해 y로 답하거나, {title}를 열어 "Hooks need review"에서 직접 신뢰하세요.',
        'run `harness-state install` again and answer y, or open {title} and trust them under "Hooks need review".',
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

SENTENCES: dict[str, tuple[str, str]] = {
    **_HELP,
    **_LABELS,
    **_VIEW,
    **_FAULTS,
    **_QUESTIONS,
    **_CHECKS,
    **_MENDS,
}
