"""Harness: plan approval gates and a write boundary for coding agents."""

__version__ = "0.1.0"
