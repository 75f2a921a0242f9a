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
    """A fresh UUID as text: calls, runs and handles all have one."""
    return str(uuid4())


RUN_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?P<child>/.*)?", re.IGNORECASE | re.DOTALL)
"""A UUID; a child run adds its path to the id of its parent."""


def checked_run_id(run: Any, *, new: bool = False) -> str:
    """The id of a run; a Fault where it is no UUID. A run that is to be `new` is nobody's child."""
    found = RUN_ID.fullmatch(run) if isinstance(run, str) else None
    if found is None or (new and found["child"]):
        said = run if isinstance(run, str) else brief(run)
        hint = "Leave the id out and the run gets a new one; a name for people belongs to the workflow or the task."
        message = f"Invalid task ID format: {said}"
        raise Fault("invalid_input", message, pointer="/run", expected="a UUID", received=said, hint=hint, retry=False)
    return str(run)


@dataclass(slots=True)
class Call:
    """`args` is a JSON object, or JSON text as a model writes it.

    Not frozen: that would treble the cost of making one, and its id is made only when somebody asks for it.
    """

    tool: str
    args: Any = None
    key: str | None = None
    """Same key, same result: the tool runs once, also across a restart."""
    trace: str | None = None
    group: str | None = None
    target: str | None = None
    """The tab or window that is meant."""
    attempt: int = 1
    scope: Scope | None = None
    """Where template references are looked up; without a scope nothing is filled."""
    given_id: str | None = None
    """The id that the caller chose; without one, the call makes its own when it is first asked for it."""

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
