"""The approval state machine: phases, transitions, replies, activation."""
