"""The MCP server of an app: which tools, resources and prompts it offers, on the official SDK's low-level server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, PromptsListChanged, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    PromptReference,
    ReadResourceRequestParams,
    ReadResourceResult,
)

from ... import __version__
from ...app.app import App
from ...core.fault import Fault
from ...core.registry import Tools
from .calls import Calls, Render
from .catalog import MOST_LISTED, Catalog
from .content import FAULT, render_result
from .prompts import LibraryPrompts, PromptSource
from .request_key import NAME, request_state_boundary
from .resources import ResourceSource, RunResources
from .run_calls import RunCalls
from .sessions import Sessions, is_modern

Context = ServerRequestContext[Any, Any]
Page = PaginatedRequestParams | None
INSTRUCTIONS: Final = (
    "Tools of Pollex: browser work, libraries and automations. A result that failed says what was expected and what to "
    "do. Calls that need an approval are runs: read them at pollex://runs/ID."
)
FRESH: Final = CacheHint(ttl_ms=0, scope="private")
CACHED: Final[tuple[CacheableMethod, ...]] = (
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)


class McpServer:
    """Answers the requests of MCP clients, by any transport."""

    def __init__(
        self,
        app: App,
        *,
        tools: Tools | None = None,
        render: Render = render_result,
        resources: Sequence[ResourceSource] = (),
        prompts: Sequence[PromptSource] = (),
        instructions: str = INSTRUCTIONS,
        executor: str = "mcp",
        closing: asyncio.Event | None = None,
        most_listed: int = MOST_LISTED,
    ) -> None:
        """Offer an app's tools, or only `tools`, whose results `render` shows as content.

        `resources` and `prompts` are further sources, in addition to the runs and the library tools of the app.
        `executor` is the name under which this process executes runs, unless the app has one already. While `closing`
        is set, a request that ends does so with the server, and its run is not stopped.
        """
        self.catalog = Catalog(app.tools if tools is None else tools, most=most_listed)
        self._sessions = Sessions(app)
        self.closing = asyncio.Event() if closing is None else closing
        self._runs = RunCalls(app, executor, self.closing)
        self._calls = Calls(app, self.catalog, self._sessions, self._runs, render)
        self._resources: tuple[ResourceSource, ...] = (*resources, RunResources(app))
        self._prompts: tuple[PromptSource, ...] = (*prompts, LibraryPrompts(app))
        self._bus = InMemorySubscriptionBus()
        self._listed = 0
        self.sdk: Server[None] = Server(
            NAME,
            version=__version__,
            title="Pollex",
            instructions=instructions,
            cache_hints=dict.fromkeys(CACHED, FRESH),
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_completion=self._complete,
            on_subscriptions_listen=ListenHandler(self._bus),
        )
        self.sdk.middleware.clear()  # the SDK traces each message by default, for exporters that Pollex does not have
        self.sdk.middleware.append(request_state_boundary(app.settings.home))

    def options(self) -> InitializationOptions:
        """Return what the server says of itself when a client connects."""
        return self.sdk.create_initialization_options(NotificationOptions(tools_changed=True, prompts_changed=True))

    @asynccontextmanager
    async def _lifespan(self, _: Server[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self._calls.pending.close()
            await self._runs.close()
            await self._sessions.close()

    async def _list_tools(self, context: Context, params: Page) -> ListToolsResult:
        definitions = self.catalog.definitions()
        self._listed = self.catalog.version
        return ListToolsResult.model_validate({"tools": definitions})

    async def _call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        answer = await self._calls.call(context, params)
        if self._listed and self.catalog.changed_since(self._listed):
            self._listed = self.catalog.version
            await self._announce(context)
        return answer

    async def _announce(self, context: Context) -> None:
        """Say that there are other tools, and so perhaps other prompts, which are made of tools."""
        await self._bus.publish(ToolsListChanged())
        await self._bus.publish(PromptsListChanged())
        if not is_modern(context):
            await context.session.send_tool_list_changed()
            await context.session.send_prompt_list_changed()

    async def _list_resources(self, context: Context, params: Page) -> ListResourcesResult:
        return ListResourcesResult(resources=[each for source in self._resources for each in await source.listed()])

    async def _list_templates(self, context: Context, params: Page) -> ListResourceTemplatesResult:
        found = [each for source in self._resources for each in await source.templates()]
        return ListResourceTemplatesResult(resource_templates=found)

    async def _read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = str(params.uri)
        try:
            for source in self._resources:
                if (contents := await source.read(uri)) is not None:
                    return ReadResourceResult(contents=contents)
        except Fault as fault:
            raise _refusal(fault, uri=uri) from fault
        raise MCPError(INVALID_PARAMS, "Resource not found", {"uri": uri})

    async def _list_prompts(self, context: Context, params: Page) -> ListPromptsResult:
        return ListPromptsResult(prompts=[each for source in self._prompts for each in await source.listed()])

    async def _get_prompt(
        self, context: Context, params: GetPromptRequestParams
    ) -> GetPromptResult | InputRequiredResult:
        try:
            for source in self._prompts:
                if (prompt := await source.get(params)) is not None:
                    return prompt
        except Fault as fault:
            raise _refusal(fault) from fault
        raise MCPError(INVALID_PARAMS, f"There is no prompt {params.name!r}.", {"name": params.name})

    async def _complete(self, context: Context, params: CompleteRequestParams) -> CompleteResult:
        values: list[str] = []
        if isinstance(params.ref, PromptReference):
            for source in self._prompts:
                values += await source.complete(params.ref.name, params.argument.name, params.argument.value)
        return CompleteResult(completion=Completion(values=values[:100], total=len(values), has_more=len(values) > 100))


def _refusal(fault: Fault, **data: Any) -> MCPError:
    return MCPError(INVALID_PARAMS, fault.message, {**data, FAULT: fault.to_json()})
