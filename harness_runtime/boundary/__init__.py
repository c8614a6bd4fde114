"""What a tool call would touch, and whether the policy lets it."""
