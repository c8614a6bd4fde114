"""Findings of the audit as a person and as a program read them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from harness_runtime.cli import language
from harness_runtime.cli.contracts.project import AuditFinding
from harness_runtime.cli.language import sentence
from harness_runtime.cli.render import columns
from harness_runtime.guides.audit import Finding


def finding_view(finding: Finding) -> AuditFinding:
    fault = finding.fault
    return AuditFinding(
        severity=finding.severity,
        code=fault.code,
        subject=fault.subject,
        message=fault.message(language.current()),
    )


def finding_table(findings: Sequence[Finding]) -> Table:
    heads = [sentence("severity"), sentence("subject"), sentence("message")]
    views = [finding_view(finding) for finding in findings]
    return columns(heads, [(view.severity, view.subject, view.message) for view in views], folded=2)
