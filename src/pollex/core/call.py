"""A request to run a tool.

A model's tool call, a UICP envelope, a workflow node and an MCP request are wire forms of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from .fault import Fault
from .json import Object, brief
from .template import Scope


def new_id() -> str:
    """Return a new UUID as text, for calls, runs and handles."""
    return str(uuid4())


RUN_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?P<child>/.*)?", re.IGNORECASE | re.DOTALL)
"""A UUID; a child run adds its path to the id of its parent."""


def checked_run_id(run: Any, *, new: bool = False) -> str:
    """Return the id of a run, or raise a Fault if it is no UUID. A `new` run must not have a child's id."""
    found = RUN_ID.fullmatch(run) if isinstance(run, str) else None
    if found is None or (new and found["child"]):
        said = run if isinstance(run, str) else brief(run)
        hint = "Leave the id out and the run gets a new one; a name for people belongs to the workflow or the task."
        message = f"Invalid task ID format: {said}"
        raise Fault("invalid_input", message, pointer="/run", expected="a UUID", received=said, hint=hint, retry=False)
    return str(run)


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
