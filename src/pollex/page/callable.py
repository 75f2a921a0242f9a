"""A page whose tools can be called: what the typed methods of a page are written on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..core.json import Object
from ..core.result import Result

if TYPE_CHECKING:
    from ..core.protocols import BrowserState

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
        return result.unwrap()

    async def state(
        self,
        *,
        elements: int | None = None,
        text: int | None = None,
        element_text: int | None = None,
        extra: Sequence[str] = (),
        unfold: Sequence[int] = (),
        about: str = "",
    ) -> BrowserState:
        """The page agent's BrowserState, plus `outline`; `extra` are selectors of more elements that count as controls.

        Rows that `about` names are not folded. Without a number, the limits `page_elements`, `page_text` and
        `element_text` apply.
        """
        limits = {"elements": elements, "text": text, "elementText": element_text}
        more = {"extra": list(extra), "unfold": list(unfold), "about": about}
        state: BrowserState = await self.invoke("page.state", {**limits, **more})
        return state

    async def extract(self, instruction: str, *, schema: Object) -> Any:
        """Data that fits `schema`; every value stands on the page, and `.proof` has its element."""
        from .proof import proven  # only where it is used: a script should start quickly

        result = await self.call("page.extract", {"instruction": instruction, "schema": schema})
        return proven(result.unwrap(), result.proof)
