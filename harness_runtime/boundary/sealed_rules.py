"""What the project and the person add to the tables, as the state sealed it. Hot."""

from __future__ import annotations

import os

from harness_runtime.boundary.decision import Rules
from harness_runtime.session.sealed import SealedFault


def sealed_rules(state: dict[str, object]) -> Rules:
    """SealedFault when the state does not hold them in the shape that was sealed."""
    project, person = state.get("project"), state.get("person")
    if not isinstance(person, dict) or not (project is None or isinstance(project, dict)):
        raise SealedFault("state_unreadable", "project")
    found = project or {}
    repository = state.get("repository")
    seen = repository if isinstance(repository, dict) else {}
    obeyed = _texts(seen.get("obeyed", []))
    return Rules(
        deny_write=_texts(found.get("deny_write_paths", [])),
        listed_only=[*_texts(found.get("approval_required_paths", [])), *obeyed, *(f"{path}/**" for path in obeyed)],
        secret=_texts(found.get("secret_paths", [])),
        not_secret=_texts(person.get("not_secret", [])),
        read_tools=_texts(person.get("read_tools", [])),
        guard_changed=_guard_stamp(str(state["workspace_root"])) != found.get("stamp"),
        closed=_texts(seen.get("configs_with_password", [])),
    )


def _texts(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise SealedFault("state_unreadable", "project")
    return value


def _guard_stamp(root: str) -> list[int] | None:
    """Identity of the project's policy file as it stands, None when there is none."""
    try:
        found = os.lstat(f"{root}/.harness/guard.json")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev]
