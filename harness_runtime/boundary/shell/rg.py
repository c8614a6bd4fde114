"""ripgrep in a shell command: it leaves hidden and ignored files out by itself, until it is told otherwise. Hot for
the Bash calls that run it.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.globs import is_exclusion, is_narrow, is_source_type, reaches_secret
from harness_runtime.boundary.paths import Resolved, below, resolve_both
from harness_runtime.boundary.ripgrep import Search, first_shown, may_be_shown
from harness_runtime.boundary.secrets import holds_secret
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.shell.options import Split
from harness_runtime.boundary.shell.walkers import OUTSIDE, leaves_out_secrets

_EXCLUSIONS = " ".join(f"-g '!{name}'" for name in OUTSIDE)
_ALL_EXCLUSIONS = f"-g '!.*' {_EXCLUSIONS}"


def check_rg(found: Split, files: list[str], ground: Ground, has_input: bool) -> None:
    """Fault when it could show a secret, or be told to start a program."""
    if ground.places.ripgrep_config and not found.has("--no-config"):  # it may name `--pre` or `--hidden`
        raise Fault("shell_option", f"rg: RIPGREP_CONFIG_PATH={ground.places.ripgrep_config}", hint="no_config")
    globs = found.values("-g", "--glob", "--iglob")
    for glob in globs:
        if any(reaches_secret(part) for part in glob.split("/")) and not glob.startswith("!"):
            raise Fault("secret", f"rg -g {glob}")
        if not is_narrow(glob):
            raise Fault("shell_option", f"rg -g {glob}", hint="narrow_rg")
    types = found.values("-t", "--type")
    for kind in types:
        if not is_source_type(kind):
            raise Fault("shell_option", f"rg -t {kind}", hint="narrow_rg")
    if found.has("--files", "--type-list", "--version", "--help"):  # names only
        return
    search = Search(globs, types, found.has("-.", "--hidden"))
    hidden = "all" if search.hidden else "files" if search.may_show_hidden else "none"
    for name in files or ([] if has_input else ["."]):
        for place in resolve_both(ground.cwd, name):
            if place.mode and not place.is_directory:
                continue
            if holds_secret(place.path, ground.root, ground.places, hidden):
                raise Fault("secret", name)
            if place.is_directory:
                _check_folder(place, name, search, ground)


def _check_folder(place: Resolved, name: str, search: Search, ground: Ground) -> None:
    """No secret within the bounded look; and where that does not see all, none that git tracks, or all left out."""
    excluded = [fold(glob[1:]) for glob in search.globs if is_exclusion(glob)]
    unasked = [] if search.may_show_hidden else [".*"]
    paste = _ALL_EXCLUSIONS if search.may_show_hidden else _EXCLUSIONS
    if not search.is_chosen:
        if leaves_out_secrets(excluded, excluded):
            return
        if search.hidden:
            raise Fault("shell_option", "rg --hidden", hint="leave_out", paste=paste)
    near, is_whole = first_shown(place.path, search, ground.left, ground.root, ground.places)
    if near:
        raise Fault("secret", below(ground.root, near) or near, hint="leave_out", paste=paste)
    if is_whole or leaves_out_secrets([*excluded, *unasked], [*excluded, *unasked]):
        return
    tracked = ground.repository.get("secrets")
    if not ground.places.git_dir or not isinstance(tracked, list) or ground.repository.get("more_secrets"):
        raise Fault("shell_option", f"rg {name}", hint="leave_out", paste=paste)
    for secret in tracked:
        path = str(secret.get("path"))
        if below(place.path, path) and may_be_shown(path, place.path, search):
            raise Fault("secret", below(ground.root, path) or path, hint="leave_out", paste=paste)
