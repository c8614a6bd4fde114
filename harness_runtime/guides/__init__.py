"""`.o4/harness.toml`: guides, sensors, workflows, completion policies, escalation rules and their audit. Cold."""
