"""A view of the registry for a model: the page's tools and some of its own, by their names or a provider's spelling."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from ..core.dialect.names import safe_name, tool_names
from ..core.fault import Fault
from ..core.registry import Tools, short_name, unknown_tool
from ..core.schema import Schema
from ..core.tool import Tool

HOUSE: Final = ("page.", "aggregate", "reckon", "login")
"""Tools that every task may use."""
READ: Final = "page.read"


class OfferedTools(Tools):
    """The tools that a model may call."""

    def __init__(self, registry: Tools, own: Mapping[str, Tool]) -> None:
        self._registry = registry
        self._own = own

    def find(self, name: str) -> Tool | None:
        if name == READ:
            return self._read
        return self._own.get(name) or (self._registry.find(name) if self.offers(name) else None)

    @cached_property
    def _read(self) -> Tool | None:
        """The reading of a page as a model has it, who is told what can be clicked."""
        tool = self._registry.find(READ) if self.offers(READ) else None
        if tool is None or not isinstance(document := tool.input.document, dict):
            return tool
        properties = {**document["properties"], "controls": {**document["properties"]["controls"], "default": True}}
        return tool.replace(input=Schema({**document, "properties": properties}))

    def names(self) -> list[str]:
        return [*(name for name in self._registry.names() if self.offers(name)), *self._own]

    def unknown(self, name: str) -> Fault:
        return unknown_tool(name, self.names(), "`more` lists them.")

    def offers(self, name: str) -> bool:
        """Return whether a tool of the registry may be called."""
        return name.startswith(HOUSE)

    def meant(self, name: str) -> str:
        """Return a tool by its own name or by the provider's spelling of it; an overlong name is cut."""
        if (tool := self.find(name)) is not None:
            return tool.name
        spelt = tool_names(self.names())
        return next((known for known, wire in spelt.items() if wire == name), short_name(name))

    def spelt(self, text: str) -> str:
        """Return a text about tools, such as a hint, with the names that the model must use."""
        return self._dotted.sub(lambda found: safe_name(found[0]), text)

    def mentioned(self, text: str) -> list[str]:
        """Return the tools that a text names: what a hint advises must be callable."""
        return self._dotted.findall(text)

    @cached_property
    def _dotted(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in self.names() if "." in name)
        return re.compile(rf"(?<![\w.])(?:{names})(?![\w.]*\w)")
