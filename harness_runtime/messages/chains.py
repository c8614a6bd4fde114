"""What a chain says: to the model at each stage, to the person as it goes on, halts and ends. Cold."""

from __future__ import annotations

from harness_runtime.messages.catalog import Table

# Why a chain stands still, and the way on from there.
HALTS: Table = {
    "hop_budget": {"ko": "hop 예산을 다 썼습니다 ({detail}).", "en": "the hop budget is spent ({detail})."},
    "turn_limit": {
        "ko": "host가 한 턴에서 더 이어 가지 않습니다 ({detail}번).",
        "en": "the host goes on no further in one turn ({detail} times).",
    },
    "plan_mode": {
        "ko": "host의 plan mode에서는 chain이 나아가지 않습니다.",
        "en": "in the host's plan mode a chain does not advance.",
    },
    "no_outcome": {
        "ko": "stage가 `Stage result: pass`나 `Stage result: fail`로 끝나지 않았고, {detail}번 일러도 같았습니다.",
        "en": "the stage did not end with `Stage result: pass` or `Stage result: fail`, not after {detail} reminders "
        "either.",
    },
    "stage_failed": {
        "ko": "stage가 실패했고 돌아갈 곳(`on_failure`)이 없습니다.",
        "en": "the stage failed, and its chain has no `on_failure` for it.",
    },
    "unknown_agent": {
        "ko": "`{detail}`에게 넘기려 했지만 그런 agent의 지시문이 없습니다.",
        "en": "it was to be handed to `{detail}`, and nobody has instructions for that agent.",
    },
    "agent_missing": {
        "ko": "agent의 지시문을 쓸 수 없습니다: {detail}.",
        "en": "an agent's instructions cannot be used: {detail}.",
    },
    "gate_failed": {
        "ko": "acceptance gate를 통과하지 못했고 돌아갈 곳(`on_failure`)이 없습니다: {detail}.",
        "en": "the acceptance gate did not pass, and its stage has no `on_failure`: {detail}.",
    },
    "gate_not_run": {
        "ko": "acceptance gate를 실행할 수 없습니다: {detail}. 그래서 통과로 치지 않습니다.",
        "en": "the acceptance gate could not be run: {detail}. So it counts as not passed.",
    },
    "definition_changed": {
        "ko": "chain의 정의가 선택한 뒤에 바뀌었습니다.",
        "en": "the chain's definition is not the one that was selected.",
    },
    "definition_missing": {
        "ko": "`{detail}`이라는 chain이 이제 없습니다.",
        "en": "there is no chain `{detail}` any more.",
    },
    "definition_invalid": {
        "ko": "chain이 있는 설정 파일이 잘못되었습니다: {detail}.",
        "en": "a settings file that holds chains is not valid: {detail}.",
    },
    "untrusted": {
        "ko": "`.harness/guard.json`이 더는 신뢰한 내용이 아닙니다.",
        "en": "`.harness/guard.json` is not the content that was trusted.",
    },
    "workspace_moved": {
        "ko": "이 대화가 chain을 선택한 workspace에 있지 않습니다: {detail}.",
        "en": "this conversation is not in the workspace where the chain was selected: {detail}.",
    },
    "run_held": {"ko": "끝난 run이 이 세션을 붙들고 있습니다.", "en": "a run that has ended holds this session."},
    "run_gate": {"ko": "run이 사람의 대답을 기다립니다.", "en": "the run waits for the person's answer."},
    "interrupted": {"ko": "턴이 끝을 알리지 않고 멈췄습니다.", "en": "the turn was interrupted."},
}
_RESUMES = {"ko": "다음 메시지가 이 stage를 이어 갑니다.", "en": "Your next message goes on at this stage."}
_MENDED = {"ko": "고친 뒤 다시 말하세요.", "en": "Mend that and go on."}
WAYS: Table = {
    "hop_budget": {
        "ko": "다음 메시지가 새 예산으로 이 stage를 이어 갑니다.",
        "en": "Your next message goes on at this stage with a fresh one.",
    },
    "turn_limit": _RESUMES,
    "plan_mode": {
        "ko": "plan mode를 벗어난 다음 메시지가 이 stage를 이어 갑니다.",
        "en": "Your next message outside it goes on at this stage.",
    },
    "no_outcome": _RESUMES,
    "stage_failed": _RESUMES,
    "unknown_agent": _RESUMES,
    "agent_missing": _MENDED,
    "gate_failed": _RESUMES,
    "gate_not_run": _MENDED,
    "definition_changed": {
        "ko": "`$harness:chain {detail}`로 다시 선택하면 첫 stage부터 시작합니다.",
        "en": "Select it again: `$harness:chain {detail}`; it begins at its first stage.",
    },
    "definition_missing": {
        "ko": "`$harness:chain list`로 보고 다시 선택하거나 `$harness:chain stop`.",
        "en": "See `$harness:chain list` and select another, or say `$harness:chain stop`.",
    },
    "definition_invalid": _MENDED,
    "untrusted": {
        "ko": "사람이 터미널에서 `harness-state trust`를 실행한 뒤 다시 말하세요.",
        "en": "Run `harness-state trust` in a terminal and go on.",
    },
    "workspace_moved": {
        "ko": "거기서 이어 가거나 다시 선택하세요.",
        "en": "Go on there, or select it again here.",
    },
    "run_held": {
        "ko": "`$harness …`로 새 run을 시작하거나 `$harness:off`로 끄세요.",
        "en": "Start another with `$harness …`, where the chain goes on, or say `$harness:off`, which deselects it.",
    },
    "run_gate": {"ko": "gate가 chain보다 먼저입니다.", "en": "A gate comes before a chain."},
    "interrupted": _RESUMES,
}

