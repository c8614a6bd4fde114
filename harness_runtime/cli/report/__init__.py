"""What happened in a run: gathered from its records into one model, shown in a terminal or as a page."""
