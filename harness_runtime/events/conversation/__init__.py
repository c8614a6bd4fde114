"""What a conversation carries besides a run: its guard, its origin, its notes and requests."""
