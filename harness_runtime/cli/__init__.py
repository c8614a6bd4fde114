"""The `harness-state` command: `main` finds a verb, the verb asks the folders beside it; `contracts` has its JSON."""
