"""A small MCP server on stdio: `python mcp_server.py PIDFILE`. It says who it is, offers nothing, and stays."""

import json
import os
import sys
from pathlib import Path


def answer(request: dict) -> dict | None:
    match request.get("method"):
        case "initialize":
            version = request["params"]["protocolVersion"]
            who = {"name": "notes", "version": "1"}
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": who}
        case "tools/list":
            return {"tools": []}
        case "ping":
            return {}
    return None


def main() -> None:
    Path(sys.argv[1]).write_text(str(os.getpid()), "utf-8")
    for line in sys.stdin:
        request = json.loads(line)
        result = answer(request)
        if "id" in request and result is not None:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
