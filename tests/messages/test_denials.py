"""Every denial in both languages: complete, short, and never a word of consent."""

from __future__ import annotations

import pytest

from harness_runtime.messages.denials import HINTS, MAX_VALUE, SENTENCES, WAYS, say
from tests.boundary.scene import words

OF_THE_DECISION = words(
    "state_unreadable state_foreign schema_unknown policy_unreadable policy_mismatch child held suspended"
    " no_authority outside_boundary never_writable listed_only secret special_file hard_link symlink is_directory"
    " name_encoding"
    " patch_grammar tool_unmodeled tool_input shell_unmodeled shell_option shell_mutation shell_program_shadowed"
    " git_elsewhere confinement_missing confinement_network confined_running"
    " cwd_outside too_large too_deep deadline payload internal unrecorded"
)

RULES = sorted(SENTENCES["en"])
LANGUAGES = ("ko", "en")
FIELDS = {"subject": "src/app.py", "allowed": "src/**, tests/**", "root": "/project", "tool": "Grep"}


def test_every_rule_of_the_decision_has_a_sentence() -> None:
    assert set(OF_THE_DECISION) <= set(RULES)


def test_both_languages_are_complete() -> None:
    assert SENTENCES["ko"].keys() == SENTENCES["en"].keys()


def test_both_languages_give_the_same_advice() -> None:
    assert HINTS["ko"].keys() == HINTS["en"].keys()


@pytest.mark.parametrize("rule", RULES)
def test_both_languages_use_the_same_fields(rule: str) -> None:
    for field in ("{subject}", "{allowed}", "{root}", "{tool}", "{hint}"):
        assert (field in SENTENCES["ko"][rule]) is (field in SENTENCES["en"][rule])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_a_sentence_names_rule_phase_and_subject(language: str, rule: str) -> None:
    said = say(language, rule, "planning", **FIELDS)
    assert f"[{rule}, planning]" in said
    assert ("src/app.py" in said) is ("{subject}" in SENTENCES[language][rule])
    assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_a_sentence_is_short(language: str, rule: str) -> None:
    longest = max(HINTS[language], key=lambda name: len(HINTS[language][name].encode()))
    said = say(language, rule, "repair_implement", hint=longest, **FIELDS)
    assert len(said.encode("utf-8")) <= 500


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_no_word_reads_as_consent(language: str, rule: str) -> None:
    said = say(language, rule, "", **FIELDS).lower()
    for word in (
        "allowed",
        "permitted",
        "approved",
        "granted",
        "you may",
        "go ahead",
        "허용",
        "승인됨",
        "승인되었",
        "괜찮",
    ):
        assert word not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", ["no_authority", "outside_boundary", "listed_only", "secret"])
def test_where_no_approval_exists_it_is_said(language: str, rule: str) -> None:
    said = say(language, rule, "implement", **FIELDS)
    assert any(
        words in said
        for words in ("승인이 없습니다", "승인할 방법도 없습니다", "No approval exists", "no approval exists")
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rule", "fields", "way"),
    [
        ("outside_boundary", {"hint": "plan_deviation"}, "`plan_deviation`"),
        ("listed_only", {}, "`plan_deviation`"),
        ("no_authority", {}, "`cancel`"),
        ("held", {}, "`$harness:off`"),
        ("state_unreadable", {}, "`$harness:off`"),
        ("shell_mutation", {}, "apply_patch"),
        ("shell_option", {"hint": "name_folder"}, "rg"),
        ("payload", {}, "harness-state doctor"),
    ],
)
def test_the_way_out(language: str, rule: str, fields: dict[str, str], way: str) -> None:
    assert way in say(language, rule, "implement", **fields)


WAYS_ON = {
    "planning": "exact gate question",
    "plan_pending": "waits for the person's answer",
    "implement": "exact gate question",
    "review": "`review_finding`",
    "post_repair_review": "`review_finding`",
    "repair_planning": "Repair Plan: show one",
    "repair_pending": "The Repair Plan waits",
    "completed": "`$harness …`",
    "completed_with_residual_risk": "`$harness …`",
}


@pytest.mark.parametrize(("phase", "way"), WAYS_ON.items())
def test_what_leads_on_depends_on_the_phase(phase: str, way: str) -> None:
    assert way in say("en", "no_authority", phase)


def test_both_languages_know_a_way_on_in_the_same_phases() -> None:
    assert WAYS["ko"].keys() == WAYS["en"].keys() <= {*WAYS_ON, ""}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", WAYS_ON)
def test_no_way_on_reads_as_consent(language: str, phase: str) -> None:
    said = say(language, "no_authority", phase).lower()
    assert not any(
        word in said for word in ("allowed", "permitted", "approved", "granted", "you may", "허용", "괜찮")
    )


@pytest.mark.parametrize("language", ["", "fr", "KO", "korean"])
def test_an_unknown_language_is_korean(language: str) -> None:
    assert say(language, "secret", "implement", subject=".env") == say("ko", "secret", "implement", subject=".env")


def test_an_unknown_rule_is_an_internal_fault() -> None:
    assert say("en", "no_such_rule", "implement").startswith("Harness [internal, implement]")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_missing_and_odd_fields_never_raise(language: str, rule: str) -> None:
    assert say(language, rule, "").startswith(f"Harness [{rule}]")
    said = say(language, rule, "x", subject="{tool}{0}%s\ud800\x1b[31m\n" + "x" * 5000, hint="nonsense", other="1")
    assert said.isprintable()
    assert len(said.encode("utf-8")) < 500 + MAX_VALUE
    assert say(language, rule, "x", subject=None, allowed=7)  # type: ignore[arg-type]
