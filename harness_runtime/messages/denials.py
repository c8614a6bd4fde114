"""Why a tool call was denied and what to do instead, in Korean and English. Hot, data.

A sentence may use {subject} and the optional {allowed}, {root}, {tool} and {hint}; what is not given is empty. {way}
is what leads on in the phase that it is said in.
No sentence may hold a word that reads as consent. Workflow terms, phases and codes stay English in both.
"""

from __future__ import annotations

DEFAULT = "ko"
MAX_VALUE = 100
MAX_PASTE = 300

_KO = {
    "state_unreadable": "이 세션의 상태를 읽을 수 없어 모든 쓰기와 실행을 거부합니다: {subject}. 사람이 "
    "`$harness:off`로 세션을 놓아주거나 `$harness …`로 다시 시작해야 합니다.",
    "data_unreadable": "데이터 폴더를 볼 수 없어 이 세션이 보호 중인지 알 수 없으므로 거부합니다: {subject}. 사람이 소유자와 권한을 "
    "확인해야 합니다 (`ls -ld`, `harness-state doctor`).",
    "state_foreign": "저장된 상태가 이 세션의 것이 아닙니다: {subject}. 사람이 `$harness …`로 새 run을 "
    "시작하거나 `$harness:off`로 놓아주어야 합니다.",
    "schema_unknown": "알 수 없는 schema_version입니다: {subject}. Harness 버전이 바뀌었을 수 있습니다. "
    "사람이 `$harness …`로 다시 시작하거나 `$harness:off`로 놓아주어야 합니다.",
    "policy_unreadable": "봉인된 policy를 읽을 수 없거나 hash가 다릅니다: {subject}. 쓰기 권한이 없습니다. "
    "`cancel` 뒤에 `$harness …`로 다시 시작하세요.",
    "policy_mismatch": "policy와 현재 상태가 맞지 않습니다: {subject}. 쓰기 권한이 없습니다. `cancel` 뒤에 "
    "`$harness …`로 다시 시작하세요.",
    "child": "위임된 sub-agent의 호출입니다({subject}). sub-agent는 읽기만 할 수 있습니다. 바꿀 내용을 "
    "root에게 보고하면 root가 boundary 안에서 씁니다.",
    "held": "run이 끝났고 세션은 아직 held 상태라서 읽기만 됩니다. 사람이 `$harness …`로 새 "
    "run을 시작하거나 `$harness:off`로 놓아주어야 합니다.",
    "suspended": "앞선 턴이 읽지 않은 artifact로 끝나 쓰기가 멈춰 있고 읽기만 됩니다. 지금 턴을 끝내고 다음 턴에 artifact를 다시 "
    "보여 주세요. Completion Report나 Implementation Summary였다면 다시 쓰는 데 Repair Plan(trigger `plan_deviation`)이 필요합니다.",
    "no_authority": "이 작업에는 승인이 없습니다. {way}",
    "outside_boundary": "boundary 밖의 경로입니다: {subject}. 이 경로에는 승인이 없습니다. 지금 boundary: "
    "{allowed}. {hint}",
    "never_writable": "어떤 Plan으로도 쓸 수 없는 곳입니다: {subject}. 이 변경은 run 밖에서 사람이 직접 "
    "합니다. Completion Report의 Follow-up에 적어 두세요.",
    "denied_by_project": "프로젝트의 `.harness/guard.json` (deny_write_paths)이 막는 경로입니다: {subject}. Plan으로 열 수 "
    "없습니다. 꼭 필요하면 사람에게 말하세요.",
    "guard_changed": "run이 시작된 뒤 {subject}이(가) 바뀌어 다음 gate까지 쓰기를 거부합니다. Repair Plan을 보여 주거나, 사람이 "
    "`cancel` 또는 `$harness …`를 입력하세요.",
    "listed_only": "도구가 스스로 실행하거나 따르는 파일입니다: {subject}. wildcard로는 열리지 않고 이 "
    "경로에는 승인이 없습니다. Repair Plan(trigger `plan_deviation`)에 경로를 그대로 적으세요.",
    "secret": "secret입니다: {subject}. run 중에는 읽지도 쓰지도 않으며 승인할 방법도 없습니다. 값이 "
    "필요하면 사람에게 묻거나 `.env.example` 같은 견본을 쓰세요. {hint}",
    "special_file": "일반 파일이 아닙니다(FIFO, socket, device): {subject}. 일반 파일 경로를 쓰세요.",
    "hard_link": "hard link가 둘 이상인 파일이라 boundary 밖까지 바뀔 수 있습니다: {subject}. 사람이 링크를 "
    "끊거나, boundary 안의 다른 파일에 쓰세요.",
    "symlink": "symbolic link가 boundary를 벗어나거나 끝까지 따라갈 수 없습니다: {subject}. 실제 경로를 "
    "쓰고, 그 경로가 밖이면 Repair Plan(trigger `plan_deviation`)에 넣으세요.",
    "is_directory": "파일을 쓸 자리에 폴더가 있습니다: {subject}. 파일 경로를 쓰세요.",
    "name_encoding": "쓸 수 없는 이름입니다(NUL, 제어 문자, 보이지 않는 문자, 잘못된 UTF-8, 너무 긴 이름): "
    "{subject}. 다른 이름을 쓰세요.",
    "patch_grammar": "apply_patch 문법으로 확실히 읽을 수 없는 줄입니다: {subject}. header는 첫 칸에서 "
    "시작하고, 각 줄은 공백, `+`, `-`, `@@` 가운데 하나로 시작해야 합니다.",
    "tool_unmodeled": "Harness가 모델링하지 않은 도구입니다: {subject}. run 중에는 쓸 수 없습니다. 읽기 "
    "도구나 apply_patch/Write/Edit를 쓰고, 꼭 필요하면 사람이 `$harness:off` 뒤에 실행합니다.",
    "tool_input": "{tool} 도구의 입력에서 {subject} 값을 판단할 수 없습니다. {hint}",
    "local_address": "이 컴퓨터나 그 내부 네트워크의 주소, 또는 file: 주소입니다: {subject}. run 중의 웹 읽기는 공개된 "
    "http(s) 주소만 됩니다. workspace의 파일은 Read로 읽으세요.",
    "shell_unmodeled": "run 안에서 실행하지 않는 명령이나 형식입니다: {subject}. {hint}",
    "shell_option": "이 명령에서 거부되는 옵션입니다: {subject}. 그 옵션 없이 다시 쓰세요. {hint}",
    "shell_mutation": "파일을 바꾸거나 그런 줄에 둘 수 없는 명령입니다: {subject}. boundary 안의 경로에 apply_patch나 "
    "Write/Edit를 쓰세요. 밖의 경로는 Repair Plan(trigger `plan_deviation`)에 넣습니다. {hint}",
    "shell_program_shadowed": "PATH나 그와 비슷한 환경 변수가 workspace 안의 프로그램이나 library를 가리킬 수 있습니다: "
    "{subject}. 사람이 그 항목을 빼야 합니다. 그동안 Read 같은 읽기 도구를 쓰세요.",
    "git_elsewhere": "workspace의 repository가 아닌 git 폴더를 먼저 만납니다: {subject}. workspace 최상위의 "
    "repository 안에서만 git을 읽을 수 있습니다.",
    "confinement_missing": "이 컴퓨터에는 명령을 가둘 수단이 없어 실행하지 않습니다: {subject}. 사람이 bubblewrap을 "
    "설치하고(`apt install bubblewrap`) `harness-state doctor`로 확인한 뒤 `$harness …`로 다시 시작해야 합니다. 그때까지 "
    "verification은 Completion Report에 Verification exception으로 적으세요.",
    "confinement_network": "Plan의 network `{subject}`는 bubblewrap만 가둔 명령에 줄 수 있습니다. 사람이 bubblewrap을 "
    "설치하고(`apt install bubblewrap`) `$harness …`로 다시 시작하거나, network가 `none`인 Plan을 보이세요.",
    "confined_running": "가둔 명령이 아직 실행 중이라 지금은 쓰지 않습니다: {subject}. 그 명령이 끝날 때까지 기다린 뒤 같은 "
    "호출을 다시 하세요.",
    "confined_reading": "쓸 수 있는 가둔 명령이 아직 끝나지 않았고, {subject}은(는) 그 명령이 만든 ignore 파일을 따를 수 있습니다. 그 "
    "명령이 끝날 때까지 기다린 뒤 다시 하거나 Read나 `grep`을 쓰세요.",
    "reader_running": "가둔 명령이 만든 ignore 파일을 따를 수 있는 검색이 아직 끝나지 않았습니다: {subject}. 그 검색이 끝난 뒤 같은 호출을 "
    "다시 하세요.",
    "planted": "가둔 명령이 남긴 파일을 rg가 따를 수 있습니다: {subject}. 사람이 그 파일을 지울 때까지 Read나 `grep`을 쓰세요.",
    "cwd_outside": "작업 폴더가 workspace 밖입니다: {subject}. {root} 안에서 다시 호출하세요.",
    "too_large": "호출이 너무 커서 판단하지 않았습니다: {subject}. 더 작은 호출로 나누세요.",
    "too_deep": "입력의 중첩이 너무 깊어 판단하지 않았습니다: {subject}. 더 단순한 호출로 나누세요.",
    "deadline": "제한 시간 안에 판단하지 못했습니다: {subject}. 더 작은 호출로 다시 시도하세요.",
    "payload": "호스트가 보낸 event를 이해할 수 없습니다: {subject}. `harness-state doctor`로 확인하세요.",
    "repeated_stop": "같은 인자로 같은 호출을 되풀이해 이 턴을 멈춥니다: {subject}. 이 턴의 도구 호출은 모두 거부됩니다. 무엇에 막혀 "
    "있는지 사람에게 말하고 턴을 끝내세요.",
    "turn_stopped": "되풀이 때문에 멈춘 턴입니다: {subject}. 도구를 더 호출하지 말고, 무엇에 막혀 있는지 사람에게 말하고 턴을 끝내세요.",
    "turns_spent": "이 턴의 도구 호출 묶음 한도({subject})를 다 썼습니다. 지금까지 한 일과 남은 일을 사람에게 말하고 턴을 끝내세요.",
    "unrecorded": "이 호출을 기록할 수 없어 거부합니다: {subject}. 사람이 디스크와 데이터 폴더의 권한을 확인해야 합니다 "
    "(`harness-state doctor`).",
    "internal": "Harness 내부 오류로 판단하지 못해 거부합니다. {subject} 사람이 `harness-state doctor`로 "
    "확인하거나 `$harness:off`로 놓아주어야 합니다.",
}

