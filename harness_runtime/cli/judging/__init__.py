"""Judging what nobody does: a tool call, a draft of an artifact."""
