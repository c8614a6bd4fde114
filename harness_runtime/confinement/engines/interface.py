"""What every engine is: a name, the networks that it can give, and one run at a time."""

from __future__ import annotations

from harness_runtime.confinement.profile import Command, ConfinementFault, Outcome, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Engine:
    """One way to confine. `name` is what the evidence records."""

    name = ""
    networks: tuple[str, ...] = ()

    def run(self, profile: Profile, command: Command, alive: Callable[[], bool]) -> Outcome:
        """Runs the command to its end, standard output and error being this process's own.

        `alive` is asked about once a second; False ends the run. SIGINT, SIGTERM, SIGHUP and SIGQUIT that reach this
        process meanwhile are passed on to the command, which then has 2 seconds. Call it from the main thread of a
        process that starts nothing else meanwhile. Raises ConfinementFault.
        """
        try:
            return self.confine(profile, command, alive)
        except OSError as error:
            raise ConfinementFault("engine_failed", str(error)) from error

    def confine(self, profile: Profile, command: Command, alive: Callable[[], bool]) -> Outcome:
        """What `run` does, in the engine's own way. Raises OSError as well."""
        raise NotImplementedError
