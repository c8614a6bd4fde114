"""What `harness-state --json` prints, as models, by subject. docs/contracts/schemas/ holds their JSON Schemas."""
