"""A workspace's own files as the verbs need them: the harness file, guard.json, chains, the trust in them."""
