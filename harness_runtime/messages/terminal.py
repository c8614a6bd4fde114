"""What `harness-state` says to a person, in Korean and English. Fixed workflow words stay English in both."""

from __future__ import annotations

from harness_runtime.messages.terminal_chains import CHAINS
from harness_runtime.messages.terminal_checks import CHECKS
from harness_runtime.messages.terminal_export import EXPORT
from harness_runtime.messages.terminal_goal import GOAL
from harness_runtime.messages.terminal_guides import GUIDES
from harness_runtime.messages.terminal_install import INSTALL
from harness_runtime.messages.terminal_learning import LEARNING
from harness_runtime.messages.terminal_loop import LOOP
from harness_runtime.messages.terminal_mends import MENDS
from harness_runtime.messages.terminal_report import REPORT
from harness_runtime.messages.terminal_runs import RUNS

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
    "help_in_session": (
        "이 세션의 상태와 정책으로 판단 (기본: 이 작업 폴더의 가장 최근 세션)",
        "Judge with the state and policy of this session (default: the newest one of this workspace)",
    ),
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
    "correction": ("받지 않음", "Not accepted"),
    "pending": ("승인 대기", "Pending"),
    "accepted": ("승인됨", "Accepted"),
    "policy": ("정책", "Policy"),
    "paths": ("쓰기 경로", "Write paths"),
    "scratch": ("임시 경로", "Scratch paths"),
    "commands": ("검증 명령", "Commands"),
    "network": ("네트워크", "Network"),
    "guard": ("Hook", "Hooks"),
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
    "no_sessions": (
        "Harness를 쓴 세션이 없습니다. 대화에 `$harness …`를 입력하면 시작합니다.",
        "No session has used Harness. Typed in a conversation, `$harness …` begins.",
    ),
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
    "usage_fault": ("{fault} (쓰는 방법: `{command} --help`)", "{fault} (see `{command} --help`)"),
    "usage_no_verb": ("그런 명령이 없습니다: {name}", "no such command: {name}"),
    "usage_no_option": ("그런 옵션이 없습니다: {name}{near}", "no such option: {name}{near}"),
    "usage_near": (", 혹시 {names}?", ", did you mean {names}?"),
    "usage_no_value": ("{name}에 값이 필요합니다", "{name} needs a value"),
    "usage_missing": ("{name}을(를) 주어야 합니다", "{name} is missing"),
    "usage_bad_value": ("{name}에 쓸 수 없는 값입니다: {why}", "not a value for {name}: {why}"),
    "usage_more": ("남는 말이 있습니다: {words}", "too many words: {words}"),
    "bug": (
        "Harness의 버그입니다 ({error}). 이 파일과 함께 알려 주세요: {path}",
        "this is a bug in Harness ({error}); please report it with this file: {path}",
    ),
    "session_or_policy": (
        "--session과 --policy 가운데 하나만 지정하세요.",
        "name --session or --policy, not both.",
    ),
    "phase_of_session": (
        "--phase는 --policy와만 씁니다 (세션은 자기 phase를 압니다).",
        "--phase goes with --policy only (a session knows its own).",
    ),
    "no_object": (
        '{name}: JSON object가 아닙니다 (예: \'{{"command": "ls"}}\').',
        '{name}: not a JSON object (such as \'{{"command": "ls"}}\').',
    ),
    "no_policy": (
        "{path}: 정책이 아닙니다. 봉인된 정책(policies/*.json)이나 Plan의 harness-policy를 JSON 파일로 주세요.",
        "{path}: not a policy; name a sealed one (policies/*.json), or the harness-policy of a Plan as a JSON file.",
    ),
    "no_phase": (
        "그런 phase가 없습니다: {phase} (있는 것: {known})",
        "no such phase: {phase} (there are {known})",
    ),
    "no_folder": ("폴더가 없습니다: {path}", "no such folder: {path}"),
    "folder_unreadable": (
        "폴더를 읽을 수 없습니다: {path}: {why} (소유자와 권한을 확인하세요)",
        "folder cannot be read: {path}: {why} (look at its owner and mode)",
    ),
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
    "staging_link": (
        "플러그인 파일 가운데 심볼릭 링크가 있습니다 (호스트는 이를 버립니다): {path}. 패키지를 다시 설치하세요",
        "a symbolic link among the plugin's files (hosts drop them): {path}; install the package again",
    ),
    "staging_part": (
        "플러그인 파일이 없습니다: {path}. 패키지를 다시 설치하세요",
        "a file of the plugin is missing: {path}; install the package again",
    ),
    "file_failed": ("파일 작업이 실패했습니다: {path}: {why}", "file operation failed: {path}: {why}"),
    "config_unreadable": (
        "JSON 객체가 아닙니다: {path} (고치거나 지운 뒤 다시 실행하세요)",
        "not a JSON object: {path} (mend or remove it, then run this again)",
    ),
    "interpreter_unusable": (
        "이 Python의 경로를 기록할 수 없습니다: {path} (줄바꿈이 없는 절대 경로에 설치하세요)",
        "the path of this Python cannot be recorded: {path} (install into an absolute path on one line)",
    ),
    "interpreter_lacks": (
        "hook이 이 Python을 쓸 수 없습니다: {path}: {why}. hook은 사용자별 패키지(`pip install --user`)를 보지 못합니다. "
        "clone한 폴더에서 `pipx install .`이나 venv로 설치한 뒤 다시 실행하세요",
        "hooks cannot use this Python: {path}: {why}. They do not see packages of `pip install --user`: install with "
        "`pipx install .` in the clone or into a venv, then run this again",
    ),
}

_QUESTIONS = {
    "ask_update": ("그래도 지금 바꿀까요?", "Change it now all the same?"),
}

SENTENCES: dict[str, tuple[str, str]] = {
    **_HELP,
    **_LABELS,
    **_VIEW,
    **_FAULTS,
    **INSTALL,
    **CHECKS,
    **MENDS,
    **RUNS,
    **LOOP,
    **GOAL,
    **LEARNING,
    **EXPORT,
    **REPORT,
    **GUIDES,
    **CHAINS,
}
