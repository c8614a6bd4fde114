"""`make demo`: a whole gated run, through the hooks alone or, with HOST=codex or HOST=claude, in the real host."""

from __future__ import annotations

import os
import sys


def main(arguments: list[str]) -> int:
    match arguments:
        case [] | ["piped"]:
            from demo.piped import run

            return run()
        case ["codex" | "claude" as host]:
            from demo import real

            return real.run(host)
        case _:
            print("usage: make demo [HOST=codex|claude]", file=sys.stderr)
            return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # `make demo | head`
        os._exit(1)
