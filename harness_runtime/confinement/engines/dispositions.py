"""Signals as a program expects to find them: none ignored, none blocked."""

from __future__ import annotations

from _signal import (  # type: ignore[import-not-found]  # `signal` would bring enum
    NSIG,
    SIG_DFL,
    SIG_SETMASK,
    SIGCHLD,
    pthread_sigmask,
    signal,
)


def reset_signals() -> None:
    """For a new process: whoever started us may have ignored or blocked some, and Python ignores SIGPIPE."""
    for number in range(1, NSIG):
        try:
            signal(number, SIG_DFL)
        except (OSError, ValueError):
            continue  # the system's own
    pthread_sigmask(SIG_SETMASK, ())


def keep_exit_statuses() -> None:
    """While SIGCHLD is ignored, which is inherited too, the kernel throws the exit status of every child away."""
    signal(SIGCHLD, SIG_DFL)
