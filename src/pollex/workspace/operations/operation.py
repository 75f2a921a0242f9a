"""An operation: a tool that is declared once, and what it does to a desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.schema import Schema
from ...core.tool import Effect, Tool
from ..change import DeskChange
from ..state import SCOPES

Apply = Callable[[DeskChange, Object], Any]
"""Changes the desk and returns the answer's data, or raises a Fault with a pointer into the params."""

ID: Final[Object] = {"type": "string", "pattern": r"^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$"}
WINDOW_ID: Final[Object] = {**ID, "description": "The window; letters, digits and _ . : -"}
TARGET: Final[Object] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 500,
    "description": "A CSS selector inside the window's content, such as '#status'; '#root' is the whole content.",
}
STATE: Final[Object] = {
    "scope": {
        "enum": list(SCOPES),
        "description": "; ".join(f"{name}: {about}" for name, about in SCOPES.items()) + ".",
    },
    "key": {"type": "string", "minLength": 1, "maxLength": 200, "description": "The name of the value."},
    "windowId": {**WINDOW_ID, "description": "The window whose state it is, for the scope 'window'."},
}


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the workspace specification (003)."""

    tool: Tool
    apply: Apply
    names_window: str | None = "windowId"
    """The param that the envelope's `windowId` mirrors."""

    @property
    def name(self) -> str:
        return self.tool.name


def declare(
    name: str,
    title: str,
    description: str,
    properties: Object,
    apply: Apply,
    *examples: Object,
    required: tuple[str, ...] = (),
    effect: Effect = "act",
    names_window: str | None = "windowId",
) -> Operation:
    """Return an operation with its tool."""
    document = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    tool = Tool(
        name=name,
        title=title,
        description=description,
        input=Schema(document),
        run=_without_workspace,
        examples=examples,
        effect=effect,
        open_world=False,
    )
    return Operation(tool, apply, names_window)


async def _without_workspace(params: Object, context: Context) -> Any:
    """Stand in for the workspace that an operation is bound to before it can be called."""
    raise Fault(
        "unavailable",
        "An operation is applied to a workspace, and there is none here.",
        hint="Apply it as a command: `await app.workspace().apply([{'op': …, 'params': …}])`.",
        retry=False,
    )
