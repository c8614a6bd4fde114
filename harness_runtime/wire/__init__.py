"""What crosses the hooks' stdin and stdout: events in, answers out, for both hosts."""
