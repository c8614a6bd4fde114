"""Gated runs to watch: `make demo`, and `make demo HOST=codex` in the real Codex."""