_EN = {
    "state_unreadable": "The state of this session cannot be read, so every write and execution is denied: "
    "{subject}. A person must release the session with `$harness:off` or start again with `$harness …`.",
    "data_unreadable": "The data folder cannot be looked into, so nobody can tell whether this session is guarded: "
    "{subject}. A person must look at its owner and mode (`ls -ld`, `harness-state doctor`).",
    "state_foreign": "The stored state belongs to another session: {subject}. A person must start a run "
    "with `$harness …` or release the session with `$harness:off`.",
    "schema_unknown": "Unknown schema_version: {subject}. Harness may have been changed under this run. A "
    "person must start again with `$harness …` or release the session with `$harness:off`.",
    "policy_unreadable": "The sealed policy is missing or has another hash: {subject}. There is no write "
    "authority. Send `cancel`, then start again with `$harness …`.",
    "policy_mismatch": "The policy does not fit the present state: {subject}. There is no write authority. "
    "Send `cancel`, then start again with `$harness …`.",
    "child": "This call comes from a delegated sub-agent ({subject}), and sub-agents may only read. Report "
    "the change to the root, which writes it inside the boundary.",
    "held": "The run is over and the session is still held, so only reads pass. A person must "
    "start a run with `$harness …` or release the session with `$harness:off`.",
    "suspended": "Writes are suspended and only reads pass: a turn ended on an artifact that was not read. End the turn, "
    "and show the artifact again in the next one. If it was a Completion Report or an Implementation Summary, writing "
    "again takes a Repair Plan with trigger `plan_deviation`.",
    "no_authority": "No approval exists for this. {way}",
    "outside_boundary": "This path is outside the boundary: {subject}. No approval exists for it. Boundary "
    "now: {allowed}. {hint}",
    "never_writable": "No Plan can make this place writable: {subject}. A person changes it outside the "
    "run. Note it under Follow-up in the Completion Report.",
    "denied_by_project": "The project's `.harness/guard.json` (deny_write_paths) closes this path: {subject}. No Plan "
    "opens it. If it has to change, tell the person.",
    "guard_changed": "{subject} has changed since the last gate, so writes are denied until the next one. Show a Repair "
    "Plan, or the person says `cancel` or `$harness …`.",
    "listed_only": "Tools run or obey this file by themselves: {subject}. A wildcard does not open it and "
    "no approval exists for it. Write the exact path into a Repair Plan with trigger `plan_deviation`.",
    "secret": "This is a secret: {subject}. It is neither read nor written in a run, and no approval exists "
    "for it. Ask the person for the value, or use a sample such as `.env.example`. {hint}",
    "special_file": "This is not a regular file (FIFO, socket or device): {subject}. Name a regular file.",
    "hard_link": "This file has more than one hard link, so a change could reach outside the boundary: "
    "{subject}. A person must break the link, or write another file inside the boundary.",
    "symlink": "A symbolic link leaves the boundary or cannot be followed to its end: {subject}. Use the "
    "real path; if that is outside, list it in a Repair Plan with trigger `plan_deviation`.",
    "is_directory": "A folder stands where a file would be written: {subject}. Name a file.",
    "name_encoding": "This name cannot be used (NUL, control or invisible characters, invalid UTF-8, too "
    "long): {subject}. Use another name.",
    "patch_grammar": "This line of the patch cannot be read with certainty: {subject}. Headers start in the "
    "first column, and each line of a change starts with a blank, `+`, `-` or `@@`.",
    "tool_unmodeled": "Harness has no model of this tool: {subject}. It cannot be used in a run. Use a "
    "reading tool or apply_patch/Write/Edit; if it is needed, a person runs it after `$harness:off`.",
    "tool_input": "The input of {tool} cannot be judged: {subject}. {hint}",
    "local_address": "This address means this machine, its own network or a file: {subject}. In a run only public "
    "http(s) addresses are read. Use Read for a file of the workspace.",
    "shell_unmodeled": "A run does not execute this command or form: {subject}. {hint}",
    "shell_option": "This option is refused here: {subject}. Write the command without it. {hint}",
    "shell_mutation": "This shell command changes files, or may not stand in a line that does: {subject}. Use apply_patch "
    "or Write/Edit on a path inside the boundary; list a path outside in a Repair Plan with trigger `plan_deviation`. {hint}",
    "shell_program_shadowed": "PATH, or a variable like it, may lead to a program or a library inside the workspace: "
    "{subject}. A person must take that entry out. Until then use a reading tool such as Read.",
    "git_elsewhere": "Another git folder than the workspace's own repository comes first: {subject}. git "
    "can be read only in the repository at the workspace root.",
    "confinement_missing": "Nothing on this machine can confine this command, so it does not run: {subject}. A person "
    "installs bubblewrap (`apt install bubblewrap`), checks with `harness-state doctor` and starts again with "
    "`$harness …`. Until then note a verification command as a Verification exception in the Completion Report.",
    "confinement_network": "The Plan's network is `{subject}`, which only bubblewrap can give a confined command. A "
    "person installs it (`apt install bubblewrap`) and starts again with `$harness …`, or show a Plan with network "
    "`none`.",
    "confined_running": "A confined command is still running, so nothing is written now: {subject}. Wait until it has "
    "ended, then make the same call again.",
    "confined_reading": "A confined command that may write has not ended yet, and {subject} could obey an ignore file "
    "of its making. Wait until it has ended and call again, or use Read or `grep`.",
    "reader_running": "A search has not ended yet that could obey an ignore file of this command's making: {subject}. "
    "Wait until it has ended, then make the same call again.",
    "planted": "rg could obey a file that a confined command left behind: {subject}. Until a person has removed it, use "
    "Read or `grep`.",
    "cwd_outside": "The working directory is outside the workspace: {subject}. Call again from inside {root}.",
    "too_large": "The call is too large to be judged: {subject}. Split it into smaller calls.",
    "too_deep": "The input is nested too deeply to be judged: {subject}. Split it into simpler calls.",
    "deadline": "The call could not be judged in time: {subject}. Try again with a smaller call.",
    "payload": "The host sent an event that Harness does not understand: {subject}. Check with "
    "`harness-state doctor`.",
    "repeated_stop": "The same call with the same arguments again and again, so this turn stops: {subject}. Every "
    "further tool call of the turn is denied. Tell the person what is blocking you and end the turn.",
    "turn_stopped": "This turn was stopped for repetition: {subject}. Make no further tool call; tell the person what "
    "is blocking you and end the turn.",
    "turns_spent": "This turn has used up its {subject} batches of tool calls. Tell the person what is done and what "
    "is left, and end the turn.",
    "unrecorded": "The call is denied because it cannot be recorded: {subject}. A person has to look at the disk and "
    "at the data folder's modes (`harness-state doctor`).",
    "internal": "Harness failed inside and denies what it cannot judge. {subject} A person can check with "
    "`harness-state doctor` or release the session with `$harness:off`.",
}

