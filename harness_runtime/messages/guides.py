"""What guides, sensors and their audit say, to a person and to a model. Cold."""

from __future__ import annotations

from harness_runtime.messages import catalog
from harness_runtime.messages.catalog import Table

_FILE: Table = {
    "encoding": {"ko": "UTF-8이 아닙니다 ({offset}번째 바이트)", "en": "is not UTF-8 (byte {offset})"},
    "toml": {"ko": "올바른 TOML이 아닙니다: {detail}", "en": "is not valid TOML: {detail}"},
    "missing": {"ko": "빠져 있습니다: {expected}", "en": "is missing: {expected}"},
    "expected": {"ko": "필요한 값: {expected}", "en": "must be {expected}"},
    "file_missing": {
        "ko": "파일이 없거나 프로젝트 밖에 있습니다",
        "en": "the file is missing, or lies outside the project",
    },
    "file_outside": {"ko": "프로젝트 밖을 가리킵니다", "en": "leads out of the project"},
    "file_not_regular": {"ko": "일반 파일이 아닙니다", "en": "is not a regular file"},
    "file_too_large": {"ko": "{detail}바이트보다 큽니다", "en": "is larger than {detail} bytes"},
    "file_unreadable": {"ko": "읽을 수 없습니다 ({detail})", "en": "cannot be read ({detail})"},
}

_RULES: Table = {
    "guide_nothing": {"ko": "`path`도 `text`도 없습니다", "en": "has neither `path` nor `text`"},
    "guide_changed": {
        "ko": "신뢰한 뒤로 내용이 바뀌어 제외했습니다; 사람이 터미널에서 `harness-state trust`를 실행해야 합니다",
        "en": "left out: its content is not the one that was trusted; a person has to run `harness-state trust`",
    },
    "path_absolute": {"ko": "절대 경로는 쓸 수 없습니다: {path}", "en": "the path is absolute: {path}"},
    "path_parent": {"ko": "경로에 `..`이 있습니다: {path}", "en": "the path holds `..`: {path}"},
    "sensor_name_empty": {"ko": "이름이 비어 있습니다", "en": "the name is empty"},
    "sensor_command_empty": {"ko": "명령이 비어 있습니다", "en": "the command is empty"},
    "sensor_repeated": {"ko": "같은 이름의 sensor가 {count}개 있습니다", "en": "{count} sensors have this name"},
    "pattern_invalid": {
        "ko": "올바른 glob이 아닙니다: `{glob}` ({reason})",
        "en": "not a valid glob: `{glob}` ({reason})",
    },
    "sensor_unknown": {"ko": "없는 sensor를 가리킵니다: {name}", "en": "names an unknown sensor: {name}"},
}

_AUDIT: Table = {
    "guide_unknown": {"ko": "없는 guide를 가리킵니다: {name}", "en": "names an unknown guide: {name}"},
    "policy_unknown": {
        "ko": "없는 completion policy를 가리킵니다: {name}",
        "en": "names an unknown completion policy: {name}",
    },
    "workflow_unknown": {"ko": "없는 workflow를 가리킵니다: {name}", "en": "names an unknown workflow: {name}"},
    "program_absent": {
        "ko": "명령의 프로그램이 PATH에 없습니다: {program}",
        "en": "the program of the command is not on PATH: {program}",
    },
    "condition_unknown": {
        "ko": "모르는 condition이라 아무 일도 하지 않습니다: {name}; 아는 것: {known}",
        "en": "never acts, the condition is unknown: {name}; known are {known}",
    },
    "action_unknown": {
        "ko": "모르는 action입니다: {name}; 아는 것: {known}",
        "en": "the action is unknown: {name}; known is {known}",
    },
    "guide_unused": {"ko": "어떤 workflow도 쓰지 않습니다", "en": "no workflow uses it"},
    "sensor_unused": {"ko": "어떤 workflow도 쓰지 않습니다", "en": "no workflow uses it"},
    "key_unknown": {"ko": "아무도 읽지 않는 key입니다", "en": "nothing reads this key"},
    "task_type_unknown": {
        "ko": "없는 task type입니다: {name}; 있는 것: {known}",
        "en": "no such task type: {name}; there are {known}",
    },
    "guide_not_seen": {"ko": "최근 기록에 나오지 않습니다", "en": "does not appear in the recent results"},
    "sensor_not_seen": {"ko": "최근 기록에 나오지 않습니다", "en": "does not appear in the recent results"},
    "sensor_failing": {
        "ko": "최근 기록에서 {count}번 실패했습니다",
        "en": "failed {count} times in the recent results",
    },
}

FAULTS: Table = {**_FILE, **_RULES, **_AUDIT}

EXPECTED: Table = {
    "text": {"ko": "문자열", "en": "a string"},
    "texts": {"ko": "문자열의 목록", "en": "a list of strings"},
    "flag": {"ko": "true 또는 false", "en": "true or false"},
    "number": {"ko": "숫자", "en": "a number"},
    "count": {"ko": "0 이상의 정수", "en": "a whole number of at least 0"},
    "seconds": {"ko": "초 단위의 정수 (1~1000000000)", "en": "a whole number of seconds (1 to 1000000000)"},
    "table": {"ko": "table", "en": "a table"},
    "tables": {"ko": "table의 목록 (`[[…]]`)", "en": "a list of tables (`[[…]]`)"},
}

