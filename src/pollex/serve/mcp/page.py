"""The browser as an MCP server (`pollex mcp --page`): its tools, and their answers as text and pictures.

Answers have no structured content: clients would show a model that instead of the text, without its fence.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection
from typing import Any, Final

import mcp_types as types
from mcp.server.lowlevel import Server

from ... import __version__
from ...app.app import App
from ...app.browser_tools import Answer, BrowserTools
from .stdio import run_stdio

JPEG: Final = "image/jpeg"
PNG: Final = "image/png"


async def serve_page(
    app: App,
    *,
    allow: Collection[str] | None = None,
    cdp: str | None = None,
    headed: bool | None = None,
    files: Collection[str] = (),
) -> None:
    """Serve one page over stdin and stdout, until the client closes them. `files` may be uploaded."""
    domains = None if allow is None else tuple(allow)
    async with app.page(allow=domains, cdp=cdp, headed=headed) as page:
        await run_stdio(page_server(BrowserTools(page, files)))


def page_server(browser: BrowserTools) -> Server[Any]:
    """Return a server whose tools are those of a page."""

    async def list_tools(context: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool.model_validate(each) for each in browser.definitions])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return to_mcp(await browser.call(params.name, params.arguments or {}))

    return Server(
        "pollex-page",
        version=__version__,
        title="Pollex browser",
        instructions=browser.rules,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def to_mcp(answer: Answer) -> types.CallToolResult:
    """Return an answer as content blocks: its text, and its picture."""
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=answer.text)]
    if answer.picture is not None:
        kind = PNG if answer.picture.suffix == ".png" else JPEG
        data = b64encode(answer.picture.read_bytes()).decode()
        content.append(types.ImageContent(type="image", data=data, mime_type=kind))
    return types.CallToolResult(content=content, is_error=answer.failed)
