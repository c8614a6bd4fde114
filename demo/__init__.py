"""Gated runs to watch: `make demo`, and `make demo HOST=codex` or `HOST=claude` in the real host."""
