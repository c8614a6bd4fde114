"""Places with rules of their own: never writable, or writable only when the Plan names them. Hot, data first.

Names count in any component below the workspace root, case folded and composed, on every file system: a folder
`.GIT` may be `.git` tomorrow, and may not exist yet today.
"""

from __future__ import annotations

import sys

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.folding import fold, fold_path, is_at_or_below
from harness_runtime.boundary.patterns import is_literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# The last is what git itself takes for .git on a Windows disk.
NEVER = (".git", ".codex", ".claude", ".agents", ".o4", "git~1")
NEVER_PAIRS = ((".harness", "guard.json"),)

# Files and folders that tools run or obey by themselves: agents and hosts,
_AGENTS = """
    agents.md agents.override.md claude.md claude.local.md .mcp.json .harness
    .cursor .cursorrules .windsurf .windsurfrules .clinerules .gemini gemini.md .kiro .opencode opencode.json
    opencode.jsonc .continue .roo .roorules .amazonq .aider.conf.yml .junie .qwen .goosehints .augment
    .augment-guidelines .trae .factory
"""
# ripgrep, where a line `!.env` makes it show what it hides,
_READERS = ".ignore .rgignore .gitignore"
# git, and other programs that keep versions: hooks, filters by name, where submodules come from,
_VERSIONS = """
    .gitattributes .gitmodules .githooks .hg .jj .pre-commit-config.yaml .overcommit.yml
    lefthook.yml lefthook.yaml lefthook.toml lefthook.json
    .lefthook.yml .lefthook.yaml .lefthook.toml .lefthook.json
    lefthook-local.yml lefthook-local.yaml lefthook-local.toml lefthook-local.json
    .lefthook-local.yml .lefthook-local.yaml .lefthook-local.toml .lefthook-local.json
    .husky .huskyrc .huskyrc.json .huskyrc.js .huskyrc.cjs .huskyrc.yml .huskyrc.yaml husky.config.js husky.config.cjs
    .simple-git-hooks.json .simple-git-hooks.js .simple-git-hooks.cjs
"""
# a shell, an editor, an interpreter or a container in this folder,
_FOLDERS = """
    .envrc mise.toml .mise.toml mise.local.toml .mise.local.toml .mise .rtx.toml .tool-versions
    .vscode .idea .zed .vs .fleet .exrc .nvimrc .nvim.lua .dir-locals.el .dir-locals-2.el
    .gdbinit .lldbinit .rprofile .irbrc .pryrc .devcontainer .devcontainer.json .gitpod.yml
"""
# a server with keys of the project,
_SERVERS = """
    .gitlab-ci.yml .circleci .travis.yml azure-pipelines.yml bitbucket-pipelines.yml .buildkite
    .drone.yml .woodpecker .woodpecker.yml .woodpecker.yaml .cirrus.yml
"""
# a package manager before it does anything.
_PACKAGES = ".yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs bunfig.toml"

LISTED = frozenset(f"{_AGENTS} {_READERS} {_VERSIONS} {_FOLDERS} {_SERVERS} {_PACKAGES}".split())
LISTED_PAIRS = (
    *((".github", name) for name in ("workflows", "actions", "copilot-instructions.md", "hooks", "instructions")),
    *((".github", name) for name in ("prompts", "agents", "chatmodes")),
    (".gitea", "workflows"),
    (".forgejo", "workflows"),
    (".config", "mise"),
    (".yarn", "plugins"),
    (".yarn", "releases"),
)
# Words that name ordinary files too: at the root in any case, below it as tools spell them (in any case on macOS,
# whose disks do not tell them apart).
LISTED_WORDS = ("AGENT.md", "QWEN.md", "WARP.md", "Jenkinsfile")
LISTED_ENDS = (".code-workspace", ".run.xml")

IS_FOLDING = sys.platform == "darwin"
_SHORT = 6  # letters that a Windows disk keeps of a longer name

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
    if "~" in relative and _has_short(parts, NEVER):
        return True
    folded = fold_path(path)
    reserved = (places.data, places.plugin_root, places.codex_home, places.claude_home)
    return any(is_at_or_below(fold_path(place), folded) for place in reserved if place)


def listed_only(relative: str) -> bool:
    """Does this target need a pattern without a wildcard?"""
    parts = [fold(part) for part in relative.split("/")]
    if not LISTED.isdisjoint(parts) or parts[-1].endswith(LISTED_ENDS) or _has_pair(parts, LISTED_PAIRS):
        return True
    return _is_word(relative, parts) or ("~" in relative and _has_short(parts, (*LISTED, *map(fold, LISTED_WORDS))))


def is_bytecode(relative: str) -> bool:
    """Is this what Python keeps of a source that it has compiled, and runs in its place?"""
    folder, _, name = fold(relative).rpartition("/")
    return name.endswith(".pyc") and folder.rpartition("/")[2] == "__pycache__"


def is_listed(patterns: list[str], relative: str) -> bool:
    """Does a pattern name exactly this path?"""
    return any(pattern == relative and is_literal(pattern) for pattern in patterns)


def _is_word(relative: str, parts: list[str]) -> bool:
    for word in LISTED_WORDS:
        if fold(word) in parts and (fold(word) == parts[0] or IS_FOLDING or word in relative.split("/")):
            return True
    return False


def _has_pair(parts: list[str], pairs: tuple[tuple[str, str], ...]) -> bool:
    return any((parts[at], parts[at + 1]) in pairs for at in range(len(parts) - 1))


def _has_short(parts: list[str], names: Iterable[str]) -> bool:
    """Is a part `claude~1`, `harnes~1` or `mise~1.tom`, by which a Windows disk may know one of these names?"""
    stems = {_stem(name) for name in names}
    for part in parts:
        stem, _, rest = part.partition("~")
        if rest[:1].isdigit() and stem in stems:
            return True
    return False


def _stem(name: str) -> str:
    """Of its letters those that a short name begins with: `.mcp.json` is MCP~1.JSO."""
    base, _, end = name.lstrip(".").rpartition(".")
    return (base or end).replace(".", "")[:_SHORT]
