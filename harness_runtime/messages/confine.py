"""What `harness-confine` says: why a command did not run, or ended early, and what its kernel boundary kept from it.

Each is one line on stderr. No sentence may hold a word that reads as consent.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.messages.catalog import Table

# Both languages, because nobody can be asked: stands in the script itself.
PYTHON_GONE = (
    "harness-confine: Python을 찾을 수 없습니다. `harness-state doctor`로 확인하세요. / its Python is gone. "
    "Run `harness-state doctor` in a terminal."
)

CONFINE: Table = {
    # It did not run.
    "usage": {
        "ko": "사용법: harness-confine N -- COMMAND. N은 Harness가 명령을 바꿔 쓸 때 붙인 번호입니다. 직접 만들지 말고 Plan에 있는 명령을 그대로 실행하세요.",
        "en": "usage: harness-confine N -- COMMAND. N is the number that Harness gave when it rewrote the command. Do not make one up; run the command as the Plan lists it.",
    },
    "ticket_absent": {
        "ko": "번호 {detail}은(는) 없거나 지나간 run의 것입니다. Plan에 있는 명령을 그대로 다시 실행하세요.",
        "en": "there is no number {detail}, or it belongs to a run that is over. Run the command again as the Plan lists it.",
    },
    "ticket_unreadable": {
        "ko": "이 번호의 기록을 읽을 수 없습니다: {detail}. Plan에 있는 명령을 그대로 다시 실행하세요.",
        "en": "the record of this number cannot be read: {detail}. Run the command again as the Plan lists it.",
    },
    "ticket_text": {
        "ko": "번호 {number}은(는) 다른 명령의 것이라 실행하지 않았습니다: {text}. Plan에 있는 명령을 그대로 실행하세요.",
        "en": "nothing ran, because number {number} stands for another command: {text}. Run the command itself, as the Plan lists it.",
    },
    "key_unreadable": {
        "ko": "이 세션의 서명 key를 읽을 수 없어 실행하지 않았습니다: {detail}. 사람이 `$harness …`로 다시 시작해야 합니다.",
        "en": "the session's signing key cannot be read, so nothing ran: {detail}. A person must start again with `$harness …`.",
    },
    "not_live": {
        "ko": "실행하지 않았습니다. 이 명령의 승인이 지금은 효력이 없습니다: {rule} {subject}. 명령이 적힌 Plan이나 Repair Plan에 사람이 답한 뒤 다시 실행하세요.",
        "en": "nothing ran. No policy in force covers this command now: {rule} {subject}. Run it again once the person has answered a Plan or Repair Plan that lists it.",
    },
    "lock": {
        "ko": "run의 잠금 파일을 열 수 없어 실행하지 않았습니다: {path}. 사람이 그 폴더의 권한을 확인해야 합니다 (`harness-state doctor`).",
        "en": "the run's lock cannot be opened, so nothing ran: {path}. A person has to look at that folder's modes (`harness-state doctor`).",
    },
    "cwd": {
        "ko": "작업 폴더가 없거나 workspace 밖이라 실행하지 않았습니다: {path}. workspace 안의 폴더에서 다시 실행하세요.",
        "en": "nothing ran, because the working folder is gone or outside the workspace: {path}. Run it again from a folder inside.",
    },
    "rest": {
        "ko": "명령 뒤의 형식을 알 수 없어 실행하지 않았습니다: {rest}. `2>&1`과 읽기 pipeline만 붙일 수 있습니다.",
        "en": "what follows the command is not understood, so nothing ran: {rest}. Only `2>&1` and readers in a pipe may follow.",
    },
    "no_engine": {
        "ko": "이 시스템은 명령을 가둘 수 없어 실행하지 않았습니다. bubblewrap package를 설치하거나 Landlock이 있는 kernel(5.13 이상)을 쓰세요. 사람이 터미널에서 `harness-state doctor`로 자세히 볼 수 있습니다.",
        "en": "nothing ran, because nothing here can confine a command. Install the bubblewrap package or use a kernel with Landlock (5.13 or later). `harness-state doctor` in a terminal tells more.",
    },
    "no_network_engine": {
        "ko": "network {network}을(를) 가두어 줄 수 있는 엔진이 없어 실행하지 않았습니다. bubblewrap package를 설치하고, 사람이 터미널에서 `harness-state doctor`로 확인하세요.",
        "en": "nothing ran, because no engine here can give network {network} and no more. Install the bubblewrap package; `harness-state doctor` in a terminal tells more.",
    },
    "no_temporary": {
        "ko": "TMPDIR, /tmp, /var/tmp, /dev/shm 어디에도 임시 폴더를 만들 수 없어 실행하지 않았습니다. 사람이 그중 하나를 쓸 수 있게 해야 합니다.",
        "en": "nothing ran, because no temporary folder can be made: not in TMPDIR, /tmp, /var/tmp or /dev/shm. A person has to make one of them writable.",
    },
    "workspace_hidden": {
        "ko": "작업 폴더가 숨겨야 할 곳 안에 있어 실행하지 않았습니다: {path}. 프로젝트를 다른 폴더로 옮겨야 합니다.",
        "en": "the working folder lies in a place that has to stay hidden, so nothing ran: {path}. The project has to lie elsewhere.",
    },
    "workspace_too_large": {
        "ko": "workspace에 항목이 {most}개보다 많아 secret을 모두 찾아 숨길 수 없으므로 실행하지 않았습니다: {path}. 사람이 더 작은 폴더에서 `$harness …`로 다시 시작해야 합니다.",
        "en": "nothing ran, because the workspace holds more than {most} entries and its secrets cannot all be found and hidden: {path}. A person has to start again with `$harness …` in a smaller folder.",
    },
    "profile_invalid": {
        "ko": "준비하는 동안 경로가 바뀌어 실행하지 않았습니다: {detail}. 다시 실행하세요.",
        "en": "nothing ran, because a path changed while the run was prepared: {detail}. Run it again.",
    },
    "too_many_rules": {
        "ko": "{engine} 엔진이 이만큼은 숨길 수 없어 실행하지 않았습니다: {detail}. secret이 아닌 것은 사람이 자기 설정의 not_secret에 적을 수 있습니다.",
        "en": "nothing ran, because the engine {engine} cannot hide this much: {detail}. What is no secret, the person can list under not_secret in their own settings.",
    },
    "engine_failed": {
        "ko": "{engine} 엔진이 실패했습니다. 결과는 기록으로 인정되지 않습니다: {detail}. 사람이 터미널에서 `harness-state doctor`로 확인하세요.",
        "en": "the engine {engine} failed, and the result counts for nothing: {detail}. `harness-state doctor` in a terminal tells more.",
    },
    "internal": {
        "ko": "Harness 내부 오류입니다. {report} 사람이 터미널에서 `harness-state doctor`로 확인하세요.",
        "en": "an internal error of Harness. {report} Run `harness-state doctor` in a terminal.",
    },
    # It runs, or has run.
    "waiting": {
        "ko": "이 run의 다른 명령이 아직 실행 중이라 기다립니다.",
        "en": "another command of this run is still running; waiting for its end.",
    },
    "unconfined": {
        "ko": "쓸 수 있는 엔진이 없어 격리 없이(unconfined) 실행합니다 (confinement = best_effort).",
        "en": "no engine can confine it here, so it runs unconfined (confinement = best_effort).",
    },
    "ended": {
        "ko": "실행 중에 승인의 효력이 없어져 명령을 끝냈습니다: {rule} {subject}. 이 실행은 기록으로 인정되지 않습니다.",
        "en": "ended, because no policy in force covers the command any more: {rule} {subject}. This run counts for nothing.",
    },
    "timed_out": {
        "ko": "시간 한도 {seconds}초를 넘어 명령을 끝냈습니다. 한도는 Plan의 limits에서 정합니다.",
        "en": "ended after {seconds} seconds, the limit of wall time. The Plan's limits can set another one.",
    },
    "crowded": {
        "ko": "동시에 {processes}개를 넘는 process가 살아 있어 명령을 끝냈습니다. 한도는 Plan의 limits에서 정합니다.",
        "en": "ended, because more than {processes} processes lived at the same time. The Plan's limits can set another number.",
    },
    "faults": {
        "ko": "명령이 Plan으로도 쓸 수 없는 것을 남겼습니다: {paths}. 쓰기 권한은 회수됩니다. 사람에게 알리세요.",
        "en": "the command left behind what no Plan opens: {paths}. Write authority ends with it; tell the person.",
    },
    "absent": {
        "ko": "참고: 아직 없는 파일은 가두어 실행한 명령이 만들 수 없습니다: {paths}. 만들려면 `폴더/**`가 Plan에 있어야 합니다.",
        "en": "note: a confined command cannot make a file that does not exist yet: {paths}. For that the Plan needs `folder/**`.",
    },
    "without_objects": {
        "ko": "참고: 저장소가 secret을 추적하므로, Harness가 해석하지 못하는 줄에는 git의 object를 숨깁니다. 반복문이나 변수 없이 git 명령만 쓰면 볼 수 있습니다. secret이 아니면 사람이 자기 설정의 not_secret에 적을 수 있습니다.",
        "en": "note: the repository tracks secrets, so a line that Harness does not understand sees none of git's objects. A plain git command, without loops and variables, shows all but the secrets. What is none, the person can list under not_secret in their own settings.",
    },
    "masked": {
        "ko": "참고: secret이라 명령에게 숨긴 것이 있습니다: {paths}. secret이 아니면 사람이 자기 설정의 not_secret에 적을 수 있습니다.",
        "en": "note: hidden from the command as secrets: {paths}. What is none, the person can list under not_secret in their own settings.",
    },
}
