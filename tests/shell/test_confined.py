"""`shell = "confined"`: what nobody understands runs where it can do no harm; what is known to be wrong is denied."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.boundary import confined
from harness_runtime.boundary.shell.finding import NOT_UNDERSTOOD, TOLD_BETTER
from harness_runtime.confinement.engines.bubblewrap import Bubblewrap
from harness_runtime.confinement.engines.landlock import Landlock
from harness_runtime.confinement.engines.seatbelt import Seatbelt
from tests.boundary.scene import Scene, shown
from tests.shell.ground import furnish


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = furnish(tmp_path_factory.mktemp("confined").resolve())
    scene.file("src/bin/wc")
    scene.policy["verification_commands"] = [
        {"command": "pytest -q", "words": ["pytest", "-q"], "cwd": ".", "env": {"CI": "1"}, "network": "none"},
    ]
    return scene


@pytest.fixture
def ground(furnished: Scene) -> Scene:
    """In `implement`, with a bubblewrap, for a person who wants the confined shell."""
    furnished.state |= {
        "phase": "implement",
        "held": False,
        "suspended": False,
        "host": "claude",
        "engine": {"name": "bubblewrap", "details": ""},
        "person": {"shell": "confined", "confinement": "required"},
    }
    furnished.path = "/usr/bin:/bin"
    return furnished


# One for each rule of NOT_UNDERSTOOD: the strict denial, which becomes a confined run.
UNKNOWN = [
    ("for f in src/*.py; do wc -l $f; done", "shell_unmodeled"),
    ("python3 - <<'E'\nprint(1)\nE", "shell_unmodeled"),
    ("make -j4", "shell_unmodeled"),
    ("echo $(date) > /dev/null", "shell_unmodeled"),
    ("X=1 ls &", "shell_unmodeled"),
    ("diff <(ls) <(ls src)", "shell_unmodeled"),
    ("sort -o src/x src/app.py", "shell_option"),
    ("find . -name '*.pyc' -delete", "shell_option"),
    ("rg --pre cat x", "shell_option"),
    ("tar czf src/x.tgz src/app.py", "shell_mutation"),
    ("sed -i s/a/b/ src/app.py | cat", "shell_option"),
    ("git -C src/bare log", "git_elsewhere"),
    ("wc -l README.md", "shell_program_shadowed"),
    ("harness-confine 2 -- 'for i in 1; do ls; done'", "shell_unmodeled"),
]


@pytest.mark.parametrize(("command", "rule"), UNKNOWN)
def test_what_is_not_understood_runs_confined(ground: Scene, command: str, rule: str) -> None:
    if rule == "shell_program_shadowed":
        ground.path = f"{ground.root}/src/bin:/usr/bin:/bin"
    ground.state["person"]["shell"] = "strict"
    assert shown(ground.shell(command)) == rule
    ground.state["person"]["shell"] = "confined"
    decision = ground.shell(command)
    assert (decision.verdict, decision.kind, decision.rule) == ("allow", "execute", "shell_confined")
    run = decision.confined
    assert run is not None
    assert (run.kind, run.writable, run.network, run.argv) == ("shell", True, "none", [])
    assert run.text == command.removeprefix("harness-confine 2 -- ").strip("'" if "harness" in command else "")
    assert run.cwd == str(ground.root)


def test_every_rule_has_its_row() -> None:
    assert {rule for _, rule in UNKNOWN} == set(NOT_UNDERSTOOD)


KNOWN = [
    ("cat .env", "secret"),
    ("printenv", "secret"),
    ("python3 x.py < .env", "secret"),
    ("make; cat .env", "secret"),
    ("make | grep x .env", "secret"),
    ("cat .env; for f in *; do ls; done", "secret"),
    ("bash -c 'make && cat .env'", "secret"),
    ("make && cp src/app.py ../x", "outside_boundary"),
    ("make; git commit -m x", "shell_mutation"),
    ("cp src/app.py ../x", "outside_boundary"),
    ("python3 x.py > README.md", "outside_boundary"),
    ("python3 x.py > .git/config", "never_writable"),
    ("python3 x.py >> AGENTS.md", "listed_only"),
    ("python3 x.py > src/hard/linked.txt", "hard_link"),
    ("python3 x.py > src/link_out", "symlink"),
    ("cat src/out/*", "symlink"),
    ("cat /dev/zero", "special_file"),
    ("cd /tmp && make", "cwd_outside"),
    ("git commit -m x", "shell_mutation"),
    ("git add src/app.py", "shell_mutation"),
    ("echo x | apply_patch", "shell_unmodeled"),
    ("make \u202e", "name_encoding"),
    ("make \x1b[2J", "name_encoding"),
    ("echo 'x\ud800'", "name_encoding"),
    ("make " + "x" * 70_000, "too_large"),
    ("make " + "'" * 40_000, "too_large"),
    ("harness-state check - x", "shell_unmodeled"),
]


@pytest.mark.parametrize(("command", "rule"), KNOWN)
def test_what_is_known_to_be_wrong_is_denied(ground: Scene, command: str, rule: str) -> None:
    decision = ground.shell(command)
    assert shown(decision) == rule
    assert decision.confined is None


def test_the_hints_that_tell_it_better_are_used() -> None:
    assert set(TOLD_BETTER) == {"commit_later", "patch_tool"}


@pytest.mark.parametrize("phase", ["planning", "plan_pending", "review", "repair_planning", "post_repair_review"])
def test_without_authority_it_reads(ground: Scene, phase: str) -> None:
    ground.state["phase"] = phase
    decision = ground.shell("make")
    assert decision.rule == "shell_confined_read"
    assert decision.confined is not None
    assert not decision.confined.writable
    assert shown(ground.shell("make > src/log")) == "no_authority"


def test_suspended_or_over_another_guard_json_it_reads(ground: Scene) -> None:
    ground.state["suspended"] = True
    run = ground.shell("make").confined
    assert run is not None
    assert not run.writable
    assert shown(ground.shell("make > src/log")) == "suspended"


def test_a_policy_that_does_not_fit_lets_nothing_run(ground: Scene) -> None:
    ground.state["run_id"] = "another"
    try:
        assert shown(ground.shell("make")) == "policy_mismatch"
    finally:
        ground.state["run_id"] = "r-1"


def test_a_child_reads(ground: Scene) -> None:
    for command in ("make", "pytest -q", "pytest -q | tail"):
        run = ground.shell(command, agent_id="a-1").confined
        assert run is not None
        assert (run.kind, run.writable, run.evidence) == ("shell", False, False)
        assert run.text == command
    assert shown(ground.shell("make > src/log", agent_id="a-1")) == "child"
    assert shown(ground.shell("touch src/x", agent_id="a-1")) == "child"


def test_an_approved_command_stays_one(ground: Scene) -> None:
    decision = ground.shell("pytest -q | tail")
    assert decision.rule == "verification"
    run = decision.confined
    assert run is not None
    assert (run.kind, run.evidence, run.env) == ("verification", True, {"CI": "1"})


def test_in_other_company_it_is_a_line_like_others(ground: Scene) -> None:
    decision = ground.shell("pytest -q && touch src/x")
    assert decision.confined is not None
    assert (decision.rule, decision.confined.evidence) == ("shell_confined", False)


def test_a_held_session_runs_nothing(ground: Scene) -> None:
    ground.state |= {"held": True, "phase": "cancelled"}
    assert shown(ground.shell("make")) == "held"


def test_nothing_goes_on_by_itself(ground: Scene) -> None:
    for command in ("make", "pytest -q"):
        decision = ground.judge("Bash", {"command": command, "run_in_background": True})
        assert (decision.rule, decision.subject) == ("shell_mutation", "run_in_background")


ENGINES = [
    # engine, confinement, network of the Plan, for an approved command, for a line that nobody understands
    ("bubblewrap", "required", "none", "allow", "allow"),
    ("bubblewrap", "required", "loopback", "allow", "allow"),
    ("bubblewrap", "required", "full", "allow", "allow"),
    ("landlock", "required", "none", "allow", "allow"),
    ("landlock", "required", "loopback", "confinement_network", "allow"),
    ("landlock", "best_effort", "full", "confinement_network", "allow"),
    ("seatbelt", "required", "none", "allow", "allow"),
    ("seatbelt", "required", "loopback", "allow", "allow"),
    ("none", "required", "none", "confinement_missing", "confinement_missing"),
    ("none", "best_effort", "none", "allow", "confinement_missing"),
    ("none", "best_effort", "full", "allow", "confinement_missing"),
    ("other", "required", "none", "confinement_missing", "confinement_missing"),
]


def test_the_table_of_engines_is_the_engines() -> None:
    engines = (Bubblewrap, Landlock, Seatbelt)
    assert tuple(engine.name for engine in engines) == confined.ENGINES
    with_network = tuple(engine.name for engine in engines if set(engine.networks) == set(confined.NETWORKS))
    assert with_network == confined.WITH_NETWORK


@pytest.mark.parametrize(("engine", "confinement", "network", "approved", "unknown"), ENGINES)
def test_the_engine_decides(
    ground: Scene, engine: str, confinement: str, network: str, approved: str, unknown: str
) -> None:
    ground.state["engine"] = {"name": engine, "details": ""}
    ground.state["person"]["confinement"] = confinement
    ground.policy["network"] = network
    try:
        assert shown(ground.shell("pytest -q")) == approved
        assert shown(ground.shell("make")) == unknown
    finally:
        del ground.policy["network"]


@pytest.mark.parametrize("state", [{"engine": None}, {"engine": "bubblewrap"}, {"engine": {}}])
def test_without_a_word_about_the_engine_there_is_none(ground: Scene, state: dict[str, object]) -> None:
    ground.state |= state
    assert shown(ground.shell("pytest -q")) == "confinement_missing"


@pytest.mark.parametrize("person", [None, {}, {"shell": True}, {"shell": "Confined"}])
def test_without_the_persons_word_it_is_strict(ground: Scene, person: object) -> None:
    ground.state["person"] = person
    assert shown(ground.shell("make")) == "shell_unmodeled"


class TestPowerShell:
    """On Codex another shell may read the line: it gets only what all of them read alike."""

    @pytest.fixture
    def windowed(self, ground: Scene, tmp_path: Path) -> Scene:
        (tmp_path / "pwsh").touch()
        ground.path = f"/usr/bin:{tmp_path}"
        ground.state["host"] = "codex"
        return ground

    @pytest.mark.parametrize(
        ("command", "expected"),
        [
            ("pytest -q 2>&1 | tail -20", "allow"),
            ("for f in *; do wc -l $f; done", "allow"),
            ("make \u2019; touch src/x; \u2019", "shell_unmodeled"),
            ("echo 'a'; make", "shell_unmodeled"),
            ("pytest -q && echo a", "shell_unmodeled"),
        ],
    )
    def test_rows(self, windowed: Scene, command: str, expected: str) -> None:
        assert shown(windowed.shell(command)) == expected
