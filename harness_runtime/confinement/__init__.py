"""Runs a command so that the kernel holds it inside its boundary."""
