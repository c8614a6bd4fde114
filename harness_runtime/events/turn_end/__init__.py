"""The end of a turn, and what may send the agent on: verification, a chain, a goal."""
