"""The models of the readers: one row a form, with the verdict and the rule. The table is the documentation."""

from __future__ import annotations

import pytest

from tests.boundary.scene import Scene, shown

# {root}, {home} and {outside} are filled in.
ROWS: list[tuple[str, str]] = [
    # ls
    ("ls", "allow"),
    ("ls -la src", "allow"),
    ("ls --color=never -1 src tests", "allow"),
    ("ls -laR {outside}", "allow"),
    ("ls -T .env", "shell_option"),
    ("ls --colo", "shell_option"),
    ("ls {home}/.ssh", "secret"),
    ("ls -la .env", "secret"),
    # cat head tail wc
    ("cat src/app.py", "allow"),
    ("cat -n src/app.py {outside}/x", "allow"),
    ("cat", "allow"),
    ("cat -", "allow"),
    ("cat -- -n", "allow"),
    ("cat --numb src/app.py", "shell_option"),
    ("cat .env", "secret"),
    ("cat src/../.env", "secret"),
    ("cat {root}/.env", "secret"),
    ("cat -- .env", "secret"),
    ("cat ./'.e'nv", "secret"),
    ("cat .ENV", "secret"),
    ("cat .ssh/id_rsa", "secret"),
    ("cat {home}/.aws/credentials", "secret"),
    ("cat src/app.py .env", "secret"),
    ("head -n 20 src/app.py", "allow"),
    ("head -20 src/app.py", "allow"),
    ("head -c5 src/app.py", "allow"),
    ("head --lines=-3 src/app.py", "allow"),
    ("head -n x src/app.py", "shell_option"),
    ("head -n", "shell_option"),
    ("tail -n +5 src/app.py", "allow"),
    ("tail -5 src/app.py", "allow"),
    ("tail -f src/app.py", "shell_option"),
    ("tail -5f src/app.py", "shell_option"),
    ("tail -nf src/app.py", "shell_option"),
    ("tail -F src/app.py", "shell_option"),
    ("tail --follow=name src/app.py", "shell_option"),
    ("tail --pid=1 src/app.py", "shell_option"),
    ("tail +5 src/app.py", "shell_option"),
    ("wc -l src/app.py", "allow"),
    ("wc -lw", "allow"),
    ("wc --files0-from=x", "shell_option"),
    ("wc --files0-from x", "shell_option"),
    ("wc .env", "secret"),
    # grep
    ("grep x src/app.py", "allow"),
    ("grep -rn 'x y' src", "allow"),
    ("grep -rn x src tests/unit", "allow"),
    ("grep -e x -e y src/app.py", "allow"),
    ("grep -A3 -B 3 -C2 -3 x src/app.py", "allow"),
    ("grep --include='*.py' -r x src", "allow"),
    ("grep --include='*.py' -r x .", "allow"),
    ("grep -inE 'a|b' --color=auto src/app.py", "allow"),
    ("ls | grep x", "allow"),
    ("grep -- -x src/app.py", "allow"),
    ("grep", "shell_unmodeled"),
    ("grep x .env", "secret"),
    ("grep -e x .env", "secret"),
    ("grep -e.env x", "allow"),
    ("grep .env src/app.py", "allow"),
    ("grep x src/app.py -e .env", "secret"),
    ("grep -f .env x", "shell_option"),
    ("grep -f.env x", "shell_option"),
    ("grep --file=.env x", "shell_option"),
    ("grep -inf .env x", "shell_option"),
    ("grep -R x src", "shell_option"),
    ("grep -d recurse x .", "shell_option"),
    ("grep --directories=recurse x .", "shell_option"),
    ("grep --recurs x .", "shell_option"),
    ("grep -r x", "secret"),
    ("grep -r x .", "secret"),
    ("grep x . -r", "secret"),
    ("grep -rn x ./", "secret"),
    ("grep -r x {root}", "secret"),
    ("grep -r x ..", "secret"),
    ("grep -r x src/..", "secret"),
    ("grep -r x /", "secret"),
    ("grep -r x {outside}", "allow"),
    ("grep -r x {home}", "secret"),
    ("grep -r x .github", "allow"),
    ("grep -r x src/.hidden", "allow"),
    ("grep -r --include='*' x .", "secret"),
    ("grep -r --include='*.json' --include='.e*' x .", "secret"),
    ("grep -r --include=.env x src", "secret"),
    ("grep -r --include='*.pem' x src", "secret"),
    ("grep -r --include='.env*' x src", "secret"),
    ("grep -r --include='*.py' x {home}", "secret"),
    # rg
    ("rg x", "allow"),
    ("rg -n x src", "allow"),
    ("rg 'fn \\w+' -g '*.rs' src", "allow"),
    ("rg -g '!*.lock' x", "allow"),
    ("rg -g 'src/**/*.ts' -g '*.{{ts,tsx}}' x", "allow"),
    ("rg -t py -t ts x", "allow"),
    ("rg --files", "allow"),
    ("rg --files -g '*.py' src", "allow"),
    ("rg -C3 -m 5 --json x", "allow"),
    ("rg -e x -e y", "allow"),
    ("ls | rg x", "allow"),
    ("rg x {outside}", "allow"),
    ("rg x {home}", "allow"),
    ("rg", "shell_unmodeled"),
    ("rg x .env", "secret"),
    ("rg -e x .env", "secret"),
    ("rg x -e y .env", "secret"),
    ("rg .env src", "allow"),
    ("rg x server.pem", "secret"),
    ("rg x {home}/.config", "secret"),
    ("rg x {home}/.codex", "secret"),
    ("rg x {home}/.kube", "secret"),
    ("rg x {home}/.ssh", "secret"),
    ("rg -g '*.json' x {home}", "secret"),
    ("rg -t json x {home}/.docker", "secret"),
    ("rg x /", "secret"),
    ("rg x /proc", "secret"),
    ("rg x /proc/self", "secret"),
    ("rg --hidden x", "shell_option"),
    ("rg -. x", "shell_option"),
    ("rg -u x", "shell_option"),
    ("rg -uuu x", "shell_option"),
    ("rg -nu x", "shell_option"),
    ("rg --unrestricted x", "shell_option"),
    ("rg --no-ignore x", "shell_option"),
    ("rg --no-ignore-vcs x", "shell_option"),
    ("rg --no-ignore-dot x", "shell_option"),
    ("rg -z x", "shell_option"),
    ("rg --search-zip x", "shell_option"),
    ("rg --pre cat x", "shell_option"),
    ("rg --pre=cat x", "shell_option"),
    ("rg --pre-glob '*' x", "shell_option"),
    ("rg --hostname-bin x y", "shell_option"),
    ("rg -f .env", "shell_option"),
    ("rg --file .env", "shell_option"),
    ("rg --ignore-file .env x", "shell_option"),
    ("rg -L x", "shell_option"),
    ("rg --follow x", "shell_option"),
    ("rg -g '*' x", "shell_option"),
    ("rg -g '**' x", "shell_option"),
    ("rg -g '.*' x", "shell_option"),
    ("rg -g '*.local' x", "shell_option"),
    ("rg -g '!!*' x", "shell_option"),
    ("rg -g 'a/{{b/c.py,.env}}' x", "shell_option"),
    ("rg -g .env x", "secret"),
    ("rg -g '.env*' x", "secret"),
    ("rg -g '*.pem' x", "secret"),
    ("rg -g '.ssh/*.py' x", "secret"),
    ("rg -g '.hidden/*.py' x", "shell_option"),
    ("rg --iglob '.ENV' x", "secret"),
    ("rg -t all x", "shell_option"),
    ("rg -t sh x", "shell_option"),
    ("rg --type=all x", "shell_option"),
    ("rg --type-add 'x:.env' -t x y", "shell_option"),
    ("rg --passthru x .env", "secret"),
    # sed
    ("sed -n 1,20p src/app.py", "allow"),
    ("sed -n '1,20p' src/app.py", "allow"),
    ("sed -nE '/^def/p' src/app.py", "allow"),
    ("sed -n -e 1p -e '3p' src/app.py", "allow"),
    ("cat src/app.py | sed -n '$p'", "allow"),
    ("sed -n 1p .env", "secret"),
    ("sed -n -e 1p .env", "secret"),
    ("sed 1p src/app.py", "allow"),
    ("sed", "shell_unmodeled"),
    ("sed -n --in-pl 1p src/app.py", "shell_option"),
    ("sed -n -s 1p src/app.py", "shell_option"),
    ("sed -n -f x src/app.py", "shell_option"),
    ("sed -n 'w x' src/app.py", "shell_option"),
    ("sed -n '1e' src/app.py", "shell_option"),
    ("sed -n 'r .env' src/app.py", "shell_option"),
    ("sed -n 's/a/b/e' src/app.py", "shell_option"),
    ("sed -n 's/a/b/w x' src/app.py", "shell_option"),
    ("sed -n 's/a/b/p' src/app.py", "allow"),
    ("sed -n 1p src/app.py -e 'w x'", "shell_option"),
    # find
    ("find . -name '*.py'", "allow"),
    ("find src tests -type f -maxdepth 2 -not -path '*/x/*' -print0", "allow"),
    ("find . \\( -name a -o -name b \\) -prune -o -print", "allow"),
    ("find", "allow"),
    ("find {home} -name x", "allow"),
    ("find {home}/.ssh", "secret"),
    ("find . -exec cat '{{}}' +", "shell_option"),
    ("find . -execdir cat '{{}}' ';'", "shell_option"),
    ("find . -ok rm '{{}}' ';'", "shell_option"),
    ("find . -okdir rm '{{}}' ';'", "shell_option"),
    ("find . -delete", "shell_option"),
    ("find . -name x -delete", "shell_option"),
    ("find . -fprint x", "shell_option"),
    ("find . -fprint0 x", "shell_option"),
    ("find . -fprintf x y", "shell_option"),
    ("find . -fls x", "shell_option"),
    ("find -files0-from x", "shell_option"),
    ("find -O3 . -name x", "shell_option"),
    ("find . -name", "shell_option"),
    ("find . -name x .ssh", "shell_option"),
    # builtins
    ("pwd", "allow"),
    ("true", "allow"),
    ("echo a 'b c'", "allow"),
    ("echo x | cat", "allow"),
    # environment dumps
    ("env", "secret"),
    ("printenv HOME", "secret"),
    ("set", "secret"),
    ("export -p", "secret"),
    ("ls | env", "secret"),
    # mutations
    ("cat src/app.py | tee b", "outside_boundary"),
    ("cp a b", "outside_boundary"),
    ("mv a b", "shell_option"),
    ("cp -r src lib", "shell_option"),
    ("mkdir x && ls", "outside_boundary"),
    ("touch 'a b'", "outside_boundary"),
    # everything else
    ("python -c 'x'", "shell_unmodeled"),
    ("/bin/ls", "allow"),
    ("./ls", "shell_unmodeled"),
    ("xargs cat", "shell_unmodeled"),
    ("ls | xargs cat", "shell_unmodeled"),
    ("ls | sh", "shell_unmodeled"),
    ("bash -c ls", "allow"),
    ("eval ls", "shell_unmodeled"),
    ("command ls", "allow"),
    ("test -v x", "shell_option"),
    ("awk '1' src/app.py", "shell_unmodeled"),
    ("LS", "shell_unmodeled"),
    ("codex queue --thread x --message y", "shell_unmodeled"),
    ("claude -p --resume x y", "shell_unmodeled"),
    ("", "tool_input"),
]


