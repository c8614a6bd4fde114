"""What `harness-state` says about guides, sensors, trust and the audit. Data."""

from __future__ import annotations

GUIDES: dict[str, tuple[str, str]] = {
    "help_trust": (
        "이 작업 폴더의 .o4/harness.toml과 guide 파일, .harness/guard.json의 chain과 명령을 지금 내용 그대로 신뢰 (터미널에서만)",
        "Trust .o4/harness.toml with its guide files, and the chains and commands of .harness/guard.json, as they are now (terminal only)",
    ),
    "help_untrust": (
        "이 작업 폴더의 파일을 더는 신뢰하지 않음 (터미널에서만)",
        "Take that trust back (terminal only)",
    ),
    "help_trusted": (
        "이 작업 폴더의 파일을 신뢰하는지 보기",
        "Say whether this workspace's files are trusted",
    ),
    "help_guides": (
        "모델이 받을 Project Harness Guides 구역을 출력",
        "Print the section Project Harness Guides as the model would get it",
    ),
    "help_task_type": (
        "이 task type의 workflow로 (기본: 기본 workflow)",
        "For this task type (default: the default workflow)",
    ),
    "help_prompt": ("이 글에서 찾은 task type으로", "For the task type of this text"),
    "help_sensors": ("sensor를 보거나 실행", "List or run the sensors"),
    "help_sensors_list": ("sensor와 그 명령", "The sensors and their commands"),
    "help_sensors_run": (
        "sensor를 격리해서 실행 (기본: 기본 workflow의 것 모두)",
        "Run sensors, confined (default: all of the default workflow)",
    ),
    "help_audit": (
        ".o4/harness.toml의 잘못을 찾습니다. 아무 파일도 바꾸지 않습니다",
        "Find what is wrong with .o4/harness.toml; changes no file",
    ),
    "help_project_path": ("다른 폴더를 검사 (기본: 현재 폴더)", "Audit this folder (default: the current one)"),
    "help_history": (
        "최근 결과 (result.json을 이어 붙인 파일)",
        "Recent results (a file of result.json contents, one after the other)",
    ),
    "no_harness": (
        "{path} 파일이 없습니다 (상위 폴더는 찾지 않습니다).",
        "no harness file was found: {path} (parent folders are not looked at).",
    ),
    "no_trusted_harness": (
        "신뢰한 harness 파일이 없습니다: {path} (사람이 터미널에서 `harness-state trust`를 실행해야 합니다).",
        "no harness file was found that a person trusts: {path} (a person has to run `harness-state trust`).",
    ),
    "harness_changed": (
        "harness 파일이 신뢰한 뒤로 바뀌었습니다: {path} (사람이 터미널에서 `harness-state trust`를 실행해야 합니다).",
        "this harness file is not the one that was trusted: {path} (a person has to run `harness-state trust`).",
    ),
    "harness_faulty": ("{fault}", "{fault}"),
    "no_data_folder": (
        "데이터 폴더가 없습니다. 먼저 설치하거나 --data로 지정하세요.",
        "there is no data folder: install the plugin first, or name one with --data.",
    ),
    "task_or_prompt": (
        "--task-type과 --prompt 가운데 하나만 지정하세요.",
        "name either --task-type or --prompt, not both.",
    ),
    "sensor_unknown_name": (
        "그런 sensor가 없습니다: {name} (있는 것: {known})",
        "no such sensor: {name} (there are: {known})",
    ),
    "history_unreadable": (
        "결과 기록으로 읽을 수 없습니다: {path}: {where}",
        "not a history of results: {path}: {where}",
    ),
    "guide": ("Guide", "Guide"),
    "source": ("출처", "Source"),
    "sensor": ("Sensor", "Sensor"),
    "command": ("명령", "Command"),
    "blocking": ("Blocking", "Blocking"),
    "timing": ("Timing", "Timing"),
    "severity": ("정도", "Severity"),
    "subject": ("대상", "Subject"),
    "message": ("내용", "Finding"),
    "file": ("파일", "File"),
    "yes": ("예", "yes"),
    "inline": ("(파일 안의 text)", "(inline text)"),
    "unreadable_guide": ("(없음)", "(none)"),
    "trust_about": (
        "신뢰하면 위 guide가 모델의 context에 들어가고, 위 sensor의 명령이 묻지 않고 실행됩니다.",
        "Once trusted, these guides enter the model's context, and these commands are run without asking.",
    ),
    "trust_guard_about": (
        "신뢰하면 위 chain을 고를 수 있고, 그 글이 모델의 context에 들어가며, 위 명령이 묻지 않고 실행됩니다. 제한은 신뢰하지 않아도 적용됩니다.",
        "Once trusted, these chains can be selected, their texts enter the model's context, and these commands are run without asking. Restrictions hold without trust.",
    ),
    "nothing_to_trust": (
        "신뢰할 것이 없습니다: {path} 파일이 없고, .harness/guard.json에 chain도 명령도 없습니다.",
        "there is nothing to trust: {path} is not there, and .harness/guard.json holds no chain and no command.",
    ),
    "key_column": ("항목", "Key"),
    "content_column": ("내용", "Content"),
    "ask_trust_harness": ("이 내용을 신뢰할까요?", "Trust this content?"),
    "is_trusted": ("신뢰함: {path} (sha256 {sha256})", "trusted: {path} (sha256 {sha256})"),
    "is_not_trusted": ("신뢰하지 않음: {path}", "not trusted: {path}"),
    "guide_differs": (
        "신뢰한 뒤로 바뀌어 쓰지 않는 guide 파일: {paths}",
        "guide files that changed since and are left out: {paths}",
    ),
    "trusted_not_in": ("다음 호스트에서는 신뢰하지 않음: {folders}", "not trusted in: {folders}"),
    "guides_cut": (
        "참고: Codex는 hook이 전하는 글을 {most}바이트까지만 받습니다. 자리가 없는 guide는 어느 파일에서 읽을지만 모델에게 알립니다.",
        "Note: Codex takes {most} bytes of what hooks tell. Of guides without room the model is told where to read them.",
    ),
    "no_guides": (
        "모델이 받을 것이 없습니다.",
        "there is nothing that the model would get.",
    ),
    "no_sensors": ("sensor가 없습니다.", "there are no sensors."),
    "audit_clean": ("잘못이 없습니다: {path}", "nothing is wrong with {path}"),
    "audit_untrusted": (
        "참고: 아직 신뢰하지 않은 파일이라 지금은 쓰이지 않습니다 (`harness-state trust`).",
        "note: this file is not trusted yet, so it is ignored for now (`harness-state trust`).",
    ),
    "sensor_started": ("시작: {name}", "started: {name}"),
    "sensor_again": ("다시 시작: {name} ({attempt}번째)", "started again: {name} (attempt {attempt})"),
    "sensor_ended": ("{outcome}: {name} ({seconds}초)", "{outcome}: {name} ({seconds} s)"),
    "fix_hint": ("고치는 방법: {hint}", "fix: {hint}"),
    "unconfined_sensors": (
        "격리 엔진이 없어 best_effort 설정대로 격리 없이 실행합니다.",
        "there is no confinement engine: run unconfined, as best_effort in the config allows.",
    ),
}
