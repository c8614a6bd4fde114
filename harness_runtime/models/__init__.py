"""Asking a model one question: a command, the host's own CLI, or an OpenAI-compatible endpoint. Cold."""
