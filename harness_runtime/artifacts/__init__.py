"""Canonical artifacts (Plan, Completion Report, …): parse, validate, hash."""
