"""The tools that a server offers, under the names and definitions that MCP clients see."""

from __future__ import annotations

from typing import Any, Final

from ...core.dialect import Export, export
from ...core.dialect.names import tool_names
from ...core.fault import Fault
from ...core.json import Object
from ...core.registry import Registry, Tools
from ...core.result import Result
from ...core.schema import Schema
from ...core.search import search
from ...core.tool import Tool

MOST_LISTED: Final = 100
"""Above this number of tools a server lists only `search_tools` and `call_tool`."""
MOST_FOUND: Final = 5
CALL_TOOL: Final = "call_tool"

CALL: Final = Tool(
    name=CALL_TOOL,
    title="Call a tool",
    description="Call a tool that search_tools has found.",
    input=Schema(
        {
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "The tool's name."},
                "arguments": {"type": "object", "description": "Arguments that fit its inputSchema.", "default": {}},
            },
            "required": ["name"],
            "additionalProperties": False,
        }
    ),
    run=lambda args, context: None,
    examples=({"name": "doctor", "arguments": {}},),
)


class Catalog:
    """Finds and lists the tools of a registry; follows the registry where tools come, go or change."""

    def __init__(self, tools: Tools, *, most: int = MOST_LISTED) -> None:
        self.tools = tools
        self.version = 0
        """Counts how often the set of tools was seen changed."""
        self._most = most
        self._search = _search_tool(self)
        self._known: tuple[Tool, ...] | None = None
        self._by_name: dict[str, Tool] = {}
        self._exports: dict[str, Export] = {}
        self._listed: list[Object] = []

    def definitions(self) -> list[Object]:
        """Return the definitions that a client lists: those of all tools, or of two that stand for very many."""
        self._update()
        return self._listed

    def changed_since(self, version: int) -> bool:
        """Return whether other tools would be listed now; of very many tools nobody lists, so none are compared."""
        if len(self._known or ()) <= self._most:
            self._update()
        return self.version != version

    @property
    def searchable(self) -> Tools:
        """The tool that stands for those that are not listed."""
        return Registry(self._search)

    def is_search(self, name: str) -> bool:
        return name == self._search.name and self._is_large

    def is_call(self, name: str) -> bool:
        return name == CALL_TOOL and self._is_large

    def find(self, name: str) -> Tool:
        """Return the tool of an exported name, or of its own; raise a Fault with similar names."""
        tool = self._by_name.get(name)
        if tool is None or self.tools.find(tool.name) is not tool:
            self._update()
            tool = self._by_name.get(name) or self.tools.find(name)
        if tool is None:
            fault = self.tools.unknown(name)
            fault.hint = fault.hint if "pollex tools" not in str(fault.hint) else "tools/list lists them."
            raise fault
        return tool

    def decode(self, tool: Tool, args: Any) -> Any:
        """Return arguments by the tool's own schema: one whose input is no object has them in the property `value`."""
        return self._export(tool).decode(tool.name, args)[1]

    @property
    def _is_large(self) -> bool:
        self._update()
        return len(self._known or ()) > self._most

    def _update(self) -> None:
        found = tuple(self.tools)
        if found == self._known:
            return
        names = tool_names(tool.name for tool in found)
        self._by_name = {names[tool.name]: tool for tool in found}
        self._exports = {}
        self._known = found
        self.version += 1
        offered = found if len(found) <= self._most else (self._search, CALL)
        self._listed = [self._export(tool)[0] for tool in offered]

    def _export(self, tool: Tool) -> Export:
        made = self._exports.get(tool.name)
        if made is None:
            made = self._exports[tool.name] = export([tool], "mcp")
        return made


def _search_tool(catalog: Catalog) -> Tool:
    async def find(args: Object, context: object) -> Result:
        near, others = search(catalog.tools, args["query"], args["most"])
        if not near:
            raise Fault(
                "not_found",
                f"No tool has to do with {args['query']!r}.",
                pointer="/query",
                hint=f"Use other words; there are {len(others)} tools.",
            )
        notes = (f"{len(others)} further tools fit less well.",) if others else ()
        return Result.success({"tools": [export([tool], "mcp")[0] for tool in near]}, notes=notes)

    return Tool(
        name="search_tools",
        title="Search tools",
        description="Find tools by words: name, description and inputSchema of each. call_tool calls them.",
        input=Schema(
            {
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": "What the tool shall do, in a few words."},
                    "most": {"type": "integer", "minimum": 1, "maximum": 20, "default": MOST_FOUND},
                },
                "required": ["query"],
                "additionalProperties": False,
            }
        ),
        output=Schema(
            {
                "type": "object",
                "properties": {"tools": {"type": "array", "items": {"type": "object"}}},
                "required": ["tools"],
            }
        ),
        run=find,
        effect="read",
        examples=({"query": "add numbers"},),
    )
