"""What `harness-confine` says: why a command did not run, or ended early, and what its kernel boundary kept from it.

Each is one line on stderr. No sentence may hold a word that reads as consent.
"""

from __future__ import annotations

# Both languages, because nobody can be asked: stands in the script itself.
PYTHON_GONE = (
    "harness-confine: Python을 찾을 수 없습니다. `harness-state doctor`로 확인하세요. / its Python is gone. "
    "Run `harness-state doctor` in a terminal."
)
