"""`make demo`: a whole gated run, through the hooks alone or, with HOST=codex, in the real Codex."""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> int:
    match arguments:
        case [] | ["piped"]:
            from demo.piped import run
        case ["codex"]:
            from demo.codex import run
        case _:
            print("usage: make demo [HOST=codex]", file=sys.stderr)
            return 2
    return run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
