"""The browser as an MCP server (`pollex mcp --page`): its tools, and their answers as text and pictures.

Answers have no structured content: clients would show a model that instead of the text, without its fence.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.models import InitializationOptions
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

from ... import __version__
from ...app.app import App
from ...app.browser_tools import BrowserAnswer, BrowserTools
from .content import file_blocks
from .stdio import serve_stdio

Context = ServerRequestContext[Any, Any]


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
        await serve_stdio(PageServer(BrowserTools(page, files)))


class PageServer:
    """Answers the requests of one MCP client with the tools of a page."""

    def __init__(self, browser: BrowserTools) -> None:
        self._browser = browser
        self.sdk: Server[Any] = Server(
            "pollex-page",
            version=__version__,
            title="Pollex browser",
            instructions=browser.rules,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
        )
        self.sdk.middleware.clear()  # the SDK traces each message by default, for exporters that Pollex does not have

    def options(self) -> InitializationOptions:
        """Return what the server says of itself when a client connects."""
        return self.sdk.create_initialization_options()

    async def _list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult.model_validate({"tools": list(self._browser.definitions)})

    async def _call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        return to_mcp(await self._browser.call(params.name, params.arguments or {}))


def to_mcp(answer: BrowserAnswer) -> CallToolResult:
    """Return an answer as content blocks: its text, and its picture."""
    content: list[ContentBlock] = [TextContent(text=answer.text)]
    if answer.picture is not None:
        content += file_blocks(str(answer.picture))
    return CallToolResult(content=content, is_error=answer.failed)
