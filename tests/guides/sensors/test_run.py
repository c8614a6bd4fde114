"""Sensors as real processes: outcomes, time, the end of every child, output, retries, deadlines, progress."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness_runtime.guides.document import Sensor
from harness_runtime.guides.sensors.launch import CannotStart, Invocation, unconfined
from harness_runtime.guides.sensors.result import Outcome, Report, Result
from harness_runtime.guides.sensors.run import run_sensors

PATIENCE = 30.0


def sensor(command: str, name: str = "S", **keys: object) -> Sensor:
    return Sensor.model_validate({"name": name, "command": command, **keys})


def run(project: Path, *sensors: Sensor, **options: object) -> Report:
    return run_sensors(sensors, project, unconfined, **options)  # type: ignore[arg-type]


def one(project: Path, command: str, **keys: object) -> Result:
    [result] = run(project, sensor(command, **keys)).results
    return result


def is_gone(pid: int) -> bool:
    """Ended, reaped or not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_until_gone(pid: int) -> None:
    until = time.monotonic() + PATIENCE
    while not is_gone(pid):
        assert time.monotonic() < until, f"{pid} lives"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("command", "outcome", "code"),
    [
        ("true", Outcome.PASSED, 0),
        ("exit 3", Outcome.FAILED, 3),
        ("no-such-program-at-all", Outcome.FAILED, 127),
        ("kill -9 $$", Outcome.FAILED, 137),
        ("[[ a == a ]]", Outcome.PASSED, 0),  # bash, not sh
        ("false | true", Outcome.PASSED, 0),
        ("if", Outcome.FAILED, 2),
    ],
)
def test_it_passes_when_bash_exits_with_0(tmp_path: Path, command: str, outcome: Outcome, code: int) -> None:
    result = one(tmp_path, command)
    assert (result.outcome, result.exit_code, result.attempts, result.engine) == (outcome, code, 1, "unconfined")


def test_it_runs_in_the_project_without_input(tmp_path: Path) -> None:
    assert one(tmp_path, "pwd -P; cat").tail == (os.path.realpath(tmp_path),)


def test_no_start_up_file_of_bash_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rc").write_text("echo noise")
    monkeypatch.setenv("BASH_ENV", str(tmp_path / "rc"))
    assert one(tmp_path, "echo clean").tail == ("clean",)


def test_a_time_limit_ends_the_whole_process_group(tmp_path: Path) -> None:
    result = one(tmp_path, "sleep 300 & echo $!; sleep 301 & echo $!; wait", timeout_secs=1)
    assert (result.outcome, result.exit_code) == (Outcome.TIMED_OUT, None)
    assert 1 <= result.seconds < PATIENCE
    for pid in map(int, result.tail):
        wait_until_gone(pid)


def test_a_process_that_ignores_the_polite_signal_ends_too(tmp_path: Path) -> None:
    result = one(tmp_path, "trap '' TERM; echo $$; while :; do sleep 0.1; done", timeout_secs=1)
    assert result.outcome is Outcome.TIMED_OUT
    wait_until_gone(int(result.tail[0]))


def test_what_a_passed_sensor_leaves_running_ends_with_it(tmp_path: Path) -> None:
    result = one(tmp_path, "sleep 300 & echo $!")
    assert (result.outcome, result.seconds < PATIENCE) == (Outcome.PASSED, True)
    wait_until_gone(int(result.tail[0]))


def test_a_closed_output_is_no_end(tmp_path: Path) -> None:
    assert one(tmp_path, "exec >&- 2>&-; sleep 1; exit 4").exit_code == 4


@pytest.mark.parametrize(
    ("command", "tail"),
    [
        ("true", ()),
        ("seq 41", tuple(map(str, range(2, 42)))),
        ("printf 'a\\r\\nb'", ("a", "b")),
        ("echo out; echo err >&2", ("out", "err")),
        ("printf '\\xff\\n'", ("�",)),
    ],
)
def test_the_last_40_lines_are_kept(tmp_path: Path, command: str, tail: tuple[str, ...]) -> None:
    assert one(tmp_path, command).tail == tail


def test_a_flood_of_output_is_read_to_its_end_and_not_kept(tmp_path: Path) -> None:
    result = one(tmp_path, "head -c 20000000 /dev/zero | tr '\\0' x; exit 1")
    assert (result.exit_code, len(result.tail), len(result.tail[0])) == (1, 1, 16 * 1024)


