"""Words that an agent has scheduled are told from the person's, as far as transcript and the host know them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.session.scheduled import is_scheduled

WORDS = "$harness:goal resume"


def call(tool: str, **given: object) -> str:
    content = [{"type": "text", "text": "I wait."}, {"type": "tool_use", "id": "c", "name": tool, "input": given}]
    return json.dumps({"type": "assistant", "message": {"role": "assistant", "content": content}})


@pytest.mark.parametrize(
    ("line", "scheduled"),
    [
        (call("CronCreate", cron="* * * * *", prompt=f"{WORDS}\n"), True),
        (call("ScheduleWakeup", delaySeconds=60, prompt=WORDS), True),
        (call("CronCreate", cron="* * * * *", prompt="go on"), False),
        (call("Agent", prompt=WORDS), False),
        (json.dumps({"type": "user", "message": {"content": f'"CronCreate" {WORDS}'}}), False),
        ('{"CronCreate"', False),
        ("", False),
    ],
)
def test_what_the_transcript_tells(tmp_path: Path, line: str, scheduled: bool) -> None:
    (tmp_path / "t.jsonl").write_text(f"{{}}\n{line}\n{{}}\n", "utf-8")
    assert is_scheduled(WORDS, str(tmp_path), str(tmp_path / "t.jsonl")) is scheduled


@pytest.mark.parametrize(
    ("text", "scheduled"),
    [
        (json.dumps({"tasks": [{"id": "1", "prompt": WORDS}]}), True),
        (json.dumps([{"prompt": WORDS}]), True),
        (json.dumps({"tasks": [{"prompt": "go on"}, "x"]}), False),
        ("{", False),
        ("1", False),
    ],
)
def test_what_the_hosts_file_tells(tmp_path: Path, text: str, scheduled: bool) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/scheduled_tasks.json").write_text(text, "utf-8")
    assert is_scheduled(WORDS, str(tmp_path), "") is scheduled