@pytest.fixture
def furnished(scene: Scene) -> Scene:
    scene.file("src/app.py", "print('x')\n")
    scene.file(".env", "KEY=hunter2\n")
    scene.file("server.pem", "hunter2\n")
    scene.file(".ignore", "server.pem\n")
    for folder in (".ssh", ".config/gcloud", ".codex", ".kube"):
        (scene.home / folder).mkdir(parents=True)
    return scene


@pytest.mark.parametrize(("command", "expected"), ROWS)
def test_rows(furnished: Scene, command: str, expected: str) -> None:
    filled = command.format(root=furnished.root, home=furnished.home, outside=furnished.outside)
    assert shown(furnished.shell(filled)) == expected


@pytest.mark.parametrize(("command", "expected"), [row for row in ROWS if row[1] == "allow"])
def test_a_pipeline_is_as_good_as_its_worst_part(furnished: Scene, command: str, expected: str) -> None:
    filled = command.format(root=furnished.root, home=furnished.home, outside=furnished.outside)
    assert shown(furnished.shell(f"{filled} | head -5 | wc -l")) == "allow"
    assert shown(furnished.shell(f"{filled} 2>/dev/null | cat .env")) == "secret"
    assert shown(furnished.shell(f"{filled} | tee x")) in ("outside_boundary", "shell_mutation")  # open input