# Further advice, named by the boundary.
_KO_HINTS = {
    "readers": "꼭 필요하면 사람에게 실행을 부탁하세요. 파일은 글자 그대로의 단어와 `|`, `&&`, `||`, `;`로 쓴 읽기 명령(ls cat rg "
    "grep find sed jq git 등)으로 보세요.",
    "verification_plan": "빌드와 테스트는 승인된 명령으로만 실행되니 Verification Plan에 넣으세요.",
    "verification_add": "빌드와 테스트는 승인된 명령이 글자 그대로일 때만 실행됩니다(`…` 자리에는 인자를 더 쓸 수 있습니다). 다른 명령은 Repair "
    "Plan의 `deltas.verification.add`에 넣으세요. 승인된 명령:",
    "assignment": "명령 앞에서 변수를 정할 수 없습니다. 빼거나, Verification Plan에 그 명령의 `env`로 적으세요.",
    "no_negation": "`!` 없이 쓰고 `echo $?`로 종료 코드를 보세요.",
    "use_test": "`test -f FILE`처럼 쓰세요.",
    "streams": "`/dev/stdout` 같은 이름 대신 `2>&1`, `>&2`나 pipe를 쓰세요.",
    "plan_deviation": "필요하면 Repair Plan(trigger `plan_deviation`)에 이 경로를 넣으세요.",
    "outside_workspace": "workspace 밖은 어떤 Plan에도 넣을 수 없으니 workspace 안의 경로를 쓰세요.",
    "narrow_glob": "Grep은 숨은 파일도 읽으므로 폴더에서는 glob(예: `*.py`)이나 type으로 좁히세요.",
    "name_folder": "`grep -r`는 workspace 안의 이름 있는 폴더에만 쓰고, 전체를 찾으려면 `rg PATTERN`을 쓰세요.",
    "single_quotes": "특수 문자는 작은따옴표로 감싸세요.",
    "literal_words": "변수, 치환, glob, `~` 대신 실제 값을 쓰거나, 정규식이라면 작은따옴표로 감싸세요.",
    "one_command": "명령을 하나씩 따로 호출하세요.",
    "last_in_line": "오래 걸릴 수 있는 명령이니 줄의 마지막에 두거나 따로 호출하세요.",
    "git_at_root": "Plan이 쓰기를 연 폴더에는 다른 명령이 repository를 만들 수 있으니 git은 workspace 최상위에서, 거기서 본 경로로 쓰세요:",
    "no_config": "그 설정 파일은 숨은 파일을 보이거나 프로그램을 실행하게 할 수 있으니 `--no-config`를 붙이세요.",
    "ignore_submodules": "그 submodule에는 가둔 명령이 repository를 만들 수 있으니 `--ignore-submodules=all`을 붙이세요.",
    "remote_names": "remote의 주소에 비밀번호가 있습니다. 이름만 보려면 `git remote`를 쓰세요.",
    "name_paths": "`-- src/app.py`처럼 secret이 없는 경로를 적으세요.",
    "patch_tool": "apply_patch는 도구로 호출하거나 `apply_patch <<'EOF'` 형식 하나만 쓰세요.",
    "check_form": "`harness-state check - <<'EOF'`, 다음 줄부터 artifact, 마지막 줄에 `EOF`만. 앞뒤에 다른 명령은 쓰지 마세요.",
    "check_delimiter": "이 줄이 heredoc의 구분자와 같은 글자로 시작합니다. `<<'DRAFT'`처럼 다른 구분자를 쓰세요.",
    "narrow_rg": "glob은 `*.py`처럼 소스 확장자로 끝내고, type은 py, ts처럼 소스 종류만 쓰세요.",
    "sed_print": "`sed -n '1,20p' FILE`처럼 출력만 하는 형식을 쓰세요.",
    "leave_out": "secret을 빼고 다시 찾으려면 이 옵션을 그대로 붙이세요:",
    "leave_out_glob": "secret을 빼고 다시 찾으려면 `glob`을 이렇게 쓰세요:",
    "context_option": "앞뒤 줄은 `-C 3`처럼 쓰세요.",
    "no_loops": "반복이나 조건 대신 파일을 나열하거나 rg를 쓰세요.",
    "join_streams": "`2>&1 |`처럼 나누어 쓰세요.",
    "one_redirection": "redirection은 앞뒤를 띄우고 하나씩 쓰세요: `> FILE 2>&1`.",
    "quote_delimiter": "heredoc은 `<<'EOF'`로 열고 EOF만 있는 줄로 닫으세요.",
    "options_first": "옵션을 파일보다 앞에 쓰세요.",
    "sed_suffix": "`sed -i.bak`처럼 접미사를 붙이세요.",
    "no_find_action": "이름만 출력하고, 내용은 rg나 `grep -r`로 찾으세요.",
    "plain_numbers": "숫자 자리에는 숫자만 쓰세요.",
    "no_pager": "`cat FILE`이나 `sed -n '1,80p' FILE`을 쓰세요.",
    "no_xargs": "파일을 직접 나열하거나 rg, `grep -r`를 쓰세요.",
    "no_script": "읽기는 cat, rg, sed, cut, sort, jq로 하세요.",
    "writes_second": "둘째 파일은 쓰기 대상입니다. `> FILE`로 쓰세요.",
    "list_only": "`-l`로 목록만 보세요.",
    "narrow_listing": "폴더를 더 좁히거나 `rg --files -g`를 쓰세요.",
    "name_like_option": "`./*`처럼 앞에 `./`를 붙이세요.",
    "git_readers": "git은 status, diff, log, show, blame, grep 같은 읽기만 됩니다.",
    "no_question": "버전만 물어도 이 프로그램은 먼저 project의 코드를 읽을 수 있습니다. 버전은 lock 파일에서 읽거나 사람에게 물으세요.",
    "chosen_version": "이 파일이 다른 프로그램을 고를 수 있습니다.",
    "no_recursion": "폴더 전체는 Plan이 `FOLDER/**`로 연 500개 이하의 폴더만 `rm -r D`, `mv D D2`로 지우거나 그 자리에서 이름을 바꿉니다. 아니면 파일을 하나씩 적으세요.",
    "change_forms": "대상이 분명한 형식만 됩니다: `mkdir -p D`, `cp F F2`, `mv F F2`, `rm F`, `touch F`.",
    "link_below": "link는 `..`와 `-r` 없이, link와 같은 폴더나 그 아래의 이름(`ln -s app.py src/l`)이나 절대 경로로 만드세요.",
    "narrow_change": "boundary 안의 폴더에서 마지막 이름에만 glob을 쓰세요.",
    "existing_folder": "workspace 안에 이미 있는 폴더를 쓰세요.",
    "existing_file": "원본은 이미 있는 일반 파일이어야 합니다.",
    "cd_and": "`cd DIR && …` 형식만 쓰세요.",
    "cd_dot": "`cd ./DIR`로 쓰세요.",
    "empty_file": "빈 파일은 `: > FILE`로 쓰세요.",
    "shell_text": "`bash -lc 'COMMAND'` 형식만 됩니다.",
    "verification_last": "confined 명령 뒤에는 `echo $?` 같은 builtin만 둘 수 있습니다. 다음 호출에서 실행하세요.",
    "verification_form": "verification 명령은 한 번에 하나만, `2>&1`과 읽기 pipeline만 붙여 실행하세요.",
    "plain_command": "`harness-confine N --` 없이 명령 그대로 쓰세요.",
    "commit_later": "commit은 Completion 뒤에 사람이 합니다.",
}

