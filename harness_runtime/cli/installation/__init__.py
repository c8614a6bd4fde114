"""The plugin's files, and how they come into a host and leave it again."""
