"""Named chains of agents in one conversation: what they are, how they advance, and where one stands."""
