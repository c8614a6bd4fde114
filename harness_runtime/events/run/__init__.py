"""A run from activation to its end: what it starts with, what it stands on, how it is let go."""
