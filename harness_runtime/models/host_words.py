"""How each host is told to answer one question and do nothing else: words, environment. Data first.

Measured with Codex 0.171.0 and Claude Code 2.1.197, with the plugin, hooks, skills and MCP servers of a person in
place: no hook runs, no server starts, nothing is left that could be resumed. Claude Code offers the model no tool.
Codex offers `request_user_input`; to some models `apply_patch`, which the read-only sandbox refuses everywhere; to
others a JavaScript isolate that reaches no file, no program and no network. Commands, web search, images, goals and
sub-agents are unknown calls.

| what of the person's                    | Codex                      | Claude Code                            |
|-----------------------------------------|----------------------------|----------------------------------------|
| sign-in, model, provider                | stays                      | stays                                  |
| hooks, plugins, MCP servers             | off                        | off                                    |
| AGENTS.md / CLAUDE.md of the home       | stays                      | off                                    |
| a skill that the question names (`$x`)  | its text is added          | off                                    |
| a file that the question names (`@x`)   | plain text                 | plain text; by itself it would be read |
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

CLAUDE = (
    *("-p", "--output-format", "text"),
    "--safe-mode",  # no hooks, plugins, skills, CLAUDE.md, agents
    *("--tools", ""),
    "--disable-slash-commands",
    "--strict-mcp-config",
    "--no-session-persistence",
    *("--setting-sources", "user"),  # where a sign-in may be
    *("--permission-mode", "dontAsk"),
    *("--settings", '{"disableAllHooks":true,"permissions":{"deny":["Read(//**)"]}}'),
    *("--system-prompt", "You answer one question. You have no tools, and nobody can answer a question of yours."),
)
# Without the first, Claude Code would read the files that a question names with `@` and send them along, --tools or
# not; the rule above says the same to a version that does not know it.
CLAUDE_ENVIRONMENT = {"CLAUDE_CODE_DISABLE_ATTACHMENTS": "1", "DISABLE_AUTOUPDATER": "1"}

CODEX_OFF = """
    hooks plugins apps shell_tool unified_exec multi_agent multi_agent_v2 goals view_image image_generation
    tool_suggest skill_search sleep_tool browser_use computer_use in_app_browser memories code_mode shell_snapshot
    skill_mcp_dependency_install workspace_dependencies daemon_auto_start
"""
CODEX_SET = (
    'approval_policy="never"',
    'web_search="disabled"',
    "notify=[]",  # a program of the person's that is run when a turn ends
    "agents.enabled=false",
    "skills.bundled.enabled=false",
    "skills.include_instructions=false",
    "project_doc_max_bytes=0",
    "include_environment_context=false",
)
CODEX_CONFIGS = ("/etc/codex/config.toml",)


def claude_words() -> tuple[str, ...]:
    return CLAUDE


def codex_words(home: str) -> tuple[str, ...]:
    """`home` is Codex's own folder, whose servers have to be named to be left alone."""
    said = [*(f"features.{name}=false" for name in CODEX_OFF.split()), *CODEX_SET]
    servers = mcp_servers((*CODEX_CONFIGS, f"{home}/config.toml"))
    if servers:
        said.append(f"mcp_servers={{{', '.join(f'{json.dumps(name)}={{enabled=false}}' for name in servers)}}}")
    return (
        *("exec", "--ephemeral", "--skip-git-repo-check", "--ignore-rules", "--color", "never", "-s", "read-only"),
        *(word for text in said for word in ("-c", text)),
        "-",
    )


def mcp_servers(configs: tuple[str, ...]) -> list[str]:
    """Their names in these files. One that cannot be read names none: Codex itself will not start with it."""
    found: dict[str, None] = {}
    for config in configs:
        try:
            table = tomllib.loads(Path(config).read_text("utf-8")).get("mcp_servers")
        except (OSError, ValueError):
            continue
        found |= dict.fromkeys(table if isinstance(table, dict) else ())
    return list(found)
