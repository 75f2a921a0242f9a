"""The operations of the workspace specification (003), each declared once."""

from __future__ import annotations

from typing import Final

from .component import COMPONENT_OPERATIONS
from .dom import DOM_OPERATIONS
from .effects import EFFECT_OPERATIONS
from .operation import Operation
from .state import STATE_OPERATIONS
from .window import WINDOW_OPERATIONS

OPERATIONS: Final[dict[str, Operation]] = {
    each.name: each
    for each in (
        *WINDOW_OPERATIONS,
        *DOM_OPERATIONS,
        *COMPONENT_OPERATIONS,
        *STATE_OPERATIONS,
        *EFFECT_OPERATIONS,
    )
}

__all__ = ["OPERATIONS", "Operation"]
