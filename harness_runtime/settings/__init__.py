"""The project's guard.json and the person's config.json: one loader, one schema each, clear errors. Cold."""
