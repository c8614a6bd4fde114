"""Repetition and the limits of a turn: told once, then stopped (contract: Loop guards). Hot.

Three identical calls and the model is told; six and the turn stops. A change in between starts the count again,
because an edit-and-test loop is no repetition; a change does not excuse its own repetition.
"""

from __future__ import annotations

from harness_runtime.session.counters import CALL, CHANGE, DENIED, END, FINGERPRINT, POLL, STOP, Event, TurnFile

SAME_BATCH_SECONDS = 2  # calls of one model reply start together; a call whose end no hook saw must not hide the next

REPEATED, WRAP_UP = "repeated", "wrap_up"  # advice
STOPPED, TURN_STOPPED, SPENT = "repeated_stop", "turn_stopped", "turns_spent"  # denials

# Defaults, for a state that does not hold them.
REPEAT_LIMIT = 3  # identical calls before the model is told
MAX_TURNS = 200  # batches of calls in a turn
MAX_TOOL_CALLS = 32  # calls of a turn before the model is told to come to an end

# Calls that only wait, or ask how far something is: asking again is no repetition.
POLLS = frozenset(
    (
        "wait_agent",
        "multi_agent_v1wait_agent",
        "collaborationwait_agent",
        "list_agents",
        "collaborationlist_agents",
        "TaskOutput",
        "TaskGet",
        "TaskList",
        "BashOutput",
        "Monitor",
        "CronList",
        "get_goal",
        "clocksleep",
        "clockcurr_time",
        "write_stdin",  # how Codex asks a running command for more output
    )
)
WAITING_PROGRAMS = ("sleep", "wait")  # as a command's first word
LOOKING_PROGRAMS = ("tail", "head", "cat", "ls", "ps", "jobs", "grep", "wc", "stat", "test")  # behind one of those


class Limits:
    """Positive numbers; at twice `repeat_limit` the turn stops."""

    __slots__ = ("max_tool_calls_per_turn", "max_turns", "repeat_limit")

    def __init__(
        self,
        repeat_limit: int = REPEAT_LIMIT,
        max_turns: int = MAX_TURNS,
        max_tool_calls_per_turn: int = MAX_TOOL_CALLS,
    ) -> None:
        self.repeat_limit = repeat_limit
        self.max_turns = max_turns
        self.max_tool_calls_per_turn = max_tool_calls_per_turn


def limits_of(state: dict[str, object]) -> Limits:
    """What `state["loop"]` holds; a missing or impossible number is its default."""
    sealed = state.get("loop")
    found = sealed if isinstance(sealed, dict) else {}
    return Limits(
        _number(found.get("repeat_limit"), REPEAT_LIMIT),
        _number(found.get("max_turns"), MAX_TURNS),
        _number(found.get("max_tool_calls_per_turn"), MAX_TOOL_CALLS),
    )


def _number(value: object, default: int) -> int:
    return value if type(value) is int and value > 0 else default


class Finding:
    """`denial`: a rule code, "" when nothing speaks against the call. `advice`: what the model is told besides.
    `count`: identical calls so far, or batches, whichever the codes speak of."""

    __slots__ = ("advice", "count", "denial")

    def __init__(self, denial: str = "", advice: tuple[str, ...] = (), count: int = 0) -> None:
        self.denial = denial
        self.advice = advice
        self.count = count


class Caller:
    """Whose calls are counted together: a session's turn, and in it the root ("") or one child."""

    __slots__ = ("agent", "data", "session_id", "turn")

    def __init__(self, data: str, session_id: str, turn: str, agent: str = "") -> None:
        self.data = data
        self.session_id = session_id
        self.turn = turn
        self.agent = agent

    def open(self, *, create: bool = True) -> TurnFile:
        return TurnFile(self.data, self.session_id, self.turn, self.agent, create=create)


