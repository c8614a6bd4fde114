"""Running sensors: which, in what order, for how long, and what came of it. Cold."""