GLOBS: Table = {
    "glob_empty": {"ko": "비어 있음", "en": "empty"},
    "glob_depth": {"ko": "`**`는 마디 전체여야 함", "en": "`**` must be a whole segment"},
    "glob_class": {"ko": "`[…]`가 닫히지 않았거나 범위가 틀림", "en": "`[…]` is not closed, or its range is wrong"},
    "glob_braces": {"ko": "`{{…}}`가 닫히지 않았거나 겹쳐 있음", "en": "`{{…}}` is not closed, or nested"},
    "glob_escape": {"ko": "`\\` 뒤에 문자가 없음", "en": "nothing follows the `\\`"},
}

# The lines of a completion policy. The English ones are the contract's, word for word.
POLICY: Table = {
    "require_fast_sensors": {
        "ko": "빠른(fast) blocking sensor는 모두 통과해야 합니다.",
        "en": "Fast blocking sensors must pass.",
    },
    "require_reproduction_or_note": {
        "ko": "문제를 재현한 증거, 또는 재현하지 못했다는 분명한 기록이 있어야 합니다.",
        "en": "Reproduction evidence or an explicit no-reproduction note is required.",
    },
    "require_changed_scope_summary": {
        "ko": "바뀐 파일의 범위를 요약해야 합니다.",
        "en": "Changed-file scope must be summarized.",
    },
    "require_failing_test_first_or_waiver": {
        "ko": "먼저 실패한 테스트의 증거, 또는 동작에 대한 분명한 면제(waiver)가 있어야 합니다.",
        "en": "Failing-test-first evidence or an explicit behavior waiver is required.",
    },
    "require_all_workers_validated": {
        "ko": "모든 worker의 결과를 검증해야 합니다.",
        "en": "Every worker's result must be validated.",
    },
    "require_campaign_validation": {
        "ko": "chain의 acceptance gate를 통과해야 합니다.",
        "en": "The chain's acceptance gates must be passed.",
    },
    "required_validation_steps": {
        "ko": "필수 검증 단계: {step}",
        "en": "Required validation step: {step}",
    },
}

UNMET: Table = {
    "unmet": {"ko": "충족되지 않음: {line}", "en": "not met: {line}"},
}

SECTION: Table = {
    "heading": {"ko": "Project Harness Guides", "en": "Project Harness Guides"},
    "sensors": {"ko": "Sensors", "en": "Sensors"},
    "sensors_intro": {
        "ko": "작업을 확인하는 명령입니다. shell로 실행할 수 있습니다.",
        "en": "Commands that check the work. You can run them in your shell.",
    },
    "blocking": {"ko": "blocking", "en": "blocking"},
    "non_blocking": {"ko": "non-blocking", "en": "non-blocking"},
    "completion": {"ko": "완료 조건 (completion policy)", "en": "Completion policy"},
    "completion_intro": {"ko": "끝났다고 말하기 전에:", "en": "Before you say that the work is done:"},
    "warnings": {"ko": "Warnings", "en": "Warnings"},
}

# Why a sensor has not run.
NOT_STARTED: Table = {
    "deadline": {"ko": "시간이 남지 않아 시작하지 않았습니다", "en": "not begun: no time was left"},
    "interrupted": {"ko": "중단되었습니다", "en": "interrupted"},
    "no_bash": {"ko": "bash를 찾을 수 없습니다", "en": "bash was not found"},
    "no_engine": {
        "ko": "격리(confinement) 엔진이 없습니다; `harness-state doctor`가 방법을 알려 줍니다",
        "en": "there is no confinement engine; `harness-state doctor` says what to install",
    },
    "cannot_start": {"ko": "시작할 수 없습니다: {detail}", "en": "could not be started: {detail}"},
}

SENSOR: Table = {
    "left_behind": {
        "ko": "아무도 만들 수 없는 이름, 또는 밖으로 나가는 링크를 남겼습니다:",
        "en": "it left names that nothing may make, or links that lead out:",
    },
}

ESCALATIONS: Table = {
    "blocking_sensor_failed": {
        "ko": "blocking sensor가 통과하지 못했습니다: {detail}",
        "en": "A blocking sensor did not pass: {detail}",
    },
    "missing_required_evidence": {
        "ko": "필요한 증거가 없습니다: {detail}",
        "en": "Required evidence is missing: {detail}",
    },
    "snapshot_or_golden_changed": {
        "ko": "snapshot 또는 golden 파일이 바뀌었습니다: {detail}",
        "en": "Snapshot or golden files changed: {detail}",
    },
    "unresolved_risks": {"ko": "해결되지 않은 위험이 있습니다: {detail}", "en": "Risks are unresolved: {detail}"},
    "retry_limit_exhausted": {
        "ko": "재시도를 모두 쓰고도 통과하지 못했습니다: {detail}",
        "en": "All retries are used up: {detail}",
    },
}

# Words of a report, in either language: that a problem was reproduced or not, that a behaviour is waived, that there
# is no risk.
REPRODUCTION = ("reproduc", "재현")
WAIVER = ("waive", "면제")
NO_RISK = (
    "none",
    "no",
    "nothing",
    "n/a",
    "na",
    "not applicable",
    "not_applicable",
    "-",
    "없음",
    "없습니다",
    "해당 없음",
)


def sentence(language: str, code: str, **fields: str) -> str:
    """The sentence of a fault. What is `expected`, and why a glob is none (`reason`), is said in the same language."""
    for name, table in (("expected", EXPECTED), ("reason", GLOBS)):
        if name in fields:
            fields = {**fields, name: catalog.sentence(table, language, fields[name])}
    return catalog.sentence(FAULTS, language, code, **fields)
