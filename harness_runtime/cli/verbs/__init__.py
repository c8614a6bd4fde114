"""One verb of harness-state a module; each exports it as `verb`."""
