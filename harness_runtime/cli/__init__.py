"""The `harness-state` command."""