GIT_ROWS: list[tuple[str, str]] = [
    ("git status", "allow"),
    ("git status -sb --porcelain=v2 -uno", "allow"),
    ("git --no-pager diff", "allow"),
    ("git diff --stat HEAD~1", "allow"),
    ("git diff --cached -- src/app.py", "allow"),
    ("git diff -U5 -M90% main..HEAD -- src", "allow"),
    ("git log --oneline -n 5", "allow"),
    ("git log -5 --format='%h %an %s' -- src", "allow"),
    ("git log --since='2 weeks ago' --author=x --grep x", "allow"),
    ("git show HEAD", "allow"),
    ("git show HEAD:src/app.py", "allow"),
    ("git show --stat 'HEAD^{{tree}}'", "allow"),
    ("git diff -- '*.py' ':!*.lock' ':!.env'", "allow"),
    ("git --version", "allow"),
    ("git log | head -3", "allow"),
    ("git", "shell_unmodeled"),
    ("git show HEAD:.env", "secret"),
    ("git show HEAD:src/../.env", "secret"),
    ("git show HEAD:./.env", "secret"),
    ("git show :.env", "secret"),
    ("git show :0:.env", "secret"),
    ("git show HEAD:.ENV", "secret"),
    ("git diff -- .env", "secret"),
    ("git diff .env", "secret"),
    ("git log -p -- server.pem", "secret"),
    ("git log -p -- ':/.env'", "secret"),
    ("git log -p -- ':(top).env'", "shell_unmodeled"),
    ("git log -p -- '*.pem'", "secret"),
    ("git log -p -- '.env*'", "secret"),
    ("git log -p -- '.en?'", "shell_unmodeled"),
    ("git log -p -- '*'", "shell_unmodeled"),
    ("git log -p -- ':(glob)**/.e*'", "shell_unmodeled"),
    ("git diff /etc/hosts /etc/passwd", "shell_unmodeled"),
    ("git diff src ../outside", "shell_unmodeled"),
    ("git diff {home} src", "shell_unmodeled"),
    ("git -c core.pager=x status", "shell_option"),
    ("git -C . status", "allow"),
    ("git -C src status", "shell_unmodeled"),  # in the boundary a confined command may plant a repository
    ("git --git-dir=x status", "shell_option"),
    ("git --work-tree=x status", "shell_option"),
    ("git --exec-path=x status", "shell_option"),
    ("git -p status", "shell_option"),
    ("git diff --output=x", "shell_option"),
    ("git diff --output x", "shell_option"),
    ("git diff --outp=x", "shell_option"),
    ("git diff --ext-diff", "shell_option"),
    ("git diff --textconv", "shell_option"),
    ("git diff -Ox", "shell_option"),
    ("git diff --open-files-in-pager", "shell_option"),
    ("git diff --no-index a b", "shell_option"),
    ("git log -L1,5:src/app.py", "allow"),
    ("git log -L 1,5:.env", "secret"),
    ("git log --show-signature", "shell_option"),
    ("git log --format='%G?'", "shell_option"),
    ("git log --pretty='%GK'", "shell_option"),
    ("git show --textconv HEAD:src/app.py", "shell_option"),
    ("git log --stdin", "shell_option"),
    ("git config --list", "secret"),
    ("git config -l --show-origin", "secret"),
    ("git config --get-regexp remote", "secret"),
    ("git config list", "secret"),
    ("git config get remote.origin.token", "secret"),
    ("git config --unset user.name", "shell_option"),
    ("git config user.name x", "shell_mutation"),
    ("git add .", "shell_mutation"),
    ("git commit -m x", "shell_mutation"),
    ("git push", "shell_mutation"),
    ("git grep x", "allow"),
    ("git cat-file -p HEAD:.env", "secret"),
    ("git sta", "shell_unmodeled"),
]


