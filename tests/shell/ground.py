"""The workspace of the shell tests: secrets, links, a planted bare repository, and an outside folder around it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.boundary.scene import Scene

KEYS = (b"hunter2", b"swordfish", b"xyzzy")


def furnish(base: Path) -> Scene:
    scene = Scene(base)
    scene.policy["allowed_write_paths"] = ["src/**", "docs/*.md", "tests/test_app.py"]
    for name, text in {
        "README.md": "x readme\n",
        "src/app.py": "x = 'a'\n",
        "src/other.py": "y = 'b'\n",
        "src/data.json": '{"a": {"b": [1]}, "x": 1}\n',
        "src/pkg/a.py": "a\n",
        "src/pkg/.env": "x xyzzy\n",
        "docs/guide.md": "x guide\n",
        "tests/test_app.py": "x\n",
        ".env": "x hunter2\n",
        "server.pem": "x swordfish\n",
        ".gitignore": ".env\nserver.pem\n",
    }.items():
        scene.file(name, text)
    for path, text in ((scene.home / ".ssh/id_rsa", "x hunter2\n"), (scene.outside / "x", "x outside\n")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for folder in ("src/empty", "empty", ".ssh", "src/bare/objects", "src/bare/refs", "src/bare/inner"):
        (scene.root / folder).mkdir(parents=True)
    (scene.root / "src/bare/HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (scene.root / "src/bare/config").write_text(
        f"[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch {scene.outside}/ran; false\n", "utf-8"
    )
    (scene.root / "src/link_env").symlink_to("../.env")
    (scene.root / "src/link_out").symlink_to("../../outside/x")
    (scene.root / "src/leak").symlink_to(scene.home / ".ssh")
    (scene.root / "src/out").symlink_to("../../outside")
    (scene.root / "src/hard").mkdir()
    os.link(scene.outside / "x", scene.root / "src/hard/linked.txt")
    commit(scene.root)
    return scene


def commit(folder: Path) -> None:
    """A repository with one commit of two files, and a change to one of them."""
    identity = ["-c", "user.name=x", "-c", "user.email=x@x"]
    for words in (
        ["init", "-q", "-b", "main"],
        ["add", "src/app.py", "docs/guide.md"],
        [*identity, "commit", "-q", "-m", "x"],
    ):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)
    (folder / "src/app.py").write_text("x = 'changed'\n", "utf-8")


def _leads_away(path: Path, root: Path) -> bool:
    """A link of the boundary that leaves the workspace, or ends at a secret: there must be no new one."""
    if not path.is_symlink():
        return False
    end = os.path.realpath(path)
    return os.path.commonpath([end, root]) != str(root) or end.endswith(("/.env", ".pem"))


def snapshot(folder: Path, root: Path) -> dict[str, object]:
    """Everything around the boundary: names, modes, links and contents. git refreshes its own index."""
    found: dict[str, object] = {}
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        for name in [*folders, *files]:
            path = Path(at, name)
            relative = os.path.relpath(path, root)
            if relative.startswith("src/") and not _leads_away(path, root):
                continue
            if relative in ("tests/test_app.py",) or (relative.startswith("docs/") and relative.endswith(".md")):
                continue
            status = path.lstat()
            if path.is_symlink():
                found[str(path)] = os.readlink(path)
            else:
                found[str(path)] = (status.st_mode, path.read_bytes() if path.is_file() else b"")
    return found
