"""Undo: how things were before a session changed them, and putting them back (contract: Undo)."""
