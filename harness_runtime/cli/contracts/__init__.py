"""What `harness-state` prints with `--json`, as models by subject. docs/contracts/schemas/ holds their schemas."""
