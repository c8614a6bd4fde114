"""Never writable, and writable only when named."""

from __future__ import annotations

import pytest

from harness_runtime.boundary import places
from tests.boundary.scene import Scene, shown

NEVER = [
    ".git/config",
    ".git",
    ".GIT/config",
    ".Git/hooks/pre-commit",
    "src/.git/config",
    "src/vendor/.git",
    "src/.g\uff49t/../.git/x",
    ".codex/config.toml",
    "src/.codex/x",
    ".claude/settings.json",
    ".CLAUDE/settings.json",
    ".agents/x",
    ".o4/harness.toml",
    "src/.o4/x",
    ".harness/guard.json",
    ".HARNESS/Guard.JSON",
    "src/.harness/guard.json",
    ".\u017fomething/../.codex/x",
]


@pytest.mark.parametrize("name", NEVER)
def test_no_pattern_opens_these(scene: Scene, name: str) -> None:
    scene.policy["allowed_write_paths"] = ["**", name]
    assert shown(scene.write(name)) == "never_writable"
    assert shown(scene.patch(f"*** Add File: {name}", "+x")) == "never_writable"


@pytest.mark.parametrize("name", ["gitattributes", "git/x", "src/codex/x", "x.git/y", "src/claude.md.txt"])
def test_their_neighbours_are_ordinary(scene: Scene, name: str) -> None:
    scene.policy["allowed_write_paths"] = ["**"]
    assert shown(scene.write(name)) == "allow"


def test_the_kelvin_sign_and_the_long_s_fold(scene: Scene) -> None:
    scene.policy["allowed_write_paths"] = ["**"]
    assert shown(scene.write("src/.hu\u017f\u212ay/x")) == "listed_only"


@pytest.mark.parametrize("place", ["data", "plugin", "codex", "claude"])
def test_the_reserved_folders_are_closed_inside_a_workspace_too(scene: Scene, place: str) -> None:
    scene.policy["allowed_write_paths"] = ["**"]
    scene.data, scene.plugin, scene.home = scene.root / "data", scene.root / "plugin", scene.root / "home"
    target = {"data": "data/x", "plugin": "plugin/hooks/launch", "codex": "home/.codex/x", "claude": "home/.claude/x"}
    assert shown(scene.write(target[place])) == "never_writable"
    assert shown(scene.write(target[place].upper())) == "never_writable"


def test_a_link_into_the_data_folder_is_named_as_that(scene: Scene) -> None:
    (scene.root / "src/state").symlink_to(scene.data)
    assert shown(scene.write("src/state/x")) == "never_writable"


LISTED = [
    "AGENTS.md",
    "src/AGENTS.md",
    "src/agents.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    ".mcp.json",
    ".github/workflows/ci.yml",
    "src/.github/workflows/x.yml",
    ".vscode/tasks.json",
    ".idea/x",
    ".husky/pre-commit",
    ".envrc",
    ".pre-commit-config.yaml",
    ".harness/plan.md",
    ".ignore",
    "src/.rgignore",
    ".gitignore",
    ".harness/runs/r-1/x.md",
]


@pytest.mark.parametrize("name", LISTED)
def test_a_wildcard_does_not_open_these(scene: Scene, name: str) -> None:
    scene.policy["allowed_write_paths"] = ["**", "*.md", ".github/**", "src/**", name[:-1] + "?"]
    assert shown(scene.write(name)) == "listed_only"


@pytest.mark.parametrize("name", LISTED)
def test_their_own_name_opens_these(scene: Scene, name: str) -> None:
    scene.policy["allowed_write_paths"] = [name]
    assert shown(scene.write(name)) == "allow"


