"""What is stored for a session: state, sealed policy, artifacts, ledger, call records."""
