"""The page's approvals: what was asked, who answered when and in which turn, what it opened, under which hash."""

from __future__ import annotations

from harness_runtime.cli.contracts.report import Gate, RunReport
from harness_runtime.cli.language import sentence
from harness_runtime.cli.report import summary
from harness_runtime.cli.report.page.artifacts import became, text_of
from harness_runtime.cli.report.page.markup import Html, Part, code, el, when
from harness_runtime.cli.sessions import words

TONES = {"approved": "ok", "declined": "no", "waiting": "ask"}
MOST_PATHS = 100


def gates(run: RunReport) -> list[Part]:
    cards = el("div", [_gate(run, gate) for gate in run.gates], cls="cards")
    none = el("p", sentence("report_no_gates"), cls="soft")
    return [cards if run.gates else none, became(run)]


def _gate(run: RunReport, gate: Gate) -> Html:
    head = el(
        "header",
        el("h3", words.kind_name(gate.kind)),
        code(words.short(gate.sha256)),
        el("span", words.outcome_text(gate), cls=f"pill {TONES.get(gate.outcome, '')}"),
    )
    rows: list[tuple[str, Part]] = [
        (sentence("gate_shown"), _moment(gate.shown_at, summary.turn(run, gate.shown_in_turn)))
    ]
    if gate.answered_at:
        rows.append((sentence("gate_answer"), _moment(gate.answered_at, summary.turn(run, gate.answered_in_turn))))
    if gate.account:
        by = sentence("gate_terminal", account=gate.account) if gate.terminal else gate.account
        rows.append((sentence("gate_by"), by))
    if gate.paths or gate.removed:
        rows.append((sentence("gate_writes"), _paths(gate)))
    if gate.commands:
        rows.append((sentence("gate_commands"), [code(command) for command in gate.commands]))
    if gate.classification:
        risk = sentence("gate_risk", classification=gate.classification, risk=gate.risk)
        rows.append(
            (sentence("gate_class"), [el("span", risk), el("span", f"{sentence('network')}: {gate.network}")])
        )
    notes = [sentence("gate_refused", why=why) for why in gate.refused]
    if gate.unclear:
        notes.append(sentence("gate_unclear", count=str(gate.unclear)))
    return el(
        "article",
        head,
        _facts(rows),
        [el("p", note, cls="soft") for note in notes],
        text_of(run, gate.kind, gate.sha256),
        el("details", el("summary", sentence("report_hashes")), _facts(_hashes(gate))),
        cls="card",
    )


def _hashes(gate: Gate) -> list[tuple[str, Part]]:
    rows: list[tuple[str, Part]] = [(sentence("gate_artifact"), code(gate.sha256))]
    for label, turn in (("gate_shown", gate.shown_in_turn), ("gate_answer", gate.answered_in_turn)):
        if turn:
            rows.append((sentence("gate_turn", which=sentence(label)), code(turn)))
    if gate.policy_sha256:
        rows.append((sentence("gate_policy"), code(gate.policy_sha256)))
    rows += [(sentence("gate_effort"), gate.effort or "-"), (sentence("gate_planner"), gate.planner or "-")]
    return rows


def _facts(rows: list[tuple[str, Part]]) -> Html:
    return el("dl", [[el("dt", label), el("dd", value)] for label, value in rows], cls="facts")


def _moment(at: str, turn: str) -> Html:
    return when(at, sentence("gate_when", at=words.day(at), turn=turn))


def _paths(gate: Gate) -> list[Html]:
    added = el("span", sentence("gate_added"), cls="pill ok")
    shown = [el("span", code(path), [" ", added] if path in gate.added else None) for path in gate.paths[:MOST_PATHS]]
    if len(gate.paths) > MOST_PATHS:
        shown.append(el("span", sentence("report_more", count=str(len(gate.paths) - MOST_PATHS)), cls="soft"))
    gone = el("span", sentence("gate_removed"), cls="pill")
    return shown + [el("span", code(path), " ", gone) for path in gate.removed]