@pytest.mark.parametrize(
    "name",
    [
        *sorted(places.LISTED),
        *("/".join(pair) for pair in places.LISTED_PAIRS),
        *(f"x{end}" for end in places.LISTED_ENDS),
    ],
)
def test_every_row_of_the_tables_is_known_anywhere(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert places.listed_only(name) and places.listed_only(f"packages/{name.upper()}")
    assert not places.listed_only(f"src/my{name.lstrip('.')}.txt")
    monkeypatch.setattr(places, "LISTED", places.LISTED - {name})
    monkeypatch.setattr(places, "LISTED_PAIRS", [pair for pair in places.LISTED_PAIRS if "/".join(pair) != name])
    monkeypatch.setattr(places, "LISTED_ENDS", tuple(end for end in places.LISTED_ENDS if f"x{end}" != name))
    assert not places.listed_only(name), "another row says the same"


@pytest.mark.parametrize(
    "name", [".github/dependabot.yml", ".yarn/cache/x", ".config/other.toml", "agents~", "x.run"]
)
def test_the_neighbours_of_listed_ones_are_ordinary(name: str) -> None:
    assert not places.listed_only(name)


@pytest.mark.parametrize("word", places.LISTED_WORDS)
def test_an_ordinary_word_counts_at_the_root_and_as_tools_spell_it(
    monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    monkeypatch.setattr(places, "IS_FOLDING", False)
    assert all(map(places.listed_only, (word, word.lower(), word.upper(), f"src/{word}", f"{word}/x")))
    assert not places.listed_only(f"src/{word.lower()}") and not places.listed_only(f"src/my{word}")
    monkeypatch.setattr(places, "IS_FOLDING", True)
    assert places.listed_only(f"src/{word.lower()}")


@pytest.mark.parametrize("spelling", ["agents.MD", "Agents.md"])
def test_another_spelling_is_another_file(scene: Scene, spelling: str) -> None:
    assert shown(scene.write(spelling)) == "listed_only"


def test_a_link_to_a_listed_file_needs_both_names(scene: Scene) -> None:
    scene.file("CLAUDE.md")
    (scene.root / "src/notes").symlink_to("../CLAUDE.md")
    assert shown(scene.write("src/notes")) == "listed_only"


@pytest.mark.parametrize("name", [".git", ".claude", ".codex"])
def test_another_name_of_a_reserved_folder_is_closed_too(scene: Scene, name: str) -> None:
    (scene.root / "src/real").mkdir()
    (scene.root / name).symlink_to("src/real")
    assert shown(scene.write("src/real/settings.json")) == "never_writable"
    assert shown(scene.write("src/other")) == "allow"


def test_another_name_of_a_listed_file_needs_its_own_line(scene: Scene) -> None:
    scene.file("AGENTS.md")
    scene.file("docs/guide.md")
    (scene.root / "CLAUDE.md").symlink_to("AGENTS.md")
    assert shown(scene.write("AGENTS.md")) == "allow"
    (scene.root / ".mcp.json").symlink_to("docs/guide.md")
    assert shown(scene.write("docs/guide.md")) == "listed_only"
    scene.policy["allowed_write_paths"] = ["docs/guide.md"]
    assert shown(scene.write("docs/guide.md")) == "allow"


def test_a_git_folder_of_any_name_is_closed(scene: Scene) -> None:
    for name in ("objects", "refs", "hooks"):
        (scene.root / "src/meta" / name).mkdir(parents=True)
    scene.file("src/meta/HEAD")
    assert shown(scene.write("src/meta/config")) == "never_writable"
    assert shown(scene.write("src/meta/hooks/pre-commit")) == "never_writable"
    assert shown(scene.write("src/metadata")) == "allow"


@pytest.mark.parametrize("name", [".git./config", ".git /config", ".claude../x", "GIT~1/config"])
def test_names_that_a_windows_disk_takes_for_reserved_ones(scene: Scene, name: str) -> None:
    scene.policy["allowed_write_paths"] = ["**"]
    assert shown(scene.write(name)) == "never_writable"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("CLAUDE~1/settings.json", "never_writable"),
        ("codex~2/x", "never_writable"),
        ("src/AGENTS~1/x", "never_writable"),
        ("O4~1/harness.toml", "never_writable"),
        ("HARNES~1/GUARD~1.JSO", "listed_only"),
        ("VSCODE~1/tasks.json", "listed_only"),
        ("MCP~1.JSO", "listed_only"),
        ("GITATT~1", "listed_only"),
        ("src/backup~", "allow"),
        ("src/notes~1.txt", "allow"),
        ("src/~1", "allow"),
    ],
)
def test_a_short_name_of_a_windows_disk(scene: Scene, name: str, expected: str) -> None:
    scene.policy["allowed_write_paths"] = ["**"]
    assert shown(scene.write(name)) == expected