_EN_HINTS = {
    "readers": "If it is needed, ask the person to run it. To look at files use literal words and reading commands (ls "
    "cat rg grep find sed jq git …) joined by `|`, `&&`, `||` or `;`.",
    "verification_plan": "Builds and tests run only as approved commands: name it in the Verification Plan.",
    "verification_add": "Builds and tests run only as approved commands, word for word (more arguments may stand for "
    "`…`). Another one goes into a Repair Plan, `deltas.verification.add`. Approved here:",
    "assignment": "No variable is set before a command: leave it out, or write it as the `env` of the command in the "
    "Verification Plan.",
    "no_negation": "Leave out the `!` and look at the exit code with `echo $?`.",
    "use_test": "Write `test -f FILE` and its like.",
    "streams": "Instead of a name such as `/dev/stdout` use `2>&1`, `>&2` or a pipe.",
    "plan_deviation": "If you need it, list the path in a Repair Plan with trigger `plan_deviation`.",
    "outside_workspace": "No Plan can reach outside the workspace: use a path inside it.",
    "narrow_glob": "Grep reads hidden files too: in a folder, narrow it with a glob such as `*.py` or with a type.",
    "name_folder": "Use `grep -r` only in a named folder of the workspace; to search everything use `rg PATTERN`.",
    "single_quotes": "Put special characters in single quotes.",
    "literal_words": "Write the value itself, not a variable, substitution, glob or `~`; put a regex in single quotes.",
    "one_command": "Make one call a command.",
    "last_in_line": "It may take long: put it last in the line, or into a call of its own.",
    "git_at_root": "Another command may make a repository in a folder that the Plan opens: use git at the workspace "
    "root, with paths as they are from there:",
    "no_config": "That file of options may show hidden files or start a program: add `--no-config`.",
    "ignore_submodules": "A confined command may make a repository in that submodule: add `--ignore-submodules=all`.",
    "remote_names": "The address of a remote holds a password; `git remote` tells the names alone.",
    "name_paths": "Name paths that hold no secret, such as `-- src/app.py`.",
    "patch_tool": "Call apply_patch as a tool, or as a single `apply_patch <<'EOF'` command.",
    "check_form": "The form is `harness-state check - <<'EOF'`, then the artifact, then `EOF` alone on the last line.",
    "check_delimiter": "The line begins like the heredoc's delimiter: use another word, such as `<<'DRAFT'`.",
    "narrow_rg": "End a glob in a source extension such as `*.py`, and use source types such as py or ts.",
    "sed_print": "Use a form that only prints, such as `sed -n '1,20p' FILE`.",
    "leave_out": "To search without the secrets, add these options as they are:",
    "leave_out_glob": "To search without it, make this the `glob`:",
    "context_option": "Write lines of context as `-C 3`.",
    "no_loops": "Instead of loops and conditions list the files, or use rg.",
    "join_streams": "Write it apart, as in `2>&1 |`.",
    "one_redirection": "Put blanks around each redirection: `> FILE 2>&1`.",
    "quote_delimiter": "Open a heredoc with `<<'EOF'` and close it with a line that is only EOF.",
    "options_first": "Put options before the files.",
    "sed_suffix": "Give a suffix, as in `sed -i.bak`.",
    "no_find_action": "Only print names; search contents with rg or `grep -r`.",
    "plain_numbers": "Write plain numbers where numbers go.",
    "no_pager": "Use `cat FILE` or `sed -n '1,80p' FILE`.",
    "no_xargs": "List the files yourself, or use rg or `grep -r`.",
    "no_script": "Read with cat, rg, sed, cut, sort or jq.",
    "writes_second": "The second file would be written; use `> FILE`.",
    "list_only": "Only list it, with `-l`.",
    "narrow_listing": "Name a smaller folder, or use `rg --files -g`.",
    "name_like_option": "Begin the glob with `./`, as in `./*`.",
    "git_readers": "Only readers of git pass, such as status, diff, log, show, blame and grep.",
    "no_question": "Even asked for its version it may load code of the project first: look into a lock file, or ask.",
    "chosen_version": "This file may choose another program.",
    "no_recursion": "A whole folder is only removed, or renamed where it is, by `rm -r D` or `mv D D2`, if it is small "
    "(500 entries) and the Plan opens all of it: else name the files one by one.",
    "change_forms": "Only forms with clear targets: `mkdir -p D`, `cp F F2`, `mv F F2`, `rm F`, `touch F`.",
    "link_below": "Without `..` and `-r`, let a link lead to a name in its own folder or below it "
    "(`ln -s app.py src/l`), or to an absolute path.",
    "narrow_change": "Use a glob only in the last name, in a folder inside the boundary.",
    "existing_folder": "Use a folder of the workspace that is there already.",
    "existing_file": "The source must be a regular file that is there already.",
    "cd_and": "Use the form `cd DIR && …` only.",
    "cd_dot": "Write `cd ./DIR`.",
    "empty_file": "For an empty file write `: > FILE`.",
    "shell_text": "Only the form `bash -lc 'COMMAND'` passes.",
    "verification_last": "Behind a confined command only builtins such as `echo $?` may stand: use the next call.",
    "verification_form": "Run one verification command a call, with nothing but `2>&1` and readers piped behind it.",
    "plain_command": "Write the command itself, without `harness-confine N --`.",
    "commit_later": "Commits come after Completion.",
}

