"""Names of attributes. Data. Those that begin with `gen_ai.` are OpenTelemetry's GenAI conventions, a test compares
them with the published ones; what these have no name for begins with `harness.`.
"""

from __future__ import annotations

OPERATION = "gen_ai.operation.name"
CONVERSATION = "gen_ai.conversation.id"
AGENT_NAME = "gen_ai.agent.name"
AGENT_ID = "gen_ai.agent.id"
PROVIDER = "gen_ai.provider.name"
TOOL_NAME = "gen_ai.tool.name"
TOOL_TYPE = "gen_ai.tool.type"
TOOL_CALL_ID = "gen_ai.tool.call.id"
ERROR_TYPE = "error.type"
EXIT_CODE = "process.exit.code"

INVOKE_AGENT, EXECUTE_TOOL = "invoke_agent", "execute_tool"
FUNCTION = "function"  # a tool that the agent's own side carries out

# host -> the agent's name, and whose models it usually asks
AGENTS = {"codex": ("Codex CLI", "openai"), "claude": ("Claude Code", "anthropic")}

OWN = "harness."
# A ledger record says these in other places, or of its chain alone.
CHAIN = ("schema_version", "session_id", "run_id", "at", "event", "previous", "voids")
# What of a confined run's evidence leaves: neither its environment nor its places.
CONFINED = ("command", "engine", "timed_out", "signal", "faults", "fingerprint", "policy", "revision", "why")
