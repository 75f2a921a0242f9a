"""Whether what a page sends now answers its site's question about cookies: by the element that was acted on last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .banner import answers_consent
from .evidence import Evidence

if TYPE_CHECKING:
    from ..core.call import Call
    from ..core.context import Context
    from ..core.fault import Fault
    from ..core.tool import Tool


class ConsentWatch:
    """Follows the calls of a run by a guard and an aim."""

    def __init__(self) -> None:
        self._element: Evidence | None = None

    @property
    def answers(self) -> bool:
        """Whether the call that is being made, or was made last, answers a banner."""
        return self._element is not None and answers_consent(self._element)

    async def begins(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Forget the element of the call before."""
        if context.depth == 0:
            self._element = None
        return None

    async def aimed(self, element: Evidence, context: Context) -> Fault | None:
        """Remember the element that the call acts on."""
        if context.depth <= 1:
            self._element = element
        return None
