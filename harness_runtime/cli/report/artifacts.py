"""The texts that a run took: what each gate showed, what closed the work, and the Reviews that counted. Only reads.

A stored text is shown where its bytes make the hash that the records name; what looks like a secret is taken out,
because a report is made to be handed on.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness_runtime.artifacts.canonical import MAX_BYTES, artifact_hash
from harness_runtime.artifacts.kinds import CLOSING
from harness_runtime.cli.contracts.report import ArtifactRow, Gate, ReviewRow
from harness_runtime.cli.language import sentence
from harness_runtime.cli.sessions.ledger import Records
from harness_runtime.cli.sessions.values import text
from harness_runtime.models.redact import redact
from harness_runtime.session.sealed import read_file
from harness_runtime.session.store import Store

MOST = 60  # texts of one run, of 64 KiB each at the most
TAB = 4
NOTES = {"missing": "text_missing", "damaged": "text_damaged", "not_read": "text_not_read"}
_HEX = frozenset("0123456789abcdef")

Named = tuple[str, str, str]  # kind, hash, when


def artifacts(store: Store, shown: list[Gate], records: Records, reviews: list[ReviewRow]) -> list[ArtifactRow]:
    """Oldest first, each text once. Of more than `MOST` the oldest are named and not read."""
    named: dict[tuple[str, str], str] = {}
    for kind, digest, at in sorted(_named(shown, records, reviews), key=lambda each: each[2][:19]):
        named.setdefault((kind, digest), at)
    unread = len(named) - MOST
    return [
        _row(store, kind, digest, at, number >= unread) for number, ((kind, digest), at) in enumerate(named.items())
    ]


def artifact_of(rows: list[ArtifactRow], kind: str, digest: str) -> ArtifactRow | None:
    return next((row for row in rows if (row.kind, row.sha256) == (kind, digest)), None)


def lines_of(row: ArtifactRow) -> list[str]:
    return row.text.expandtabs(TAB).removesuffix("\n").split("\n")


def note_of(row: ArtifactRow) -> str:
    """What to say beside the text, or in its place; "" for nothing."""
    if row.state in NOTES:
        return sentence(NOTES[row.state])
    return sentence("text_redacted") if row.redacted else ""


def _named(shown: list[Gate], records: Records, reviews: list[ReviewRow]) -> Iterator[Named]:
    yield from ((gate.kind, gate.sha256, gate.shown_at) for gate in shown)
    for record in records:
        if record.get("event") in CLOSING:
            yield text(record.get("event")), text(record.get("sha256")), text(record.get("at"))
    yield from ((row.kind, row.sha256, row.at) for row in reviews if row.counts)


def _row(store: Store, kind: str, digest: str, at: str, wanted: bool) -> ArtifactRow:
    row = ArtifactRow(kind=kind, sha256=digest, at=at, state="not_read", redacted=False, text="")
    if not wanted:
        return row
    if len(digest) != 64 or not _HEX.issuperset(digest):  # of a ledger that proves nothing: no file's name
        return row.model_copy(update={"state": "missing"})
    try:
        stored = read_file(str(store.folder / "artifacts" / f"{digest}.md"), MAX_BYTES)
        if artifact_hash(kind, stored) != digest:
            raise ValueError("its bytes are others")
        whole = stored.decode("utf-8")
    except FileNotFoundError:
        return row.model_copy(update={"state": "missing"})
    except (OSError, ValueError):
        return row.model_copy(update={"state": "damaged"})
    told = redact(whole)
    return row.model_copy(update={"state": "whole", "redacted": told != whole, "text": told})