class TestGit:
    """git reads only the repository at the workspace root."""

    @pytest.mark.parametrize(("command", "expected"), GIT_ROWS)
    def test_rows(self, furnished: Scene, command: str, expected: str) -> None:
        (furnished.root / ".git").mkdir()
        (furnished.outside).joinpath("x").touch()
        filled = command.format(root=furnished.root, home=furnished.home)
        assert shown(furnished.shell(filled)) == expected

    def test_without_a_repository_at_the_root(self, furnished: Scene) -> None:
        (furnished.base / ".git").mkdir()
        assert shown(furnished.shell("git status")) == "git_elsewhere"

    def test_from_a_folder_below(self, furnished: Scene) -> None:
        (furnished.root / ".git").mkdir()
        (furnished.root / "docs").mkdir()
        assert shown(furnished.shell("git status", cwd=str(furnished.root / "docs"))) == "allow"

    @pytest.mark.parametrize("planted", ["dir", "file", "bare"])
    def test_a_planted_repository_on_the_way(self, furnished: Scene, planted: str) -> None:
        (furnished.root / ".git").mkdir()
        inner = furnished.root / "src/inner"
        inner.mkdir()
        if planted == "dir":
            (inner / ".git").mkdir()
        elif planted == "file":
            (inner / ".git").write_text("gitdir: /x\n")
        else:
            for name in ("objects", "refs"):
                (inner / name).mkdir()
            (inner / "HEAD").write_text("ref: refs/heads/x\n")
        (inner / "deep").mkdir()
        assert shown(furnished.shell("git status", cwd=str(inner / "deep"))) == "git_elsewhere"
        assert shown(furnished.shell("git status", cwd=str(inner))) == "git_elsewhere"
        assert shown(furnished.shell("git status")) == "allow"

    def test_outside_the_workspace(self, furnished: Scene) -> None:
        (furnished.root / ".git").mkdir()
        assert shown(furnished.shell("git status", cwd=str(furnished.outside))) == "git_elsewhere"


