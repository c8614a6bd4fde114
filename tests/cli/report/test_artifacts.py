"""The texts of a run: shown where their bytes make the recorded hash, said where they do not, without secrets."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.canonical import artifact_hash, canonical_bytes
from harness_runtime.cli.report import artifacts as artifacts_
from harness_runtime.cli.report.artifacts import artifacts
from harness_runtime.session.evidence import append_evidence
from tests.cli.report.test_gather import valid
from tests.support.artifacts import tiny_plan

PLAN = tiny_plan("src/app.py", scope="One greeting.")


@pytest.fixture
def store(new_run):
    return new_run().approved().store


@pytest.fixture
def keep(store):
    def call(kind: str, text: str) -> str:
        canonical = canonical_bytes(text)
        digest = artifact_hash(kind, canonical)
        store.put_artifact(canonical, digest)
        return digest

    return call


def closing(digest: str, at: str = "2026-01-01T00:00:00Z", event: str = "completion_report") -> dict[str, object]:
    return {"event": event, "sha256": digest, "at": at}


def test_the_gate_the_end_and_the_review_that_counted_are_told(new_run, keep, answer):
    run = new_run()
    digests = [keep("plan", PLAN), keep("completion_report", "# Completion Report\n\nAll of it.")]
    reviews = [keep("clean_context_review", f"# Clean-context Review\n\n{word}") for word in ("counts", "does not")]
    run.state = run.store.load()
    with run.store.locked():
        state = run.store.commit(run.state, "gate_opened", kind="plan", sha256=digests[0])
        run.store.commit(state, "completion_report", sha256=digests[1])
    for digest, counts in zip(reviews, (True, False), strict=True):
        append_evidence(run.folder, {"kind": "clean_context_review", "run_id": "run-1", "at": "2999-01-01T00:00:00Z",
                                     "sha256": digest, "verdict": "PASS", "counts": counts})  # fmt: skip
    told = valid(answer("report")[0])["run"]["artifacts"]
    assert [(row["sha256"], row["state"]) for row in told] == [(each, "whole") for each in [*digests, reviews[0]]]
    assert told[0]["text"] == PLAN


def test_a_text_that_does_not_make_its_hash_is_not_shown(store, keep):
    digest = keep("completion_report", "# Completion Report")
    (store.folder / "artifacts" / f"{digest}.md").write_text("# Completion Report, better")
    [row] = artifacts(store, [], [closing(digest)], [])
    assert (row.state, row.text) == ("damaged", "")


@pytest.mark.parametrize("digest", ["f" * 64, "../../state", "", "F" * 64])
def test_what_is_not_there_or_no_hash_is_missing(store, keep, digest):
    assert artifacts(store, [], [closing(digest)], [])[0].state == "missing"


def test_a_link_is_not_followed(store, keep, tmp_path):
    digest = keep("completion_report", "# Completion Report")
    stored = store.folder / "artifacts" / f"{digest}.md"
    stored.rename(tmp_path / "elsewhere")
    stored.symlink_to(tmp_path / "elsewhere")
    assert artifacts(store, [], [closing(digest)], [])[0].state == "damaged"


def test_what_looks_like_a_secret_is_taken_out(store, keep):
    digest = keep("completion_report", "# Completion Report\n\nUses ghp_0123456789abcdefghijABCDEFGHIJ0123.")
    [row] = artifacts(store, [], [closing(digest)], [])
    assert (row.redacted, row.text) == (True, "# Completion Report\n\nUses [REDACTED].\n")


def test_each_text_is_told_once_and_of_too_many_the_oldest_is_not_read(store, keep, monkeypatch):
    monkeypatch.setattr(artifacts_, "MOST", 1)
    first, second = (keep("implementation_summary", f"# Implementation Summary\n\n{n}") for n in (1, 2))
    rows = [closing(each, at, "implementation_summary") for each, at in ((second, "2"), (first, "1"), (first, "3"))]
    told = artifacts(store, [], rows, [])
    assert [(row.sha256, row.state) for row in told] == [(first, "not_read"), (second, "whole")]
