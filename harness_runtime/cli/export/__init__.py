"""The record of sessions as OpenTelemetry spans."""
