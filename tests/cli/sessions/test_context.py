"""A session reached from a terminal is the one that its hooks know: host, workspace, data folder."""

import pytest

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.sessions.context import context_of
from harness_runtime.cli.sessions.find import sessions_in
from harness_runtime.session.guarded import write_guarded


def only(data):
    [session] = sessions_in([data])
    return session


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_a_run_tells_where_it_works(new_run, data, workspace, host):
    run = new_run().activated().commit("prompt", host=host)
    context = context_of(only(data))
    found = (context.event.host, context.event.session_id, context.workspace_root(), context.data)
    assert found == (host, run.store.session_id, str(workspace), str(data))
    assert (context.event.turn, context.event.prompt, context.event.child) == ("", "", False)


def test_so_does_a_session_that_is_guarded_without_a_run(data, workspace):
    fields = {"host": "claude", "language": "en", "workspace_root": str(workspace), "turn": "", "ended_turn": ""}
    write_guarded(str(data), "session-9", {"session_id": "session-9", **fields})
    context = context_of(only(data))
    assert (context.event.host, context.workspace_root()) == ("claude", str(workspace))


def test_a_terminal_in_another_project_does_not_move_the_session(new_run, data, workspace, monkeypatch):
    new_run().activated()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", "/elsewhere")
    assert context_of(only(data)).workspace_root() == str(workspace)


def test_a_session_of_which_nothing_is_known_is_told_so(data):
    (data / "runs/session-7").mkdir(parents=True)
    with pytest.raises(InputFault, match="session-7"):
        context_of(only(data))
