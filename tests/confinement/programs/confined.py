"""Runs one command in an engine, as told in JSON on standard input, and writes how it ended into a file."""

import json
import os
import sys

sys.path.insert(0, sys.argv[1])

from harness_runtime.confinement.engines.interface import Engine
from harness_runtime.confinement.probe import choose
from harness_runtime.confinement.profile import Command, ConfinementFault, Limits, Profile


def engine(name: str, network: str) -> Engine | None:
    """`landlock-3` is Landlock as a kernel with ABI 3 has it."""
    if name.startswith("landlock"):
        from harness_runtime.confinement.engines.landlock import Landlock
        from harness_runtime.confinement.engines.linux.landlock import abi

        return Landlock(min(abi(), int(name.partition("-")[2] or 99)))
    found = choose(network, os.environ)
    return found if found and found.name == name else None


def main() -> None:
    told = json.load(sys.stdin)
    profile = Profile(
        *(tuple(told[name]) for name in ("writable", "read_only", "hidden")),
        told["temporary"],
        told["network"],
        Limits(**told["limits"]),
    )
    command = Command(tuple(told["argv"]), told["cwd"], told["env"], told["rest"], told["merge"])
    chosen = engine(told["engine"], told["network"])
    try:
        if chosen is None:
            raise ConfinementFault("engine_failed", "not usable here")
        print("running", file=sys.stderr, flush=True) if told["announce"] else None
        outcome = chosen.run(profile, command, lambda: not os.path.exists(told["stop"]))
        said = {name: getattr(outcome, name) for name in outcome.__slots__}
    except ConfinementFault as fault:
        said = {"fault": fault.rule, "detail": fault.detail}
    with open(told["outcome"], "w", encoding="utf-8") as file:
        json.dump(said, file)


main()
