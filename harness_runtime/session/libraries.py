"""The libraries of the cold path, as requirements (a test keeps them equal to pyproject.toml)."""

LIBRARIES = ("click>=8.1", "filelock>=3.13", "markdown-it-py>=3.0", "pydantic>=2.7", "rich>=13.7")
