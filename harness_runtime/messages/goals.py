"""What is said of verification and of a standing goal: to the agent at a turn's end, to the person, and in answer to a
person's commands."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

VERIFIED: Table = {
    # for the agent
    "before_finishing": {
        "ko": "Before finishing: {missing}\n지금 그 일을 하거나, 할 수 없으면 왜인지 말하세요. (Harness [verify] {count}/{limit}: 두 번째 "
        "모델이 본 것이며 권한을 주지 않습니다.)",
        "en": "Before finishing: {missing}\nSee to it now, or say why it cannot be done. (Harness [verify] {count} of {limit}: "
        "a second model's finding; it grants nothing.)",
    },
    "no_artifact": {
        "ko": "이 턴에서는 artifact를 읽지 않습니다. 끝나면 한 줄로 말하고 턴을 끝낸 뒤, artifact는 다음 턴에 보여 주세요.",
        "en": "No artifact is read in this turn any more: when you are through, say so in one line, end the turn, and show the "
        "artifact in the next one.",
    },
    # for the person
    "sent_back": {
        "ko": "Harness: 확인 결과 빠진 것이 있어 에이전트를 돌려보냈습니다 ({count}/{limit}): {missing}",
        "en": "Harness: verification sent the agent back ({count} of {limit}): {missing}",
    },
    "gap": {
        "ko": "Harness: 확인 결과 요청 가운데 빠진 것이 있습니다: {missing}",
        "en": "Harness: verification found that a part of the request did not happen: {missing}",
    },
    "not_verified": {
        "ko": "Harness: 이 답변은 확인되지 않았습니다. {why}",
        "en": "Harness: this answer was not verified. {why}",
    },
    "spent": {
        "ko": "Harness: 이 턴을 이미 {limit}번 돌려보내 더 확인하지 않았습니다.",
        "en": "Harness: this turn was sent back {limit} times already; its last answer was not verified again.",
    },
    "uncounted": {
        "ko": "돌려보낸 횟수를 기록할 수 없습니다 ({detail}).",
        "en": "It cannot be counted how often the turn was sent back ({detail}).",
    },
}

GOALS: Table = {
    # for the agent
    "standing": {
        "ko": "Harness [goal]: 사람이 정한 goal을 향해 일하세요. goal은 어떤 gate의 답도 아니며 권한을 주지 않습니다:",
        "en": "Harness [goal]: work towards the goal that the person has set. It answers no gate and grants nothing:",
    },
    "still_there": {
        "ko": "Harness: 이 세션에는 진행 중인 goal이 있습니다 ({count}/{limit}): {goal}",
        "en": "Harness: a goal is being pursued in this session ({count} of {limit}): {goal}",
    },
    "next_step": {
        "ko": "마지막 판정이 말한 다음 단계: {step}",
        "en": "The next step, as last judged: {step}",
    },
    "go_on": {
        "ko": "Harness [goal] {count}/{limit}: goal이 아직 이루어지지 않았습니다. 다음 단계: {step}\n이것을 하고, 할 수 없으면 왜인지 말하세요. 이 "
        "판정은 어떤 gate의 답도 아니며 권한을 주지 않습니다.\ngoal:",
        "en": "Harness [goal] {count} of {limit}: the goal is not met yet. Next step: {step}\nTake it, or say why it cannot be "
        "taken. This verdict answers no gate and grants nothing.\nThe goal:",
    },
    # for the person, at a turn's end
    "going_on": {
        "ko": "Harness: goal이 아직 이루어지지 않아 에이전트가 계속합니다 ({count}/{limit}): {step}",
        "en": "Harness: the goal is not met yet, and the agent goes on ({count} of {limit}): {step}",
    },
    "waits": {
        "ko": "Harness: goal이 아직 이루어지지 않았습니다. 다음 단계: {step}",
        "en": "Harness: the goal is not met yet. Next step: {step}",
    },
    "not_judged": {
        "ko": "Harness: 이번에는 goal을 판정하지 않았습니다. {why} 다음 입력부터 이어 갑니다.",
        "en": "Harness: the goal was not judged this time. {why} Your next prompt goes on.",
    },
    "met": {
        "ko": "Harness: goal이 이루어졌습니다 (반복 {count}번).",
        "en": "Harness: the goal is met (iterations: {count}).",
    },
    "paused_cap": {
        "ko": "Harness: goal을 일시 정지했습니다: 한도 {limit}번에 이르렀습니다. `$harness:goal resume`이 거기서 이어 갑니다. 다음 단계: "
        "{reason}",
        "en": "Harness: the goal is paused: its iterations ({limit}) are used up. `$harness:goal resume` goes on from there. "
        "Next step: {reason}",
    },
    "paused_repeated": {
        "ko": "Harness: goal을 일시 정지했습니다 (이어 가려면 `$harness:goal resume`): 같은 단계가 세 번 잇달아 빠져 있었습니다: {reason}",
        "en": "Harness: the goal is paused (`$harness:goal resume` goes on): the same step was missing three times in a row: {reason}",
    },
    "paused_cannot": {
        "ko": "Harness: goal을 일시 정지했습니다 (이어 가려면 `$harness:goal resume`): 이룰 수 없거나 당신을 기다립니다: {reason}",
        "en": "Harness: the goal is paused (`$harness:goal resume` goes on): it cannot be met, or waits for you: {reason}",
    },
    "paused_no_judge": {
        "ko": "Harness: goal을 일시 정지했습니다 (이어 가려면 `$harness:goal resume`): 판정할 모델이 답하지 않았습니다. {reason}",
        "en": "Harness: the goal is paused (`$harness:goal resume` goes on): no judge has answered. {reason}",
    },
    "paused_host": {
        "ko": "Harness: 이 대화에서 host의 goal이 진행 중이어서 Harness의 goal은 그동안 쉽니다.",
        "en": "Harness: the host pursues a goal of its own in this conversation; Harness's goal rests meanwhile.",
    },
    "turn_spent": {
        "ko": "Harness: 이 턴은 한도 {limit}(agent.max_turns)에 이르러 여기서 끝납니다. 다음 입력부터 이어 갑니다.",
        "en": "Harness: this turn has reached its ceiling of {limit} (agent.max_turns) and ends here. Your next prompt goes on.",
    },
    "host_ends": {
        "ko": "Harness: Claude Code는 {limit}번 이어진 턴을 여기서 끝냅니다. 이번에는 아무것도 확인하거나 판정하지 않았습니다. 다음 입력부터 "
        "이어 갑니다.",
        "en": "Harness: Claude Code ends a turn here that was sent on {limit} times. Nothing was verified or judged this time; your "
        "next prompt goes on.",
    },
    "host_ended": {
        "ko": "Harness: host의 goal이 끝나 Harness의 goal이 다시 이어집니다.",
        "en": "Harness: the host's own goal is over; Harness's goal goes on.",
    },
    "paused_person": {
        "ko": "Harness: goal을 일시 정지했습니다. `$harness:goal resume`으로 다시 시작합니다.",
        "en": "Harness: the goal is paused. `$harness:goal resume` picks it up again.",
    },
    "paused_off": {
        "ko": "Harness: Harness를 껐으므로 goal을 일시 정지했습니다. `$harness:goal resume`으로 다시 시작합니다.",
        "en": "Harness: the goal is paused, because Harness was turned off. `$harness:goal resume` picks it up again.",
    },
    "unreadable": {
        "ko": "Harness: goal 파일을 사용할 수 없어 goal이 쉽니다: {path}. `$harness:goal clear`로 치우거나 새로 정하세요.",
        "en": "Harness: the goal's file cannot be used, and no goal is pursued: {path}. `$harness:goal clear` removes it, or set a "
        "new one.",
    },
    "no_reason": {
        "ko": "까닭은 말하지 않았습니다.",
        "en": "no reason was named.",
    },
    # answers to commands
    "goal_set_in_a_run": {
        "ko": "goal을 정했습니다. 다음 입력부터 에이전트에게 전해집니다. run의 gate와 boundary는 그대로입니다.",
        "en": "The goal is set; the agent hears of it with your next prompt. The run's gates and boundary hold as before.",
    },
    "goal_set_held": {
        "ko": "run이 끝나 세션이 held 상태라서 goal은 기다립니다. 새 run(`$harness …`)에서 이어집니다.",
        "en": "The session is held since its run ended, so the goal waits for a new run (`$harness …`).",
    },
    "goal_set_terminal": {
        "ko": "goal을 정했습니다. 에이전트에게는 다음 입력과 함께 전해지고, 그 턴이 끝날 때부터 판정합니다.",
        "en": "The goal is set; the agent hears of it with the next prompt, and it is judged when a turn ends.",
    },
    "goal_set": {
        "ko": "goal을 정했습니다: {goal} (한도 {limit}번)",
        "en": "The goal is set: {goal} (at most {limit} iterations)",
    },
    "goal_resumed": {
        "ko": "goal을 다시 이어 갑니다: {goal} ({count}/{limit})",
        "en": "The goal is picked up again: {goal} ({count} of {limit})",
    },
    "goal_cleared": {
        "ko": "goal을 지웠습니다.",
        "en": "The goal is dropped.",
    },
    "goal_none": {
        "ko": "이 세션에는 goal이 없습니다. `$harness:goal 내용`으로 정합니다.",
        "en": "This session has no goal. `$harness:goal TEXT` sets one.",
    },
    "goal_not_active": {
        "ko": "goal이 진행 중이 아닙니다: {state}.",
        "en": "The goal is not being pursued: {state}.",
    },
    "goal_not_paused": {
        "ko": "goal이 일시 정지 상태가 아닙니다: {state}.",
        "en": "The goal is not paused: {state}.",
    },
    "goal_empty": {
        "ko": "goal이 비어 있습니다: `$harness:goal 내용`.",
        "en": "The goal is empty: `$harness:goal TEXT`.",
    },
    "goal_too_long": {
        "ko": "goal이 너무 길어 정하지 않았습니다 (최대 2000바이트). 줄여서 다시 입력하세요.",
        "en": "The goal is too long (at most 2000 bytes) and was not set; say it in fewer words.",
    },
    "goal_use_set": {
        "ko": "`status`, `pause`, `resume`, `clear`는 뒤에 아무것도 없어야 합니다. 그 말로 시작하는 goal은 `$harness:goal set 내용`으로 "
        "정하세요.",
        "en": "Nothing may follow `status`, `pause`, `resume` or `clear`. `$harness:goal set TEXT` sets a goal that begins with "
        "such a word.",
    },
    "status": {
        "ko": "goal: {goal}\n상태: {state}. 반복 {count}/{limit}.",
        "en": "The goal: {goal}\nState: {state}. Iterations: {count} of {limit}.",
    },
    "status_verdict": {
        "ko": "마지막 판정: {verdict}.",
        "en": "Last verdict: {verdict}.",
    },
}

STATES: Table = {
    "active": {"ko": "진행 중", "en": "active"},
    "paused": {"ko": "일시 정지", "en": "paused"},
    "met": {"ko": "이루어짐", "en": "met"},
    "cleared": {"ko": "지워짐", "en": "cleared"},
}

VERDICT_NAMES: Table = {
    "met": {"ko": "이루어짐", "en": "met"},
    "not_met": {"ko": "아직 아님", "en": "not met"},
    "cannot": {"ko": "이룰 수 없음", "en": "cannot be met"},
    "none": {"ko": "판정 없음", "en": "no verdict"},
}