def count_call(
    caller: Caller, tool: str, tool_input: object, digest: str, limits: Limits, now: int, *, denied: bool
) -> Finding:
    """Count one call before it runs. `digest`: of tool and input as the model sent them; `now`: seconds since the
    epoch; `denied`: something else has denied it already. Without a turn nothing can be counted. Raises OSError."""
    if not caller.turn:
        return Finding()
    file = caller.open()
    try:
        if file.holds(STOP):
            return Finding(TURN_STOPPED)
        newest = file.newest()
        batch = _batch(file, now)
        if batch > limits.max_turns:
            return Finding(SPENT, count=limits.max_turns)
        calls = newest.calls + 1 if newest else 1
        fingerprint = digest[:FINGERPRINT]
        if is_poll(tool, tool_input):
            file.append(Event(POLL, fingerprint, calls, batch, now))
            return Finding(advice=_wrap_up(calls, limits))
        same = file.count((CALL, DENIED), fingerprint) + 1
        stops = same >= 2 * limits.repeat_limit
        file.append(Event(DENIED if denied or stops else CALL, fingerprint, calls, batch, now))
        if stops:
            file.append(Event(STOP, fingerprint, calls, batch, now))
            return Finding(STOPPED, count=same)
        repeated = (REPEATED,) if same == limits.repeat_limit else ()
        return Finding(advice=(*repeated, *_wrap_up(calls, limits)), count=same)
    finally:
        file.close()


def note_end(caller: Caller, digest: str, now: int, *, changed: bool) -> None:
    """A counted call is over; `changed`: it was allowed to change something, and has. Raises OSError."""
    if not caller.turn:
        return
    file = caller.open()
    try:
        newest = file.newest()
        if newest is not None:
            kind = CHANGE if changed else END
            file.append(Event(kind, digest[:FINGERPRINT], newest.calls, newest.batch, now))
    finally:
        file.close()


def is_stopped(caller: Caller) -> bool:
    """Was the turn stopped for repetition? Raises OSError."""
    if not caller.turn:
        return False
    try:
        file = caller.open(create=False)
    except FileNotFoundError:
        return False
    try:
        return file.holds(STOP)
    finally:
        file.close()


def is_spent(caller: Caller, limits: Limits) -> bool:
    """Would every further call of the turn be denied, because its batches are used up? Raises OSError."""
    if not caller.turn:
        return False
    try:
        file = caller.open(create=False)
    except FileNotFoundError:
        return False
    try:
        newest = file.newest()
        return newest is not None and newest.batch >= limits.max_turns
    finally:
        file.close()


def _batch(file: TurnFile, now: int) -> int:
    """The batch that a call of this moment belongs to: the next one as soon as a call of the present one is over,
    or when the latest of them began some time ago."""
    newest = file.newest()
    if newest is None:
        return 1
    for event in file.newest_first():
        if event.batch != newest.batch:
            break
        if event.kind in (CHANGE, END, DENIED):
            return newest.batch + 1
    return newest.batch + (now - newest.at >= SAME_BATCH_SECONDS)


def _wrap_up(calls: int, limits: Limits) -> tuple[str, ...]:
    return (WRAP_UP,) if calls == limits.max_tool_calls_per_turn else ()


def is_poll(tool: str, tool_input: object) -> bool:
    """`write_stdin` counts as one only while it types nothing, a command only while it waits and then looks."""
    if tool in POLLS:
        return not (isinstance(tool_input, dict) and tool_input.get("chars"))
    command = tool_input.get("command") if tool == "Bash" and isinstance(tool_input, dict) else None
    if not isinstance(command, str) or not command.lstrip().startswith(WAITING_PROGRAMS):
        return False
    waits, *looks = [part.split() for part in command.replace("&&", ";").split(";") if part.strip()]
    return (
        waits[0] in WAITING_PROGRAMS
        and all(_is_time(word) for word in waits[1:])
        and all(words[0] in LOOKING_PROGRAMS for words in looks)
    )


def _is_time(word: str) -> bool:
    """`10`, `0.5`, `2m`; what `wait` takes for a process is a number as well."""
    return word.rstrip("smhd").replace(".", "", 1).isdigit()
