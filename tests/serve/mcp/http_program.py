"""The guarded server for one home folder and one file of tools: prints its address for MCP, and its token."""

import asyncio
import sys
from typing import Any

import pollex
from pollex.serve import server
from pollex.serve.server_file import read_server_file


async def serve(app: pollex.App, **offers: Any) -> None:
    """Serve until the process is ended."""

    def ready(serving: server.Serving) -> None:
        print(f"{serving.url}/mcp", (read_server_file(app.settings.home) or {})["token"], flush=True)

    await server.serve(app, host="127.0.0.1", port=0, ready=ready, offers=offers)


async def main() -> None:
    async with pollex.App(home=sys.argv[1]) as app:
        app.add_tools(sys.argv[2])
        await serve(app)


if __name__ == "__main__":
    asyncio.run(main())