# What leads on from `no_authority`, by the phase that it is met in; "" for any other.
_KO_WAYS = {
    "": "쓰기는 Plan gate를 지난 뒤 그 boundary 안에서만 됩니다. canonical Plan을 보이고 정확한 gate 질문으로 턴을 끝내세요. "
    "그만두려면 사람이 `cancel`을 보냅니다.",
    "plan_pending": "Plan이 사람의 답을 기다립니다. 정확한 gate 질문으로 턴을 끝내고 기다리세요.",
    "review": "지금은 Review 차례입니다. 고칠 것이 있으면 trigger `review_finding`의 Repair Plan을 보이고 그 gate를 "
    "기다리세요. 그만두려면 사람이 `cancel`을 보냅니다.",
    "repair_planning": "쓰기는 Repair Plan gate를 기다립니다. Repair Plan을 보이고 정확한 gate 질문으로 턴을 끝내세요. "
    "그만두려면 사람이 `cancel`을 보냅니다.",
    "repair_pending": "Repair Plan이 사람의 답을 기다립니다. 정확한 gate 질문으로 턴을 끝내고 기다리세요.",
    "completed": "run이 끝났습니다. 더 할 일은 사람이 `$harness …`로 새 run을 시작한 뒤에 합니다.",
}
_EN_WAYS = {
    "": "Writing waits for the Plan gate, and then stays inside its boundary. Show the canonical Plan and end the turn "
    "with the exact gate question. To give up, the person sends `cancel`.",
    "plan_pending": "The Plan waits for the person's answer: end the turn with the exact gate question, and wait.",
    "review": "Now is the time of the Review. What has to be mended goes into a Repair Plan with trigger "
    "`review_finding`, and waits for its gate. To give up, the person sends `cancel`.",
    "repair_planning": "Writing waits for the gate of a Repair Plan: show one and end the turn with the exact gate "
    "question. To give up, the person sends `cancel`.",
    "repair_pending": "The Repair Plan waits for the person's answer: end the turn with the exact gate question, and "
    "wait.",
    "completed": "The run is over. What is left to do waits for a new one, which the person starts with `$harness …`.",
}
_SAME_WAY = {"post_repair_review": "review", "completed_with_residual_risk": "completed"}

