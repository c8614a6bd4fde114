"""A person's commands, typed as prompts."""
