"""How the usual MCP clients are told of a server that they start: one row for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, get_args

from ...core.json import Object

Client = Literal["claude-desktop", "claude-code", "cursor", "vscode", "windsurf", "zed"]


class ClientFile(NamedTuple):
    """Where a client keeps its servers: the file, the keys down to them, and what an entry needs in addition."""

    file: str
    keys: tuple[str, ...]
    more: Mapping[str, str] = MappingProxyType({})


FILES: Final[dict[Client, ClientFile]] = {
    "claude-desktop": ClientFile(
        "claude_desktop_config.json (Settings, Developer, Edit Config)",
        ("mcpServers",),
    ),
    "claude-code": ClientFile(".mcp.json in the project", ("mcpServers",), {"type": "stdio"}),
    "cursor": ClientFile("~/.cursor/mcp.json, or .cursor/mcp.json in the project", ("mcpServers",)),
    "vscode": ClientFile(".vscode/mcp.json in the project", ("servers",), {"type": "stdio"}),
    "windsurf": ClientFile("~/.codeium/windsurf/mcp_config.json", ("mcpServers",)),
    "zed": ClientFile("~/.config/zed/settings.json", ("context_servers",), {"source": "custom"}),
}
assert set(FILES) == set(get_args(Client))


def client_entry(client: Client, command: str, args: Sequence[str], env: Object) -> Object:
    """Return what goes into a client's file so that it starts the server."""
    row = FILES[client]
    entry: Any = {"pollex": {**row.more, "command": command, "args": list(args), **({"env": env} if env else {})}}
    for key in reversed(row.keys):
        entry = {key: entry}
    return dict(entry)