def test_runs_side_by_side_do_not_mix_their_output(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(f"#!/bin/sh\nfor i in 1 2 3 4 5; do echo {name}$i; sleep 0.05; done\n")
        (tmp_path / name).chmod(0o755)
    report = run(tmp_path, sensor("./a", "A"), sensor("./b", "B"))
    assert [result.tail for result in report.results] == [tuple(f"{name}{i}" for i in range(1, 6)) for name in "ab"]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor runs one sensor at a time")
def test_sensors_of_different_programs_run_at_the_same_time(tmp_path: Path) -> None:
    """Each waits for the other: one after the other would never end."""
    meet = "#!/bin/sh\ntouch {}.here\nwhile ! [ -e {}.here ]; do sleep 0.02; done\n"
    for name, other in ("ab", "ba"):
        (tmp_path / name).write_text(meet.format(name, other))
        (tmp_path / name).chmod(0o755)
    report = run(tmp_path, sensor("./a", "A", timeout_secs=60), sensor("./b", "B", timeout_secs=60))
    assert report.passed


def test_sensors_of_one_program_run_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("#!/bin/sh\nmkdir busy || exit 9\nsleep 0.2\nrmdir busy\n")
    (tmp_path / "tool").chmod(0o755)
    assert run(tmp_path, sensor("./tool a", "A"), sensor("./tool b", "B")).passed


def test_a_retry_counts_and_the_last_attempt_is_the_result(tmp_path: Path) -> None:
    command = "echo x >> count; test $(wc -l < count) -ge 3"
    [result] = run(tmp_path, sensor(command), retries=2).results
    assert (result.outcome, result.attempts) == (Outcome.PASSED, 3)


@pytest.mark.parametrize(("retries", "attempts"), [(0, 1), (1, 2), (3, 4)])
def test_there_are_no_more_attempts_than_retries_allow(tmp_path: Path, retries: int, attempts: int) -> None:
    [result] = run(tmp_path, sensor("echo x >> count; false"), retries=retries).results
    assert (result.attempts, len((tmp_path / "count").read_text().split())) == (attempts, attempts)


def test_a_passed_sensor_is_not_run_again(tmp_path: Path) -> None:
    run(tmp_path, sensor("echo x >> count"), retries=3)
    assert (tmp_path / "count").read_text() == "x\n"


def test_after_the_deadline_nothing_begins(tmp_path: Path) -> None:
    report = run(tmp_path, sensor("touch begun"), deadline=time.monotonic())
    assert [(result.outcome, result.why) for result in report.results] == [(Outcome.NOT_STARTED, "deadline")]
    assert not (tmp_path / "begun").exists()


def test_the_deadline_ends_what_runs_and_what_waits_does_not_begin(tmp_path: Path) -> None:
    sensors = [sensor("sleep 300", "long", blocking=True), sensor("sleep 301", "waiting")]
    report = run(tmp_path, *sensors, deadline=time.monotonic() + 1, retries=5)
    assert [result.outcome for result in report.results] == [Outcome.TIMED_OUT, Outcome.NOT_STARTED]
    assert report.results[0].attempts == 1


def test_blocking_sensors_use_the_time_first_and_results_keep_the_order(tmp_path: Path) -> None:
    sensors = [sensor("sleep 300", "later"), sensor("true", "first", blocking=True)]
    report = run(tmp_path, *sensors, deadline=time.monotonic() + 2)
    assert [(result.sensor.name, result.passed) for result in report.results] == [("later", False), ("first", True)]


def test_a_sensor_without_a_changed_file_is_left_out(tmp_path: Path) -> None:
    report = run(tmp_path, sensor("true", "A", paths=["docs/**"]), sensor("true", "B"), changed=["src/a.py"])
    assert [result.sensor.name for result in report.results] == ["B"]
    assert [left.sensor.name for left in report.left_out] == ["A"]


@pytest.mark.parametrize(
    ("fault", "why", "detail"),
    [
        (CannotStart("no_engine"), "no_engine", ""),
        (Invocation(("/no/such/program",), {}), "cannot_start", "No such file or directory"),
    ],
)
def test_what_cannot_start_is_not_started_and_blocks(
    tmp_path: Path, fault: CannotStart | Invocation, why: str, detail: str
) -> None:
    def launch(_command: str, _project: Path) -> Invocation:
        if isinstance(fault, CannotStart):
            raise fault
        return fault

    report = run_sensors([sensor("true", blocking=True)], tmp_path, launch, retries=3)
    assert [(r.outcome, r.why, r.detail, r.attempts) for r in report.results] == [
        (Outcome.NOT_STARTED, why, detail, 0)
    ]
    assert report.blocking == report.results


@pytest.mark.parametrize(("blocking", "stands"), [(True, 1), (False, 0)])
def test_only_a_blocking_sensor_stands_in_the_way(tmp_path: Path, blocking: bool, stands: int) -> None:
    report = run(tmp_path, sensor("false", blocking=blocking))
    assert (len(report.blocking), report.passed) == (stands, False)


class Seen:
    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def planned(self, sensors: Sequence[Sensor]) -> None:
        self.calls.append(("planned", len(sensors)))

    def started(self, sensor: Sensor, attempt: int) -> None:
        self.calls.append(("started", sensor.name, attempt))

    def ended(self, result: Result) -> None:
        self.calls.append(("ended", result.sensor.name, result.outcome.value))


def test_an_observer_sees_each_step_and_the_library_prints_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    seen = Seen()
    run(tmp_path, sensor("echo x; false", "S"), retries=1, observer=seen)
    assert seen.calls == [("planned", 1), ("started", "S", 1), ("started", "S", 2), ("ended", "S", "failed")]
    assert capfd.readouterr() == ("", "")


def test_an_interrupt_ends_what_runs(tmp_path: Path) -> None:
    """As Ctrl-C in a terminal; a later attempt or sensor does not begin."""
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "pid").exists() and time.monotonic() < until:
            time.sleep(0.02)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, sensor("echo $$ > new; mv new pid; sleep 300", "A"), sensor("a; touch later", "B"), retries=3)
    wait_until_gone(int((tmp_path / "pid").read_text()))
    assert not (tmp_path / "later").exists()
