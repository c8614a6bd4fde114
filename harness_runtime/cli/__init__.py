"""The `harness-state` command: `main` finds a verb, the verb asks the folders beside it, `contracts` words its JSON.

verbs          one a module: its options, and in which order what is done
sessions       one session's folder: found, read, judged, told
report         one run as a whole, for the terminal, as a page, as JSON
export         the same record as OpenTelemetry spans
judging        a call or a draft that nobody makes, judged as the hooks would
project        a workspace's own files and the trust in them
hosts          the host programs; installation: the plugin's files on their way into one
diagnosis      what `doctor` looks at
contracts      the models of what is printed with --json, and their schemas
"""
