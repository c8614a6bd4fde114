"""One module a hook event: read, decide, commit, answer."""
