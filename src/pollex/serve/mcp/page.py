"""The browser as an MCP server (`pollex mcp --page`): its tools, and their answers as text and pictures.

Answers have no structured content: clients would show a model that instead of the text, without its fence.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.models import InitializationOptions
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

from ... import __version__
from ...app.browser_tools import BrowserAnswer, BrowserTools
from ...core.fault import Fault
from .content import failed, file_blocks
from .pending import PendingCalls
from .progress import Progress
from .stdio import MessageLines, serve_stdio

if TYPE_CHECKING:
    from ...page.session import PageSession

Context = ServerRequestContext[Any, Any]


async def serve_page(opening: PageSession, files: Collection[str] = (), lines: MessageLines | None = None) -> None:
    """Serve one page over stdin and stdout, or over other lines, until the client closes them.

    `files` may be uploaded.
    """
    async with opening as page:
        server = PageServer(BrowserTools(page, files))
        try:
            await serve_stdio(server, lines)
        finally:
            server.close()


class PageServer:
    """Answers the requests of one MCP client with the tools of a page."""

    def __init__(self, browser: BrowserTools) -> None:
        self._browser = browser
        self._pending: PendingCalls[BrowserAnswer] = PendingCalls()
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

    def close(self) -> None:
        """Give up the calls that wait for an answer."""
        self._pending.close()

    async def _list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult.model_validate({"tools": list(self._browser.definitions)})

    async def _call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        try:
            outcome = await self._outcome(context, params)
        except Fault as fault:
            return failed(fault)
        return outcome if isinstance(outcome, InputRequiredResult) else to_mcp(outcome)

    async def _outcome(self, context: Context, params: CallToolRequestParams) -> BrowserAnswer | InputRequiredResult:
        responses, progress = params.input_responses or {}, Progress(context)
        if params.request_state is not None:
            return await self._pending.attend(self._pending.find(params.request_state), responses, progress)
        name, args = params.name, params.arguments or {}
        return await self._pending.call(
            context, lambda ask: self._browser.call(name, args, ask=ask), responses, progress
        )


def to_mcp(answer: BrowserAnswer) -> CallToolResult:
    """Return an answer as content blocks: its text, and its picture."""
    content: list[ContentBlock] = [TextContent(text=answer.text)]
    if answer.picture is not None:
        content += file_blocks(str(answer.picture))
    return CallToolResult(content=content, is_error=answer.failed)
