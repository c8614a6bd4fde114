"""Learning: a session's transcript becomes a skill of the person's own library (contract: Learning). Cold."""
