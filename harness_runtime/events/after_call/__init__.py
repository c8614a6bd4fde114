"""What is found after a tool call: another input than the judged one, what ran confined, what was left behind."""
