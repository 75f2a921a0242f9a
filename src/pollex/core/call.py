"""A request to run a tool.

A model's tool call, a UICP envelope, a workflow node and an MCP request are wire forms of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from .json import Object
from .template import Scope


def new_id() -> str:
    """Return a new UUID as text, for calls, runs and handles."""
    return str(uuid4())


@dataclass(slots=True)
class Call:
    """A call of a tool. `args` is a JSON object, or JSON text as a model writes it.

    Not frozen, since that would triple the cost of making one; its id is made when it is first read.
    """

    tool: str
    args: Any = None
    key: str | None = None
    """Idempotency key: the tool runs once per key, also across a restart."""
    trace: str | None = None
    group: str | None = None
    target: str | None = None
    """The tab or window to use."""
    attempt: int = 1
    scope: Scope | None = None
    """The scope that template references are resolved in; without one, templates are not filled."""
    given_id: str | None = None
    """The id that the caller chose; without one, the call makes its own when it is first read."""

    @property
    def id(self) -> str:
        if self.given_id is None:
            self.given_id = new_id()
        return self.given_id

    def to_json(self) -> Object:
        return {
            "id": self.id,
            "tool": self.tool,
            "args": self.args,
            "key": self.key,
            "trace": self.trace,
            "group": self.group,
            "target": self.target,
            "attempt": self.attempt,
        }