# An approved command that runs as a part of a line which is confined as a whole.
OVERLOOKED = {
    "ko": "`{command}`은(는) 다른 것과 한 줄에 있어 이번 실행이 검증 기록으로 남지 않습니다.",
    "en": "`{command}` stands in a line with more, so this run of it leaves no evidence.",
}

# The advice of a denial that came without one.
_UNTOLD = {"shell_unmodeled": "readers"}

SENTENCES = {"ko": _KO, "en": _EN}
WAYS = {"ko": _KO_WAYS, "en": _EN_WAYS}
HINTS = {"ko": _KO_HINTS, "en": _EN_HINTS}


def say(language: str, rule: str, phase: str, **fields: str) -> str:
    """One denial: `Harness [rule, phase]: sentence`. Total: nothing that is passed makes it raise."""
    table = SENTENCES.get(language) or SENTENCES[DEFAULT]
    hints = HINTS.get(language) or HINTS[DEFAULT]
    code = rule if rule in table else "internal"
    text = table[code]
    for key in ("allowed", "root", "tool"):
        text = text.replace("{" + key + "}", _shown(fields.get(key)) or "-")
    text = text.replace("{hint}", _hint(hints, fields, _UNTOLD.get(code, "")))
    ways = WAYS.get(language) or WAYS[DEFAULT]
    text = text.replace("{way}", ways.get(_SAME_WAY.get(phase, phase), ways[""]))
    subject = _shown(fields.get("subject"))
    # last, so that a subject with braces stays what it is
    text = text.replace("{subject}", subject or ("" if code == "internal" else "-"))
    head = f"[{code}, {phase}]" if phase else f"[{code}]"
    return " ".join(f"Harness {head} {text}".split())


def say_overlooked(language: str, command: str, hint: str) -> str:
    """What the model is told beside a line that runs: an approved command in it leaves no evidence."""
    hints = HINTS.get(language) or HINTS[DEFAULT]
    advice = hints.get(hint) or hints["verification_form"]
    return f"Harness [no_evidence]: {(OVERLOOKED.get(language) or OVERLOOKED[DEFAULT])} {advice}".replace(
        "{command}", _shown(command)
    )


def _hint(hints: dict[str, str], fields: dict[str, str], untold: str) -> str:
    """The advice, with the words to paste that the boundary has made for this call."""
    hint = hints.get(str(fields.get("hint") or untold), "")
    paste = "".join(char if char.isprintable() else " " for char in str(fields.get("paste") or ""))[:MAX_PASTE]
    return f"{hint} {paste}" if paste else hint


def _shown(value: object) -> str:
    """A value on one line, cut in its middle, without characters that a terminal would obey."""
    text = "" if value is None else str(value)
    if len(text) > MAX_VALUE:
        text = f"{text[: MAX_VALUE // 2]}…{text[-MAX_VALUE // 2 + 1 :]}"
    text = "".join(char if char.isprintable() else " " for char in text)
    return text.encode("utf-8", "replace").decode("utf-8")
