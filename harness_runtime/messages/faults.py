"""One sentence for each fault of an artifact. `{detail}` is what was found or expected."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table, sentence

MAX_DETAIL = 400  # bytes

FAULTS: Table = {
    "too_large": {"ko": "65536바이트를 넘습니다 ({detail})", "en": "larger than 65536 bytes ({detail})"},
    "encoding": {"ko": "UTF-8로 쓸 수 없는 문자가 있습니다", "en": "holds characters that UTF-8 cannot write"},
    "hidden_characters": {
        "ko": "화면에 보이지 않는 문자가 있습니다: {detail}",
        "en": "holds characters that a screen does not show: {detail}",
    },
    "html": {
        "ko": "HTML은 쓸 수 없습니다: {detail} (빈칸이면 채우고, 아니면 코드로 감싸세요)",
        "en": "HTML is not allowed: {detail} (fill it if it is a blank, else put it in a code span)",
    },
    "link_references": {
        "ko": "링크 참조 정의(`[이름]: 주소`)는 쓸 수 없습니다",
        "en": "link reference definitions (`[name]: target`) are not allowed",
    },
    "one_title": {"ko": "H1은 정확히 하나여야 합니다 (지금 {detail}개)", "en": "needs exactly one H1 (has {detail})"},
    "section_missing": {"ko": "section이 없습니다", "en": "section is missing"},
    "section_repeated": {"ko": "section이 두 번 이상 있습니다", "en": "section stands there more than once"},
    "section_empty": {"ko": "section이 비어 있습니다", "en": "section is empty"},
    "section_order": {
        "ko": "section의 순서가 틀렸습니다; 추가 section은 필수 section 뒤에 둡니다",
        "en": "section is out of order; extra sections come after the required ones",
    },
    "gate_not_last": {"ko": "마지막 section이어야 합니다", "en": "must be the last section"},
    "gate_too_long": {
        "ko": "한 문장과 질문만 담을 수 있습니다",
        "en": "may hold only one sentence and the question",
    },
    "question_not_last": {
        "ko": "마지막 줄이 정확히 `{detail}`이어야 합니다",
        "en": "the last line must be exactly `{detail}`",
    },
    "policy_missing": {"ko": "`harness-policy` 블록이 없습니다", "en": "has no `harness-policy` block"},
    "policy_repeated": {
        "ko": "`harness-policy` 블록은 하나여야 합니다 (지금 {detail}개)",
        "en": "needs one `harness-policy` block (has {detail})",
    },
    "policy_misplaced": {
        "ko": "`harness-policy` 블록이 있을 곳이 아닙니다",
        "en": "is not where the `harness-policy` block belongs",
    },
    "policy_escape": {
        "ko": "policy에 `\\u`, `\\n` 같은 표기나 한 줄로 보이지 않는 문자는 쓸 수 없습니다",
        "en": "the policy may hold no escapes such as `\\u` or `\\n`, and no character that one line does not show",
    },
    "policy_not_nfc": {"ko": "policy는 NFC여야 합니다", "en": "the policy must be in NFC"},
    "policy_duplicate_key": {"ko": "key `{detail}`이 두 번 있습니다", "en": "key `{detail}` stands there twice"},
    "policy_json": {
        "ko": "policy가 JSON이 아닙니다 (줄:칸 {detail})",
        "en": "the policy is not JSON (line:column {detail})",
    },
    "policy_number": {
        "ko": "policy에 JSON 수가 아니거나 너무 긴 수가 있습니다: {detail}",
        "en": "the policy holds a number that is not JSON's, or has too many digits: {detail}",
    },
    "policy_nesting": {"ko": "policy가 너무 깊게 겹쳐 있습니다", "en": "the policy is nested too deeply"},
    "policy_key_missing": {"ko": "policy에 key가 없습니다: {detail}", "en": "the policy lacks a key: {detail}"},
    "policy_key_unknown": {
        "ko": "policy에 모르는 key가 있습니다: {detail}",
        "en": "the policy holds a key that is not known: {detail}",
    },
    "policy_not_object": {"ko": "object({{…}})여야 합니다: {detail}", "en": "must be an object ({{…}}): {detail}"},
    "policy_not_list": {"ko": "목록([…])이어야 합니다: {detail}", "en": "must be a list ([…]): {detail}"},
    "policy_not_text": {"ko": "문자열이어야 합니다: {detail}", "en": "must be a text: {detail}"},
    "policy_not_integer": {"ko": "정수여야 합니다: {detail}", "en": "must be an integer: {detail}"},
    "policy_not_flag": {"ko": "true나 false여야 합니다: {detail}", "en": "must be true or false: {detail}"},
    "policy_not_command": {
        "ko": "명령의 문자열이나 `command` key가 있는 object여야 합니다: {detail}",
        "en": "must be a command, as a text or as an object with the key `command`: {detail}",
    },
    "policy_not_choice": {
        "ko": "괄호 안의 값이어야 합니다: {detail}",
        "en": "must be what stands in the brackets: {detail}",
    },
    "policy_text_empty": {"ko": "비어 있으면 안 됩니다: {detail}", "en": "must not be empty: {detail}"},
    "policy_text_long": {
        "ko": "괄호 안의 글자 수를 넘으면 안 됩니다: {detail}",
        "en": "may have at most the characters in the brackets: {detail}",
    },
    "policy_not_sha256": {
        "ko": "SHA-256의 소문자 16진수 64자리여야 합니다: {detail}",
        "en": "must be a SHA-256, 64 lowercase hex digits: {detail}",
    },
    "policy_too_many": {"ko": "항목이 너무 많습니다: {detail}", "en": "has too many entries: {detail}"},
    "policy_too_low": {
        "ko": "괄호 안의 값 이상이어야 합니다: {detail}",
        "en": "must be at least what stands in the brackets: {detail}",
    },
    "policy_too_high": {
        "ko": "괄호 안의 값 이하여야 합니다: {detail}",
        "en": "must be at most what stands in the brackets: {detail}",
    },
    "policy_value": {"ko": "policy에 쓸 수 없는 값입니다: {detail}", "en": "is no value for the policy: {detail}"},
    "path_form": {
        "ko": "상대 POSIX glob이 아닙니다 (`..`, `/` 시작, `~`, 빈 마디, 마디 안의 `**`, 이어진 빈칸 금지): {detail}",
        "en": "not a relative POSIX glob (no `..`, leading `/` or `~`, empty segment, `**` inside a segment, blanks in a "
        "row): {detail}",
    },
    "path_repeated": {
        "ko": "같은 경로가 두 번 있습니다: {detail}",
        "en": "the same path stands there twice: {detail}",
    },
    "scratch_covers": {
        "ko": "scratch_paths의 파일은 evidence에 들지 않으므로 바꿀 대상을 덮을 수 없습니다. scratch_paths에서 빼거나 도구가 쓰는 폴더만 적으세요: {detail}",
        "en": "files of scratch_paths count for no evidence, so it may not cover what the change is about; take it out, or name only the folders that tools write: {detail}",
    },
    "path_never_writable": {
        "ko": "Plan으로도 쓸 수 없는 곳입니다: {detail}",
        "en": "no Plan can make this writable: {detail}",
    },
    "path_denied": {
        "ko": "프로젝트의 `.harness/guard.json` (deny_write_paths)이 막는 경로입니다: {detail}",
        "en": "the project's `.harness/guard.json` (deny_write_paths) closes this path: {detail}",
    },
    "command_required": {
        "ko": "프로젝트의 `.harness/guard.json`이 요구하는 검증 명령이 없습니다: {detail}",
        "en": "lacks a verification command that the project's `.harness/guard.json` demands: {detail}",
    },
    "risk_too_high": {
        "ko": "risk가 프로젝트의 `.harness/guard.json`이 정한 한도를 넘습니다: {detail}",
        "en": "the risk is above the limit of the project's `.harness/guard.json`: {detail}",
    },
    "guard_invalid": {
        "ko": "`.harness/guard.json`을 쓸 수 없어 gate를 열 수 없습니다: {detail}",
        "en": "no gate opens while `.harness/guard.json` cannot be used: {detail}",
    },
    "review_demanded": {
        "ko": "프로젝트의 `.harness/guard.json` (review_required)은 Tiny에도 Review를 요구합니다",
        "en": "the project's `.harness/guard.json` (review_required) demands a Review of Tiny work too",
    },
    "path_listed_only": {
        "ko": "도구가 스스로 실행하거나 따르는 파일은 와일드카드 없이 적어야 합니다: {detail}",
        "en": "files that tools run or obey by themselves must be named without a wildcard: {detail}",
    },
    "path_secret": {"ko": "비밀 파일은 쓸 수 없습니다: {detail}", "en": "a secret is never writable: {detail}"},
    "command_form": {
        "ko": "연산자 없이 낱말로 된 명령 하나여야 합니다: {detail}",
        "en": "must be one command of plain words, without operators: {detail}",
    },
    "command_cwd": {
        "ko": "`cwd`는 workspace 안의 상대 경로여야 합니다: {detail}",
        "en": "`cwd` must be a relative path inside the workspace: {detail}",
    },
    "lineage_source": {
        "ko": "source_plan_sha256은 이 run에서 처음 승인된 Plan의 hash여야 합니다: {detail}",
        "en": "source_plan_sha256 must be the run's first accepted Plan: {detail}",
    },
    "lineage_risk": {
        "ko": "risk.from은 마지막으로 승인된 policy의 risk여야 합니다: {detail}",
        "en": "risk.from must be the risk of the last accepted policy: {detail}",
    },
    "lineage_delta": {
        "ko": "delta가 마지막으로 승인된 policy와 맞지 않습니다 (add는 없던 것, remove는 있던 것이어야 함): {detail}",
        "en": "delta does not fit the last accepted policy (add what is not there, remove what is): {detail}",
    },
    "lineage_list": {
        "ko": "목록은 마지막으로 승인된 policy에 delta를 적용한 것이어야 합니다: {detail}",
        "en": "the list must be that of the last accepted policy with the deltas applied: {detail}",
    },
    "tiny_paths": {
        "ko": "Tiny는 와일드카드 없는 경로를 최대 {detail}개까지 가질 수 있습니다",
        "en": "Tiny may have at most {detail} paths, none with a wildcard",
    },
    "tiny_network": {
        "ko": "Tiny의 network는 none이어야 합니다 (지금 {detail})",
        "en": "Tiny needs network none (is {detail})",
    },
    "topology_missing": {
        "ko": "Small과 Non-trivial의 policy에는 `topology`가 필요합니다",
        "en": "Small and Non-trivial need `topology` in the policy",
    },
    "topology_lines": {
        "ko": "serial Small은 section도 policy도 SKILL.md의 정확히 다섯 줄을 말해야 합니다 (mode, planner, implementer, reviewer, parallel_writers)",
        "en": "serial Small needs exactly SKILL.md's five lines, and the same in the policy (mode, planner, implementer, reviewer, parallel_writers)",
    },
    "word_disagrees": {
        "ko": "policy의 `{detail}`과 일치하는 낱말 하나만 있어야 합니다",
        "en": "must name exactly `{detail}`, as the policy does, and no other such word",
    },
    "status_word": {
        "ko": "첫 줄은 다음 중 하나여야 합니다: {detail}",
        "en": "the first line must be one of: {detail}",
    },
    "review_word": {
        "ko": "첫 줄은 다음 중 하나여야 합니다: {detail}",
        "en": "the first line must be one of: {detail}",
    },
    "verdict": {"ko": "첫 줄은 다음 중 하나여야 합니다: {detail}", "en": "the first line must be one of: {detail}"},
    "table_columns": {
        "ko": "이 열을 가진 표가 정확히 하나 필요합니다: {detail}",
        "en": "needs exactly one table with the columns {detail}",
    },
    "ledger_cell": {"ko": "빈 칸이 있습니다: {detail}", "en": "has an empty cell in row {detail}"},
    "ledger_row": {"ko": "행이 없습니다: {detail}", "en": "lacks the row {detail}"},
    "ledger_repeated": {"ko": "행이 두 번 이상 있습니다: {detail}", "en": "has the row {detail} more than once"},
    "never_granted": {
        "ko": "run에서 허용되지 않는 작업입니다. Result는 not_applicable 또는 not_requested이고 User response는 `y`가 아닙니다: {detail}",
        "en": "never granted in a run; its Result is not_applicable or not_requested, its User response not `y`: {detail}",
    },
    "success_before_approval": {
        "ko": "승인 전에는 blocked, degraded, cancelled만 가능합니다 (지금 {detail})",
        "en": "before any approval only blocked, degraded or cancelled is possible (is {detail})",
    },
    "verification_missing": {
        "ko": "지금 파일에 대한 통과 기록이 없는 명령이 있습니다. 다시 실행하거나 completed_with_residual_risk 이하로 쓰세요: {detail}",
        "en": "no passing run over the present files; run it, or write completed_with_residual_risk or lower: {detail}",
    },
    "exception_row": {
        "ko": "Verification exception approval 행에 통과 기록이 없는 명령을 적어야 합니다: {detail}",
        "en": "the Verification exception approval row must name what has no passing run: {detail}",
    },
    "not_tiny": {
        "ko": "review_not_required_tiny_only는 승인된 분류가 Tiny일 때만 가능합니다 (지금 {detail})",
        "en": "review_not_required_tiny_only needs the classification Tiny in the policy in force (is {detail})",
    },
    "review_unproven": {
        "ko": "유효한 Review 기록이 없습니다. 새 reviewer sub-agent에게 맡기거나 review_blocked_degraded와 Status degraded로 쓰세요. 부족한 것: {detail}",
        "en": "no Review counts yet; delegate a fresh reviewer, or write review_blocked_degraded with Status degraded. What is missing: {detail}",
    },
    "success_without_review": {
        "ko": "Review 없이 {detail}이(가) 될 수 없습니다",
        "en": "cannot be {detail} without a Review",
    },
    "row_contradicts": {
        "ko": "이 run의 ledger와 다릅니다: {detail} (승인했으면 User response는 `y`, 아니면 다른 값; Result도 같은 뜻)",
        "en": "contradicts this run's ledger: {detail} (User response is `y` exactly when the gate was answered so, and Result agrees)",
    },
    "no_source": {
        "ko": "이 run에는 아직 승인된 Plan이 없습니다",
        "en": "this run has no accepted Plan to repair",
    },
    "effort_low": {
        "ko": "reasoning effort가 {detail}입니다. 사람이 host에서 high 이상으로 올린 뒤 다시 보여 주세요 (Codex: `/model`, Claude Code: `/effort`)",
        "en": "reasoning effort is {detail}; the person must raise it to high or above in the host (Codex: `/model`, Claude Code: `/effort`) before it is shown again",
    },
    "scheduled_prompts": {
        "ko": "예약된 prompt가 남아 있어 gate를 열 수 없습니다. 먼저 CronDelete로 지우세요: {detail}",
        "en": "no gate opens over scheduled prompts; remove them first with CronDelete: {detail}",
    },
    "still_running": {
        "ko": "이 세션이 시작한 프로세스가 아직 실행 중입니다. 끝낸 뒤 다시 보여 주세요: {detail}",
        "en": "processes that this session started are still running; end them and show it again: {detail}",
    },
    "review_verdict": {
        "ko": "마지막 Review의 verdict가 {detail}이므로 성공으로 끝낼 수 없습니다",
        "en": "cannot end in success, the last Review says {detail}",
    },
    "handoff_missing": {
        "ko": "sub-agent의 산출물에는 `## SubagentStop Summary` section이 필요합니다",
        "en": "a sub-agent's artifact needs a `## SubagentStop Summary` section",
    },
    "handoff_field": {
        "ko": "SubagentStop Summary에 `{detail}:` 줄이 없습니다",
        "en": "SubagentStop Summary lacks the line `{detail}:`",
    },
}


def fault_line(language: str, section: str, code: str, detail: str) -> str:
    """`Section: what is wrong`, in one line."""
    text = sentence(FAULTS, language, code, detail=_short(detail))
    return f"{section}: {text}" if section else text


def _short(detail: str) -> str:
    """In one line, its middle left out when it is long: an artifact may name a path of sixty thousand letters."""
    line = " ".join(detail.split())
    raw = line.encode("utf-8", "replace")
    if len(raw) <= MAX_DETAIL:
        return line
    half = MAX_DETAIL // 2
    return raw[:half].decode("utf-8", "ignore") + "…" + raw[-half:].decode("utf-8", "ignore")
