"""Places with rules of their own: never writable, or writable only when the Plan names them. Hot, data first.

Names count in any component below the workspace root, case folded and composed, on every file system: a folder
`.GIT` may be `.git` tomorrow, and may not exist yet today.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.folding import fold, fold_path, is_at_or_below
from harness_runtime.boundary.patterns import is_literal

# The last is the short name of .git on a Windows disk.
NEVER = (".git", ".codex", ".claude", ".agents", ".o4", "git~1")
NEVER_PAIRS = ((".harness", "guard.json"),)

# Files and folders that tools run or obey by themselves.
LISTED = (
    "agents.md",
    "agents.override.md",
    "claude.md",
    "claude.local.md",
    ".mcp.json",
    ".vscode",
    ".idea",
    ".husky",
    ".envrc",
    ".pre-commit-config.yaml",
    ".harness",
    # a line `!.env` in one of these makes ripgrep show what it hides
    ".ignore",
    ".rgignore",
    ".gitignore",
    # git, and other programs that keep versions: hooks, filters by name, where submodules come from
    ".gitattributes",
    ".gitmodules",
    ".githooks",
    "lefthook.yml",
    ".lefthook.yml",
    ".hg",
    ".jj",
    # what a shell, an editor or a container does by itself in this folder
    "mise.toml",
    ".mise.toml",
    ".mise",
    ".tool-versions",
    ".devcontainer",
    ".devcontainer.json",
    ".gitpod.yml",
    ".zed",
    ".vs",
    ".exrc",
    ".nvim.lua",
    ".dir-locals.el",
    # what other agents obey
    ".cursor",
    ".cursorrules",
    ".windsurf",
    ".windsurfrules",
    ".clinerules",
    ".gemini",
    "gemini.md",
    ".kiro",
    ".opencode",
    "opencode.json",
    # what a server runs with keys of the project
    ".gitlab-ci.yml",
    ".circleci",
    # code that a package manager loads before it does anything
    ".yarnrc.yml",
    ".pnpmfile.cjs",
)
LISTED_PAIRS = (
    (".github", "workflows"),
    (".github", "actions"),
    (".github", "copilot-instructions.md"),
)

# The same names as they stand at the workspace root, where they may be links to another name.
NEVER_AT_ROOT = (*NEVER, ".harness/guard.json")
LISTED_AT_ROOT = (
    "AGENTS.md",
    "CLAUDE.md",
    ".mcp.json",
    ".vscode",
    ".idea",
    ".husky",
    ".envrc",
    ".pre-commit-config.yaml",
    ".harness",
    ".github/workflows",
    ".github/actions",
    ".githooks",
    ".gitattributes",
    ".gitmodules",
    ".devcontainer",
    ".cursor",
    "mise.toml",
    ".mise.toml",
    ".tool-versions",
)


def never_writable(path: str, relative: str, places: Places) -> bool:
    """Is this resolved target out of reach of every Plan?"""
    parts = [fold(part) for part in relative.split("/")]
    if any(part in NEVER for part in parts) or _has_pair(parts, NEVER_PAIRS):
        return True
    folded = fold_path(path)
    reserved = (places.data, places.plugin_root, places.codex_home, places.claude_home)
    return any(is_at_or_below(fold_path(place), folded) for place in reserved if place)


def listed_only(relative: str) -> bool:
    """Does this target need a pattern without a wildcard?"""
    parts = [fold(part) for part in relative.split("/")]
    return any(part in LISTED for part in parts) or _has_pair(parts, LISTED_PAIRS)


def is_bytecode(relative: str) -> bool:
    """Is this what Python keeps of a source that it has compiled, and runs in its place?"""
    folder, _, name = fold(relative).rpartition("/")
    return name.endswith(".pyc") and folder.rpartition("/")[2] == "__pycache__"


def is_listed(patterns: list[str], relative: str) -> bool:
    """Does a pattern name exactly this path?"""
    return any(pattern == relative and is_literal(pattern) for pattern in patterns)


def _has_pair(parts: list[str], pairs: tuple[tuple[str, str], ...]) -> bool:
    return any((parts[at], parts[at + 1]) in pairs for at in range(len(parts) - 1))