# What is wrong with the file of an agent's instructions.
AGENT_FILES: Table = {
    "outside": {"ko": "프로젝트 밖을 가리킵니다", "en": "leads out of its folder"},
    "not_regular": {"ko": "일반 파일이 아닙니다", "en": "is not a regular file"},
    "too_large": {"ko": "64 KiB보다 큽니다", "en": "is larger than 64 KiB"},
    "unreadable": {"ko": "읽을 수 없습니다", "en": "cannot be read"},
    "form": {
        "ko": "UTF-8이 아니거나, `developer_instructions`가 있는 TOML이 아닙니다",
        "en": "is no UTF-8, or no TOML with `developer_instructions`",
    },
    "empty": {"ko": "지시문이 없습니다", "en": "holds no instructions"},
}

CHAINS: Table = {
    # to a person who commands
    "selected": {
        "ko": "chain `{chain}` ({source})을 이 대화에 선택했습니다: {route}. 다음 메시지가 첫 stage를 시작합니다. hop 예산 {budget}. "
        "끄려면 `$harness:chain stop`.",
        "en": "The chain `{chain}` ({source}) is selected for this conversation: {route}. Your next message starts its "
        "first stage. Hop budget {budget}. `$harness:chain stop` deselects it.",
    },
    "selected_now": {
        "ko": "chain `{chain}` ({source})을 이 대화에 선택했습니다: {route}. hop 예산 {budget}.",
        "en": "The chain `{chain}` ({source}) is selected for this conversation: {route}. Hop budget {budget}.",
    },
    "shadowed": {
        "ko": "같은 이름의 다른 chain({sources})은 가려집니다.",
        "en": "It stands before other chains of this name: {sources}.",
    },
    "ungated": {
        "ko": "acceptance gate를 지금은 실행할 수 없습니다: {why}. 그 stage가 끝나기 전에 고치세요.",
        "en": "An acceptance gate of it could not be run as things are: {why}. Mend that before its stage ends.",
    },
    "unknown": {
        "ko": "`{chain}`이라는 chain이 없습니다. 있는 것: {known}.",
        "en": "There is no chain `{chain}`. There are: {known}.",
    },
    "not_trusted": {
        "ko": "chain `{chain}`은 신뢰되지 않은 `.harness/guard.json`에 있습니다. 내용을 읽고 터미널에서 `harness-state trust`를 실행하세요: "
        "gate는 명령입니다.",
        "en": "The chain `{chain}` is in a `.harness/guard.json` that is not trusted. Read it, then run `harness-state "
        "trust` in a terminal: a gate is a command.",
    },
    "settings": {
        "ko": "chain이 있는 설정 파일이 잘못되었습니다: {fault}.",
        "en": "A settings file that holds chains is not valid: {fault}.",
    },
    "agent_unknown": {
        "ko": "chain `{chain}`의 stage `{agent}`에게 지시문이 없습니다. `.codex/agents/{agent}.toml`이나 `.claude/agents/{agent}.md`를 "
        "만드세요.",
        "en": "Nobody has instructions for the stage `{agent}` of the chain `{chain}`. Make "
        "`.codex/agents/{agent}.toml` or `.claude/agents/{agent}.md`.",
    },
    "agent_file": {
        "ko": "stage `{agent}`의 지시문 파일을 쓸 수 없습니다: {path} ({why}).",
        "en": "The file with the instructions of the stage `{agent}` cannot be used: {path} ({why}).",
    },
    "gate_first": {
        "ko": "run이 사람의 대답을 기다립니다. 먼저 그 질문에 답하세요.",
        "en": "The run waits for an answer. Answer its question first.",
    },
    "held_first": {
        "ko": "끝난 run이 이 세션을 붙들고 있습니다. 먼저 `$harness:off`를 입력하거나 `$harness …`로 새 run을 시작하세요.",
        "en": "A run that has ended holds this session. Say `$harness:off` first, or start another with `$harness …`.",
    },
    "hindered": {"ko": "chain을 선택할 수 없습니다. {why}", "en": "The chain cannot be selected. {why}"},
    "stopped": {
        "ko": "chain `{chain}`의 선택을 풀었습니다. 이 대화는 이제 chain 없이 갑니다.",
        "en": "The chain `{chain}` is deselected. This conversation goes on without one.",
    },
    "stop_nothing": {"ko": "선택된 chain이 없습니다.", "en": "No chain is selected."},
    "stop_unreadable": {
        "ko": "읽을 수 없는 chain 기록을 지웠습니다. 이 대화는 이제 chain 없이 갑니다.",
        "en": "The record of the chain, which could not be read, is gone. This conversation goes on without one.",
    },
    "status_nothing": {
        "ko": "선택된 chain이 없습니다. `$harness:chain list`로 고르고 `$harness:chain NAME`으로 선택하세요.",
        "en": "No chain is selected. `$harness:chain list` shows them, `$harness:chain NAME` selects one.",
    },
    "status_waiting": {
        "ko": "chain `{chain}` ({source}): 선택됨. 다음 메시지가 첫 stage를 시작합니다.",
        "en": "Chain `{chain}` ({source}): selected. Your next message starts its first stage.",
    },
    "status_running": {
        "ko": "chain `{chain}` ({source}): run {run}, stage {stage}/{length} `{agent}`, 남은 hop {left}.",
        "en": "Chain `{chain}` ({source}): run {run}, stage {stage}/{length} `{agent}`, {left} hops left.",
    },
    "status_halted": {
        "ko": "chain `{chain}` ({source}): run {run}, stage {stage}/{length} `{agent}`에서 멈춤 [{halt}]: {why}",
        "en": "Chain `{chain}` ({source}): run {run} stands at stage {stage}/{length} `{agent}` [{halt}]: {why}",
    },
    "status_finished": {
        "ko": "chain `{chain}` ({source}): run {run} 끝남. 다음 메시지가 새 run을 첫 stage부터 시작합니다.",
        "en": "Chain `{chain}` ({source}): run {run} has finished. Your next message starts another at the first stage.",
    },
    "list": {"ko": "chain:", "en": "Chains:"},
    "listed": {"ko": "- `{chain}` ({source}): {route}. {about}", "en": "- `{chain}` ({source}): {route}. {about}"},
    "source_person": {"ko": "내 config.json", "en": "your config.json"},
    "source_project": {"ko": "프로젝트", "en": "the project"},
    "source_untrusted": {"ko": "프로젝트, 신뢰되지 않음", "en": "the project, not trusted"},
    "source_built_in": {"ko": "기본 제공", "en": "built in"},
    "usage": {
        "ko": "`$harness:chain NAME [할 일]`, `list`, `status`, `stop` 중 하나를 입력하세요.",
        "en": "Say `$harness:chain NAME [task]`, or `list`, `status` or `stop` in its place.",
    },
    # to the person, as it goes on
    "goes_on": {
        "ko": "Harness: {title} (hop {hops}/{budget})",
        "en": "Harness: {title} (hop {hops}/{budget})",
    },
    "gate_passed": {"ko": "acceptance gate 통과: {names}.", "en": "Acceptance gate passed: {names}."},
    "reminded": {
        "ko": "Harness: {title} 결과 줄이 없어 다시 일렀습니다 ({nudges}/{most}).",
        "en": "Harness: {title} was reminded of its result line ({nudges}/{most}).",
    },
    "resumed": {
        "ko": "Harness: {title} 이어 갑니다. 멈춘 까닭: {why}",
        "en": "Harness: {title} goes on. It stood because {why}",
    },
    "resumed_plain": {"ko": "Harness: {title} 이어 갑니다.", "en": "Harness: {title} goes on."},
    "not_taken": {
        "ko": "Harness: {title} 이 턴은 host가 시작했으므로 chain이 그 결과를 받지 않았습니다. 다음 메시지가 이 stage를 이어 갑니다.",
        "en": "Harness: {title} did not take this turn's result, because the host began the turn and not you. Your next "
        "message goes on at this stage.",
    },
    "begun": {"ko": "Harness: {title} 시작합니다.", "en": "Harness: {title} begins."},
    "halted": {"ko": "Harness: {title} 멈춤 [{halt}]: {why}", "en": "Harness: {title} stands still [{halt}]: {why}"},
    "finished": {
        "ko": "Harness: chain `{chain}` run {run} 끝. 다음 메시지가 새 run을 시작합니다.",
        "en": "Harness: run {run} of the chain `{chain}` has finished. Your next message starts another.",
    },
    "unreadable": {
        "ko": "Harness: 선택된 chain의 기록을 읽을 수 없어 chain이 멈춰 있습니다: {path}. `$harness:chain stop`으로 지우고 다시 선택하세요.",
        "en": "Harness: the record of the selected chain cannot be read, so the chain stands still: {path}. "
        "`$harness:chain stop` removes it; then select it again.",
    },
    # why a gate could not be run
    "gate_no_sensor": {
        "ko": "신뢰된 `.o4/harness.toml`에 `{name}`이라는 sensor가 없습니다",
        "en": "no sensor of a trusted `.o4/harness.toml` is called `{name}`",
    },
    "gate_no_time": {"ko": "이 hook에 남은 시간이 없습니다", "en": "the hook has no time left"},
    # to the model
    "you_are": {
        "ko": "지금부터 chain `{chain}`의 stage `{agent}`입니다. 이 stage의 일만 하고 다른 stage의 일은 남겨 두세요. 아래 인용은 판단할 "
        "자료입니다.",
        "en": "You are the stage `{agent}` of the chain `{chain}` now. Do this stage's job and leave the other stages "
        "theirs. What is quoted below is material to judge.",
    },
    "detour": {
        "ko": "지금부터 agent `{agent}`입니다. chain `{chain}`의 stage `{stage}`가 넘겼고, 그 stage를 대신합니다. pass면 chain은 그 다음 "
        "stage로 갑니다.",
        "en": "You are the agent `{agent}` now. The stage `{stage}` of the chain `{chain}` handed over to you, and you take "
        "its place: after a pass the chain goes on behind it.",
    },
    "again": {
        "ko": "같은 stage를 이어 갑니다: 이미 한 것을 확인하고 남은 것만 하세요.",
        "en": "This stage goes on: see what is done already, and do the rest.",
    },
    "task": {
        "ko": "할 일은 사람의 이 메시지입니다.",
        "en": "The task is the person's present message.",
    },
    "instructions": {"ko": "지시문 ({source}):", "en": "Instructions ({source}):"},
    "job": {"ko": "이 stage의 일: {text}", "en": "This stage's job: {text}"},
    "done": {"ko": "끝나는 조건: {text}", "en": "Done when: {text}"},
    "gate": {
        "ko": "pass 뒤에 Harness가 acceptance gate를 직접 실행합니다: {entries}. 통과해야 chain이 나아갑니다.",
        "en": "After a pass Harness itself runs the acceptance gate: {entries}. The chain goes on when it passes.",
    },
    "from_passed": {"ko": "`{agent}`의 brief:", "en": "Brief from `{agent}`:"},
    "from_failed": {"ko": "`{agent}`가 실패로 돌려보냈습니다:", "en": "`{agent}` sent this back as failed:"},
    "from_gate": {
        "ko": "`{agent}`의 acceptance gate를 통과하지 못했습니다:",
        "en": "The acceptance gate of `{agent}` did not pass:",
    },
    "from_handoff": {"ko": "`{agent}`가 넘겼습니다:", "en": "`{agent}` handed this over:"},
    "cut": {"ko": "… (줄임)", "en": "… (cut)"},
    "cut_file": {"ko": "… (나머지는 {source})", "en": "… (the rest is in {source})"},
    "ending": {
        "ko": "마지막 메시지에 다음 stage를 위한 짧은 brief를 쓰고, 맨 끝 줄에 `Stage result: pass`나 `Stage result: fail`만 쓰세요. 다른 "
        "agent가 이어야 하면 그 위에 `Handoff: AGENT` 줄을 쓰세요. 남은 hop: {left}.",
        "en": "End your last message with a short brief for the next stage and, alone on the last line, "
        "`Stage result: pass` or `Stage result: fail`. When another agent should go on, put `Handoff: AGENT` on a "
        "line of its own above it. Hops left: {left}.",
    },
    "planning": {
        "ko": "run이 계획 중입니다: Plan을 그 규칙대로, 질문을 맨 끝 줄에 두어 보이고 결과 줄은 쓰지 마세요. 이 stage는 사람이 답한 뒤에 이어집니다.",
        "en": "The run is planning: show its Plan in the form that it asks for, the question last and no result line. This "
        "stage goes on after the person's answer.",
    },
    "in_a_run": {
        "ko": "run의 gate와 경계가 그대로 적용됩니다. 이 턴에서는 Plan, Implementation Summary, Completion Report를 보이지 마세요: 이어진 "
        "턴의 artifact는 읽히지 않습니다.",
        "en": "The run's gates and boundary hold. Show no Plan, Implementation Summary or Completion Report in this "
        "turn: an artifact in a continued turn is not read.",
    },
    "remind_no_outcome": {
        "ko": "이 stage가 어떻게 끝났는지 알 수 없습니다. 남은 일을 마치고, 맨 끝 줄에 `Stage result: pass`나 `Stage result: fail`만 쓰세요. 끝내지 "
        "못했으면 `fail`입니다.",
        "en": "This stage has not said how it ended. Finish what is left and put `Stage result: pass` or "
        "`Stage result: fail` alone on the last line. What is not finished is a `fail`.",
    },
    "remind_unknown_agent": {
        "ko": "Handoff가 가리킨 agent의 지시문이 없습니다. 이 chain의 agent: {agents}. 다른 이름을 쓰거나 결과 줄로 끝내세요.",
        "en": "Nobody has instructions for the agent that the handoff names. The agents of this chain are {agents}. Name "
        "another one, or end with a result line.",
    },
    # to the model that verifies a turn's end
    "verify_stage": {
        "ko": "이 턴은 chain `{chain}`의 stage {stage}/{length} `{agent}`입니다. 전체 요청이 아니라 이 stage의 일만 보세요: 다른 stage의 일은 "
        "빠진 것이 아닙니다.",
        "en": "This turn is stage {stage}/{length} `{agent}` of the chain `{chain}`. Judge this stage's job, not the whole "
        "request: what belongs to another stage is not missing.",
    },
    # at a session's start
    "start_waiting": {
        "ko": "Harness: 이 대화에 chain `{chain}`이 선택되어 있습니다 (fork에는 없습니다). 다음 메시지가 첫 stage를 시작합니다.",
        "en": "Harness: the chain `{chain}` is selected in this conversation, and in no fork of it. Your next message "
        "starts its first stage.",
    },
    "start_stands": {
        "ko": "Harness: 이 대화에 chain `{chain}`이 선택되어 있고 (fork에는 없습니다) run {run}이 stage {stage}/{length} `{agent}`에 "
        "있습니다. 다음 메시지가 거기서 이어 갑니다.",
        "en": "Harness: the chain `{chain}` is selected in this conversation, and in no fork of it. Its run {run} stands at "
        "stage {stage}/{length} `{agent}`; your next message goes on there.",
    },
}
