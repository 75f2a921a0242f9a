"""The peers as servers: `python -m bench.doors.peers fastmcp-stdio | fastmcp-http | fastapi PORT`."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from bench.functions import add, add_async


def fastmcp() -> Any:
    server = import_module("fastmcp").FastMCP("bench")
    server.tool(add)
    server.tool(add_async)
    return server


def fastapi() -> Any:
    """The function alone: arguments in the body, no guard, no log."""
    module = import_module("fastapi")
    app, body = module.FastAPI(), module.Body

    @app.post("/add")
    def add_route(a: int = body(), b: int = body()) -> int:
        return add(a, b)

    @app.post("/add_async")
    async def add_async_route(a: int = body(), b: int = body()) -> int:
        return await add_async(a, b)

    return app


def main(kind: str, port: int) -> None:
    if kind == "fastmcp-stdio":
        fastmcp().run(show_banner=False, log_level="ERROR")
    elif kind == "fastmcp-http":
        fastmcp().run(
            transport="http",
            port=port,
            show_banner=False,
            log_level="ERROR",
            uvicorn_config={"access_log": False},
        )
    else:
        import_module("uvicorn").run(fastapi(), port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
