"""A page whose tools can be called: what the typed methods of a page are written on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ..core.json import Object
from ..core.result import Result

SelectorArgument: TypeAlias = str | int | Sequence[str | int]
"""An element: a selector, an index of the page's state, plain words, or a list of these, tried in order."""


class CallablePage(ABC):
    """Calls the tools of a page by name."""

    @abstractmethod
    async def call(self, tool: str, args: Object) -> Result:
        """Run a page tool (`page.click`, …) on this page."""

    async def do(self, action: str, **args: Any) -> Any:
        """Run a page tool by its short name: `await page.do("select", selector="label=Country", option="Portugal")`."""
        return await self.invoke(f"page.{action}", args)

    async def invoke(self, tool: str, args: Mapping[str, Any]) -> Any:
        """Run a page tool and return its data; raise its Fault. An argument that is None counts as not given."""
        result = await self.call(tool, {name: value for name, value in args.items() if value is not None})
        if result.fault is not None:
            raise result.fault
        return result.data
