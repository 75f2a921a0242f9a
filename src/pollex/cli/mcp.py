"""`pollex mcp`: the tools as an MCP server on stdin and stdout, and how clients are told of it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.json import dumps
from ..core.result import Result
from .output import Json, answer, console, prints_to_stderr
from .session import open_app
from .tools import From

if TYPE_CHECKING:
    from ..app.app import App

ClientOption = Literal["claude-desktop", "claude-code", "cursor", "vscode", "windsurf", "zed"]


def mcp(
    sources: From = None,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Print the entry for a client's configuration, and serve nothing.")
    ] = False,
    client: Annotated[ClientOption, typer.Option(help="With --print-config: the client.")] = "claude-desktop",
    json: Json = False,
) -> int:
    """Serve the tools by the Model Context Protocol on stdin and stdout, for a client that starts this command.

    Calls that need an approval are runs: the client asks its person, or `pollex runs approve` says it.

    \b
    Examples:
      pollex mcp --from examples
      pollex mcp --from examples --print-config --client claude-code > .mcp.json
    """
    if print_config:
        return _print_config(client, sources or [], json=json)
    with prints_to_stderr():
        app = open_app(sources)
    if sys.stdin is not None and sys.stdin.isatty():
        console(stderr=True).print("Serves MCP on stdin and stdout; a client starts it: see --print-config.")
    return _serve(app)


def _serve(app: App) -> int:
    import asyncio

    from ..serve.mcp.server import McpServer
    from ..serve.mcp.stdio import serve_stdio

    async def serve() -> None:
        async with app:
            await serve_stdio(McpServer(app))

    asyncio.run(serve())
    return 0


def _print_config(client: ClientOption, sources: list[Path], *, json: bool) -> int:
    from ..serve.mcp.clients import FILES, client_entry

    given = [part for source in sources for part in ("--from", str(source.absolute()))]
    home = {name: value for name, value in os.environ.items() if name == "POLLEX_HOME"}
    command = shutil.which("pollex")
    args = ["mcp", *given] if command else ["-m", "pollex", "mcp", *given]
    entry = client_entry(client, command or sys.executable, args, home)
    if json:
        return answer(Result.success({"client": client, "file": FILES[client].file, "entry": entry}), json=True)
    print(dumps(entry, indent=True))
    console(stderr=True).print(f"This belongs into {FILES[client].file}.")
    return 0
