"""Loop guards: repetition, limits, steering and undo (contract: Loop guards)."""
