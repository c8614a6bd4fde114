"""The chains that come with Harness, in the form of the settings files. Their agents do as well."""

from __future__ import annotations

from typing import Any

from harness_runtime.settings.chains import Chain

_BUILT_IN: dict[str, dict[str, Any]] = {
    "react-js": {
        "description": "Plan, build, test and review a React interface in JavaScript",
        "chain": [
            {
                "agent": "planner",
                "brief": "Read the request and the project. Write down the components to make or change: each with "
                "its file, its props, its state, what it shows and what it does on every event; where data comes "
                "from; and what counts as done. Change no file.",
                "done": "Every component has its file, props, states and events named, and the finish condition can "
                "be checked by a test.",
            },
            {
                "agent": "implement",
                "brief": "Build the planned components: function components and hooks in JavaScript, keys on lists, "
                "labels on inputs, effects that clean up. Use what the project uses already; add no dependency that "
                "the plan does not name.",
                "done": "Every planned component is there and is used, and the project builds.",
            },
            {
                "agent": "test",
                "on_failure": "implement",
                "brief": "Test what a user sees and does: rendering with each planned state, every event, empty and "
                "failing data. Use the project's own test runner; where it has none, say so and check by building "
                "and by reading.",
                "done": "The tests cover every planned component and pass, and the build passes.",
            },
            {
                "agent": "review",
                "on_failure": "implement",
                "brief": "Read the whole change against the plan: missing states, stale closures, effects without "
                "dependencies, keys, accessibility, text that was meant as a placeholder.",
                "done": "Nothing is left that would send the change back.",
            },
        ],
    },
}

BUILT_IN: dict[str, Chain] = {name: Chain.model_validate(chain) for name, chain in _BUILT_IN.items()}
