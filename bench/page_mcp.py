"""Playwright MCP over its standard streams: the answer of its tool `browser_snapshot`, as a model gets it.

Its fixed wait after each call is switched off (`--timeout-settle 0`).
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.page_contender import Contender, Found, Observation, Opened, Opening, Place
from bench.page_nodes import kept_nodes
from bench.page_snapshot import KEEP, count_offered, near

PACKAGE = Path(".bench/page/node_modules/@playwright/mcp")
LONGEST_LINE = 1 << 28
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Server:
    """One JSON-RPC message a line; calls one after the other."""

    def __init__(self, process: Process) -> None:
        assert process.stdin
        assert process.stdout
        self.into, self.out = process.stdin, process.stdout
        self.last = 0

    def send(self, message: dict[str, Any]) -> None:
        self.into.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            answer: dict[str, Any] = json.loads(await self.out.readline())
            if answer.get("id") == self.last and "method" not in answer:
                result: dict[str, Any] = answer["result"]
                return result

    async def call(self, tool: str, **arguments: Any) -> str:
        result = await self.request("tools/call", {"name": tool, "arguments": arguments})
        text = "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
        if result.get("isError"):
            raise RuntimeError(text[:500])
        return text


def keeping(references: list[str]) -> str:
    """Playwright code that leaves the elements of these references in their frames."""
    return f"""async (page) => {{
  for (const reference of {json.dumps(references)})
    await page.locator('aria-ref=' + reference).evaluate({KEEP}, undefined, {{ timeout: 2000 }}).catch(() => {{}});
}}"""


@asynccontextmanager
async def opened(place: Place) -> Opening:
    program = str(PACKAGE / "cli.js")
    options = ("--cdp-endpoint", place.endpoint, "--timeout-settle", "0", "--output-dir", ".bench/page/mcp")
    process = await asyncio.create_subprocess_exec(
        "node", program, *options, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL, limit=LONGEST_LINE
    )
    try:
        server = Server(process)
        await server.request("initialize", HELLO)
        server.send({"method": "notifications/initialized"})

        async def observe() -> Observation:
            text = await server.call("browser_snapshot")
            return Observation(text, count_offered(text))

        async def found() -> Found:
            references = near(await server.call("browser_snapshot", boxes=True))
            await server.call("browser_run_code_unsafe", code=keeping(references))
            return await kept_nodes(place)

        yield Opened(observe, found)
    finally:
        process.kill()
        await process.wait()


def playwright_mcp() -> Contender:
    version = json.loads((PACKAGE / "package.json").read_text())["version"]
    return Contender("Playwright MCP", version, opened)
