"""A chain of agents as hooks meet it."""
