"""What `harness-state export` says: (Korean, English)."""

from __future__ import annotations

EXPORT = {
    "help_export": (
        "기록을 OpenTelemetry span으로 collector에 보냅니다 (기본: 모든 세션)",
        "Send the record to a collector as OpenTelemetry spans (default: all sessions)",
    ),
    "help_export_otlp": (
        "collector의 주소 (OTLP over HTTP), 예: http://localhost:4318. 헤더는 OTEL_EXPORTER_OTLP_HEADERS에서 읽습니다",
        "The collector's address (OTLP over HTTP), such as http://localhost:4318; headers come from OTEL_EXPORTER_OTLP_HEADERS",
    ),
    "help_export_session": ("이 세션만", "This session only"),
    "export_no_library": (
        "보내는 데 필요한 라이브러리가 없습니다. clone한 폴더에서 패키지를 다시 설치하세요: pipx install --force '.[otlp]' (uv: uv tool install '.[otlp]', venv: pip install '.[otlp]')",
        "the libraries for sending are not installed. Install the package again, in its clone: pipx install --force '.[otlp]' (uv: uv tool install '.[otlp]', a venv: pip install '.[otlp]')",
    ),
    "export_no_address": (
        "collector의 주소가 아닙니다: {url} (http://localhost:4318 같은 주소를 주세요)",
        "not the address of a collector: {url} (give one like http://localhost:4318)",
    ),
    "export_not_sent": (
        "{url}의 collector가 받지 않았습니다: {why}. 주소와 OTEL_EXPORTER_OTLP_HEADERS를 확인한 뒤 다시 보내세요. 두 번 보내도 같은 span입니다",
        "the collector at {url} did not take it: {why}. Look at the address and OTEL_EXPORTER_OTLP_HEADERS, then send again; sent twice, the spans are the same",
    ),
    "export_left_out": (
        "보내지 않은 세션: {session} (상태나 ledger를 믿을 수 없습니다. `harness-state ledger verify`)",
        "left out: {session} (its state or ledger cannot be trusted: `harness-state ledger verify`)",
    ),
    "exported": (
        "{url}에 보냈습니다: 세션 {sessions}개, run {runs}개, span {spans}개, event {events}개",
        "sent to {url}: sessions {sessions}, runs {runs}, spans {spans}, events {events}",
    ),
}