class TestShadows:
    """A PATH that the agent could fill."""

    @pytest.mark.parametrize("entry", ["", ".", "bin", "./node_modules/.bin"])
    def test_an_empty_or_relative_entry(self, furnished: Scene, entry: str) -> None:
        furnished.path = f"/usr/bin:{entry}"
        assert shown(furnished.shell("ls")) == "shell_program_shadowed"

    @pytest.mark.parametrize("program", ["ls", "sh", "bash"])
    def test_a_folder_of_the_workspace_that_holds_it(self, furnished: Scene, program: str) -> None:
        furnished.file(f"bin/{program}")
        furnished.path = f"/usr/bin:{furnished.root}/bin"
        assert shown(furnished.shell("ls")) == "shell_program_shadowed"

    def test_a_later_program_of_the_pipeline(self, furnished: Scene) -> None:
        furnished.file("bin/wc")
        furnished.path = f"{furnished.root}/bin:/usr/bin"
        assert shown(furnished.shell("ls")) == "allow"
        assert shown(furnished.shell("ls | wc")) == "shell_program_shadowed"

    def test_a_folder_that_links_into_the_workspace(self, furnished: Scene) -> None:
        furnished.file("bin/ls")
        (furnished.base / "tools").symlink_to(furnished.root / "bin")
        furnished.path = f"{furnished.base}/tools:/usr/bin"
        assert shown(furnished.shell("ls")) == "shell_program_shadowed"

    def test_a_folder_of_the_workspace_without_it(self, furnished: Scene) -> None:
        furnished.file("bin/pytest")
        furnished.path = f"{furnished.root}/bin:/usr/bin"
        assert shown(furnished.shell("ls")) == "allow"


