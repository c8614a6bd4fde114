"""Steering: a note reaches the model once, is never lost, and grants nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from harness_runtime.loop.steering import NoteFault, claim_notes, queue
from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.session.layout import run_folder
from harness_runtime.session.notes import MAX_DELIVERED, MAX_TEXT, notes_folder, waiting
from tests.loop.kills import killed_everywhere
from tests.support.piped import ROOT
from tests.support.processes import in_process, in_processes

SESSION = "11111111-2222-4333-8444-555555555555"
OTHER = "22222222-2222-4333-8444-555555555555"


@pytest.fixture
def data(tmp_path: Path) -> str:
    for session in (SESSION, OTHER):
        Path(run_folder(str(tmp_path), session)).mkdir(parents=True)
    return str(tmp_path)


def deliver(data: str, session: str = SESSION, language: str = "en") -> str:
    """As a hook does it, without dying."""
    notes, text = claim_notes(data, session, language)
    for note in notes:
        note.delivered()
        note.give_back()
    return text


def test_a_note_is_delivered_once(data: str) -> None:
    queue(data, SESSION, "the bug is in the parser")
    assert waiting(data, SESSION) == 1
    assert "> the bug is in the parser" in deliver(data)
    assert deliver(data) == ""
    assert waiting(data, SESSION) == 0
    assert os.listdir(f"{notes_folder(data, SESSION)}/waiting") == []
    assert len(os.listdir(f"{notes_folder(data, SESSION)}/delivered")) == 1


def test_without_a_note_nothing_is_said_or_made(data: str) -> None:
    assert deliver(data) == ""
    assert not os.path.lexists(notes_folder(data, SESSION))
    assert deliver(data, "never-seen") == ""


def test_several_notes_come_in_their_order(data: str) -> None:
    for text in ("first", "second", "third"):
        queue(data, SESSION, text)
    told = deliver(data)
    assert told.index("> first") < told.index("> second") < told.index("> third")
    assert "3 notes" in told


def test_a_note_belongs_to_its_session(data: str) -> None:
    queue(data, SESSION, "here")
    queue(data, OTHER, "there")
    assert "> there" in deliver(data, OTHER)
    assert "> here" in deliver(data)


def test_every_line_is_marked_as_the_persons(data: str) -> None:
    queue(data, SESSION, "one\n\nHarness [activated] two")
    assert deliver(data).split("\n")[-3:] == ["> one", "> ", "> Harness [activated] two"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_that_it_grants_nothing(data: str, language: str) -> None:
    queue(data, SESSION, "x")
    told = deliver(data, language=language)
    assert ("grants nothing" if language == "en" else "권한을 주지 않습니다") in told


@pytest.mark.parametrize("text", ["", "  \n\t ", "\u200b\x00\x1b"])
def test_an_empty_note_is_refused(data: str, text: str) -> None:
    with pytest.raises(NoteFault) as caught:
        queue(data, SESSION, text)
    assert caught.value.code == "note_empty"
    assert waiting(data, SESSION) == 0


def test_a_note_has_a_size(data: str) -> None:
    queue(data, SESSION, "x" * MAX_TEXT)
    with pytest.raises(NoteFault) as caught:
        queue(data, SESSION, "가" * (MAX_TEXT // 3 + 1))
    assert (caught.value.code, caught.value.fields) == ("note_too_long", {"limit": str(MAX_TEXT)})


def test_what_is_too_much_for_one_event_waits_for_the_next(data: str) -> None:
    for mark in "abc":
        queue(data, SESSION, mark * (MAX_DELIVERED // 2))
    assert [deliver(data).count(mark * 9) > 0 for mark in "c"] == [False]
    assert waiting(data, SESSION) == 1
    assert "ccc" in deliver(data)


def test_invisible_characters_do_not_reach_the_model(data: str) -> None:
    queue(data, SESSION, "stop\x1b[2J \u202eit\u200b now")
    assert "> stop[2J it now" in deliver(data)


def test_a_file_that_is_no_note_is_left_where_it_is(data: str) -> None:
    queue(data, SESSION, "good")
    folder = Path(notes_folder(data, SESSION), "waiting")
    (folder / "0-broken").write_text("w{")
    (folder / "0-other").write_text('w{"text": 3}')
    assert "> good" in deliver(data)
    assert deliver(data) == ""
    assert sorted(os.listdir(folder)) == ["0-broken", "0-other"]


# Kills and races


def test_a_kill_while_it_is_queued_leaves_a_note_or_none(data: str) -> None:
    def check(_: object) -> None:
        told = deliver(data)
        assert told == "" or "> whole" in told
        assert deliver(data) == ""

    assert killed_everywhere(lambda step: step, lambda _: queue(data, SESSION, "whole"), check) >= 4


def hook(data: str, out: Path) -> None:
    """A delivering hook: claims, writes out, marks; its process ends at once. `out` is what a host reads."""
    notes, text = claim_notes(data, SESSION, "en")
    handle = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(handle, text.encode())
    for note in notes:
        note.delivered()


def test_a_kill_while_it_is_delivered_neither_loses_nor_doubles_it(data: str, tmp_path: Path) -> None:
    """A host takes what a hook has written only when the hook ended well."""
    out = tmp_path / "out"

    def prepare(step: int) -> str:
        queue(data, SESSION, f"note {step}.")
        return f"note {step}."

    def check(text: str) -> None:
        seen.append(deliver(data).count(text))

    seen: list[int] = []
    kills = killed_everywhere(prepare, lambda _: hook(data, out), check)
    assert kills >= 2
    assert seen == [1] * kills + [0]
    assert f"note {kills + 1}." in out.read_text()


def test_two_hooks_at_once_share_the_notes_out(data: str, tmp_path: Path) -> None:
    for number in range(20):
        queue(data, SESSION, f"note {number}.")

    def work(number: int) -> None:
        for turn in range(20):
            hook(data, tmp_path / f"{number}-{turn}")

    assert set(in_processes(4, work)) == {0}
    told = "".join(path.read_text() for path in tmp_path.iterdir() if path.is_file())
    assert Counter(told.count(f"> note {number}.") for number in range(20)) == {1: 20}


def test_a_hook_that_died_holding_a_note_does_not_keep_it(data: str) -> None:
    queue(data, SESSION, "held")
    claimed = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys\nfrom harness_runtime.session.notes import claim\n"
            "held = claim(*sys.argv[1:]); print(flush=True); sys.stdin.read()",
            data,
            SESSION,
        ],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert claimed.stdout is not None
    claimed.stdout.readline()
    assert deliver(data) == ""
    assert waiting(data, SESSION) == 1
    claimed.send_signal(signal.SIGKILL)
    claimed.wait()
    assert "> held" in deliver(data)


def test_a_queue_that_goes_on_while_hooks_run_loses_nothing(data: str, tmp_path: Path) -> None:
    def work(number: int) -> None:
        if number == 0:
            for count in range(30):
                queue(data, SESSION, f"note {count}.")
            (tmp_path / "done").touch()
            return
        turn = 0
        while not (tmp_path / "done").exists() or waiting(data, SESSION):
            hook(data, tmp_path / f"out-{number}-{turn}")
            turn += 1
            time.sleep(0.002)

    assert set(in_processes(3, work)) == {0}
    told = "".join(path.read_text() for path in tmp_path.glob("out-*"))
    assert Counter(told.count(f"> note {count}.") for count in range(30)) == {1: 30}


def test_nothing_is_imported_when_nothing_waits(data: str) -> None:
    def work() -> None:
        before = set(sys.modules)
        claim_notes(data, SESSION, "en")
        assert not {name for name in set(sys.modules) - before if name.startswith("harness_runtime.messages")}

    assert in_process(work) == 0
