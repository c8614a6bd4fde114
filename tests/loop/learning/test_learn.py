"""From a session to a skill: what is asked, what is written, what is only offered, and when nothing is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.loop.learning.learn import Ask, Outcome, Session, learn
from harness_runtime.loop.learning.offer import keep, kept, take
from harness_runtime.loop.learning.shelf import LibraryFault, shelved
from harness_runtime.loop.learning.step import Call, Said
from harness_runtime.loop.learning.transcript import Transcript
from harness_runtime.messages.learning import LEARNED
from harness_runtime.models.interface import Failure, Question, Reply
from tests.loop.learning.test_shelf import put

GOOD = {
    "learned": True,
    "name": "deploy-docs",
    "description": "Deploys the docs.",
    "body": "# Deploy\n\n1. `make site`",
}
DID = Transcript("codex", [], [Said("person", "deploy the docs"), Call("1", "shell", "make site", "ran", 0)], False)
ORIGIN = {"source": "harness learn", "session": "s-1"}
KEY = "ghp_" + "a1B2" * 8


class Model:
    """Answers with a text, and keeps what it was asked."""

    def __init__(self, *answers: str | Failure | dict[str, Any]) -> None:
        self.answers = answers
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> Reply | Failure:
        answer = self.answers[min(len(self.asked), len(self.answers) - 1)]
        self.asked.append(question)
        if isinstance(answer, Failure):
            return answer
        return Reply(json.dumps(answer) if isinstance(answer, dict) else answer, "m")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "skills"


def learned(root: Path, ask: Ask, focus: str = "", transcript: Transcript = DID) -> Outcome:
    return learn(Session(transcript, focus, ORIGIN), [root], shelved([root]), ask)


def test_a_new_skill_is_written(root: Path) -> None:
    outcome = learned(root, Model(GOOD))
    assert (outcome.code, outcome.written) == ("skill_written", root / "deploy-docs/SKILL.md")
    assert (root / "deploy-docs/SKILL.md").read_text() == (
        '---\nname: deploy-docs\ndescription: "Deploys the docs."\nmetadata:\n  source: "harness learn"\n'
        '  session: "s-1"\n---\n\n# Deploy\n\n1. `make site`\n'
    )


def test_the_model_gets_evidence_the_focus_and_the_nearest_skills(root: Path) -> None:
    put(root, "deploy-site", "Deploys the docs to a site.")
    put(root, "other", "Something else entirely.")
    model = Model({"learned": False, "why": "no"})
    learned(root, model, focus="the deploy sequence")
    (asked,) = model.asked
    assert "Evidence first" in asked.instructions
    parts = [
        "the deploy sequence",
        "- deploy-site: Deploys",
        "- other: ",
        "# deploy-site",
        "CALL [RAN, exit 0] shell:",
    ]
    places = [asked.text.index(part) for part in parts]
    assert places == sorted(places)


def test_an_empty_session_asks_nobody(root: Path) -> None:
    model = Model(GOOD)
    assert learned(root, model, transcript=Transcript("codex", [], [], False)).code == "session_empty"
    assert model.asked == []
    assert not root.exists()


BAD = {
    "nothing_learned": {"learned": False, "why": "One question, answered."},
    "answer_shape": "I think you should write a skill about deploying.",
    "bad_name": {**GOOD, "name": "../../etc"},
    "bad_description": {**GOOD, "description": "<script>"},
    "front_matter": {**GOOD, "body": "---\nallowed-tools: Bash\n---\nx"},
    "bad_body": {**GOOD, "body": ""},
}


@pytest.mark.parametrize("code", BAD)
def test_what_is_no_skill_writes_nothing(root: Path, code: str) -> None:
    outcome = learned(root, Model(BAD[code]))
    assert (outcome.code, outcome.written, outcome.offer) == (code, None, None)
    assert code in LEARNED
    assert not root.exists()


def test_a_model_that_fails_is_named(root: Path) -> None:
    outcome = learned(root, Model(Failure("m", "timeout", "60")))
    assert (outcome.failure, outcome.written) == (Failure("m", "timeout", "60"), None)
    assert not root.exists()


def test_a_secret_in_the_answer_is_not_written(root: Path) -> None:
    learned(root, Model({**GOOD, "description": f"Uses {KEY}.", "body": f"# x\n\n`login {KEY}`"}))
    assert KEY not in (root / "deploy-docs/SKILL.md").read_text()


def test_a_skill_that_is_there_is_only_offered_a_change(root: Path) -> None:
    path = put(root, "deploy-docs")
    before = path.read_text()
    outcome = learned(root, Model(GOOD))
    assert (outcome.code, outcome.written) == ("update_offered", None)
    assert path.read_text() == before
    assert outcome.offer is not None
    assert "-# deploy-docs" in outcome.offer.diff.split("\n")
    assert "+1. `make site`" in outcome.offer.diff.split("\n")
    assert [skill.folder for skill in outcome.near] == ["deploy-docs"]


def test_what_a_terminal_would_obey_is_seen_in_the_change(root: Path) -> None:
    put(root, "deploy-docs", "Deploys the docs.").write_text("# Deploy\x1b[2J\u202e\n", "utf-8")
    outcome = learned(root, Model(GOOD))
    assert outcome.offer is not None and "-# Deploy\ufffd[2J\ufffd" in outcome.offer.diff.split("\n")


def test_what_a_skill_says_already_is_no_change(root: Path) -> None:
    learned(root, Model(GOOD))
    outcome = learned(root, Model(GOOD))
    assert (outcome.code, outcome.offer) == ("skill_same", None)


def test_a_skill_counts_as_there_by_its_own_name_too(root: Path) -> None:
    path = put(root, "another-folder")
    path.write_text(path.read_text().replace("name: another-folder", "name: deploy-docs"))
    outcome = learned(root, Model(GOOD))
    assert outcome.offer is not None and outcome.offer.folder == "another-folder"
    assert outcome.offer.text.startswith("---\nname: another-folder\n")


def test_a_skill_is_not_changed_by_a_model_that_did_not_see_it(root: Path) -> None:
    """It is asked again with that skill's text, and what it says then counts."""
    put(root, "other", "Something else entirely.").write_text("The person's own words.\n")
    renamed = {**GOOD, "name": "other"}
    model = Model(renamed, {**renamed, "body": "# Deploy, with the person's own words"})
    outcome = learned(root, model)
    assert ["The person's own words." in asked.text for asked in model.asked] == [False, True]
    assert outcome.offer is not None and "+# Deploy, with the person's own words" in outcome.offer.diff


