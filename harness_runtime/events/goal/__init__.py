"""A standing goal as hooks meet it."""
