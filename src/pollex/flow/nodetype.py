"""A node type: one declaration, from which checks, documentation, forms and tool definitions are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.result import Result
from ..core.schema import Schema
from .branch import Branch
from .running_node import RunningNode

RunNode: TypeAlias = Callable[[RunningNode], Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a node, with its purpose."""

    about: str
    config: Object
    alias: str | None = None


def _no_branches(config: Object) -> tuple[Branch, ...]:
    return ()


def _nothing(config: Object) -> list[Issue]:
    return []


def _unknown(config: Object) -> Any:
    return None


@dataclass(frozen=True, slots=True)
class NodeType:
    """A type of node: its name, the schema of its config, and the coroutine that runs it."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Object]
    required: tuple[str, ...]
    examples: tuple[Example, ...]
    run: RunNode = field(repr=False)
    is_control_flow: bool = False
    """Whether it runs other nodes or only computes: a replay runs it again, and it is no step of the engine."""
    checkpointed: bool = False
    """Whether a control-flow node's result is stored as a step of the engine, since it cannot be computed again."""
    branches: Callable[[Object], tuple[Branch, ...]] = _no_branches
    mistakes: Callable[[Object], list[Issue]] = _nothing
    """Finds mistakes in a config that its schema cannot express."""
    literal: tuple[str, ...] = ()
    """Places in the config that cannot be templates, such as `body` or `conditions/*/operator`."""
    paths: tuple[str, ...] = ()
    """Properties that are a path such as `orders.rows`, not a template."""
    names: Callable[[Object], Mapping[str, Any]] = lambda config: {}
    """Variables that the node sets, except `store_variable`, each with the schema of its value or None."""
    result_schema: Callable[[Object], Any] = _unknown
    """The schema of the node's result; None where it is not known before the run."""
    aliases: tuple[str, ...] = ()
    """Other names of the type."""
    idempotent: bool = False
    """Whether running it twice changes nothing."""

    schema: Schema = field(init=False, repr=False)
    """The schema of the config."""

    def __post_init__(self) -> None:
        document: Object = {
            "type": "object",
            "properties": dict(self.properties),
            "required": list(self.required),
            "additionalProperties": False,
        }
        object.__setattr__(self, "schema", Schema(document))


STORE: Final[Object] = {
    "type": "string",
    "minLength": 1,
    "description": "Keeps the node's result as a variable of this name, for {{name}} in later nodes.",
}
"""The property `store_variable`, which every node type has."""


def text(about: str, **more: Any) -> Object:
    return {"type": "string", "description": about, **more}


def flag(about: str, default: bool) -> Object:
    return {"type": "boolean", "description": about, "default": default}


def choice(about: str, *values: str) -> Object:
    return {"type": "string", "enum": list(values), "description": about}


def schema_mistakes(config: Object, name: str) -> list[Issue]:
    """Return the mistakes in a property that is itself a JSON schema."""
    given = config.get(name)
    if not isinstance(given, dict):
        return []
    try:
        Schema(given).verify()
    except Fault as fault:
        return [Issue(f"/{name}{fault.pointer or ''}", fault.message, fault.expected, fault.received, fault.hint)]
    return []