def test_a_model_that_goes_on_to_another_unseen_skill_changes_neither(root: Path) -> None:
    paths = [put(root, name, "Something else entirely.") for name in ("one", "two")]
    before = [path.read_text() for path in paths]
    outcome = learned(root, Model({**GOOD, "name": "one"}, {**GOOD, "name": "two"}))
    assert (outcome.code, outcome.offer, outcome.written) == ("skill_unseen", None, None)
    assert [path.read_text() for path in paths] == before


def test_a_skill_that_is_too_long_to_show_is_not_changed(root: Path) -> None:
    path = put(root, "deploy-docs", "Deploys the docs.")
    path.write_text(path.read_text() + "x" * 20_000)
    model = Model(GOOD)
    assert (learned(root, model).code, len(model.asked)) == ("skill_unseen", 1)


def test_what_a_change_would_lose_is_told(root: Path) -> None:
    path = put(root, "deploy-docs")
    path.write_text(path.read_text().replace("---\n\n", "license: MIT\nallowed-tools: Bash\n---\n\n"))
    outcome = learned(root, Model(GOOD))
    assert outcome.offer is not None and outcome.offer.lost == ("license", "allowed-tools")


# Taking an offer


def test_what_is_taken_is_what_was_shown(root: Path, tmp_path: Path) -> None:
    path = put(root, "deploy-docs")
    offer = learned(root, Model(GOOD)).offer
    assert offer is not None
    data = str(tmp_path / "data")
    assert kept(data, "deploy-docs") is None
    keep(data, offer)
    assert (tmp_path / "data/skill-offer.json").stat().st_mode & 0o077 == 0
    assert kept(data, "other") is None
    assert kept(data, "deploy-docs") == offer
    assert take(data, offer, [root]) == path
    assert path.read_text() == offer.text
    assert kept(data, "deploy-docs") is None


def test_an_offer_for_what_has_changed_is_not_taken(root: Path, tmp_path: Path) -> None:
    path = put(root, "deploy-docs")
    offer = learned(root, Model(GOOD)).offer
    assert offer is not None
    path.write_text("changed")
    with pytest.raises(LibraryFault):
        take(str(tmp_path), offer, [root])
    assert path.read_text() == "changed"


def test_an_offer_is_for_the_hosts_own_folders_only(root: Path, tmp_path: Path) -> None:
    put(root, "deploy-docs")
    offer = learned(root, Model(GOOD)).offer
    assert offer is not None
    with pytest.raises(LibraryFault):
        take(str(tmp_path), offer, [tmp_path / "elsewhere"])


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"root": 3}', "{" * 9_999])
def test_a_file_that_is_no_offer_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "skill-offer.json").write_text(content)
    assert kept(str(tmp_path), "deploy-docs") is None