class TestPowerShell:
    """On Codex a call may name another shell; where pwsh is installed, only what it reads alike passes."""

    @pytest.fixture
    def windowed(self, furnished: Scene) -> Scene:
        (furnished.base / "tools").mkdir()
        (furnished.base / "tools/pwsh").touch()
        furnished.path = f"/usr/bin:{furnished.base}/tools"
        furnished.state["host"] = "codex"
        return furnished

    @pytest.mark.parametrize(
        ("command", "expected"),
        [
            ("ls -la src", "allow"),
            ("rg -n 'a.*b(c|d)$' src 2>/dev/null | head -5", "allow"),
            ("sed -n '1,5p' src/app.py", "allow"),
            ("git log --oneline -n 5", "allow"),
            ('cat "src/app.py"', "shell_unmodeled"),
            ("cat src\\/app.py", "shell_unmodeled"),
            ("cat 'a\\' 'b'", "shell_unmodeled"),
            ("rg 'a\"b' src", "shell_unmodeled"),
            ("rg 'a\u2019 b' src", "shell_unmodeled"),
            ("sed -n 1,5p src/app.py", "shell_unmodeled"),
            ("git diff HEAD~1", "shell_unmodeled"),
        ],
    )
    def test_rows(self, windowed: Scene, command: str, expected: str) -> None:
        (windowed.root / ".git").mkdir()
        assert shown(windowed.shell(command)) == expected

    def test_claude_names_no_other_shell(self, windowed: Scene) -> None:
        windowed.state["host"] = "claude"
        assert shown(windowed.shell('cat "src/app.py"')) == "allow"


class TestVerification:
    """An approved command is recognised word for word and in its folder."""

    @pytest.fixture
    def approved(self, furnished: Scene) -> Scene:
        furnished.policy["verification_commands"] = [
            {"command": "pytest -q", "words": ["pytest", "-q"], "cwd": ".", "env": {}, "more_args": False},
            {"command": "pnpm test", "words": ["pnpm", "test"], "cwd": "src", "env": {}, "more_args": True},
            "broken",
            {"words": []},
        ]
        return furnished

    @pytest.mark.parametrize(
        ("command", "cwd", "expected"),
        [
            ("pytest -q", "", "allow"),
            ("'pytest' \"-q\"", "", "allow"),
            ("pytest -q x", "", "shell_unmodeled"),
            ("pytest", "", "shell_unmodeled"),
            ("pytest -q", "/src", "shell_unmodeled"),
            ("pytest -q | tail", "", "allow"),
            ("pytest -q && true", "", "allow"),
            ("pnpm test", "", "shell_unmodeled"),
            ("pnpm test", "/src", "allow"),
            ("pnpm test --x y", "/src", "allow"),
        ],
    )
    def test_rows(self, approved: Scene, command: str, cwd: str, expected: str) -> None:
        assert shown(approved.shell(command, cwd=f"{approved.root}{cwd}")) == expected

    def test_it_is_nothing_without_authority(self, approved: Scene) -> None:
        approved.state["phase"] = "review"
        assert shown(approved.shell("pytest -q")) == "shell_unmodeled"
