"""What a kind of node is: one declaration, from which checks, documentation, forms and definitions are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from ..core.result import Result
    from .execution.node import NodeExecution

    Run: TypeAlias = "Callable[[NodeExecution], Awaitable[Result]]"

Place: TypeAlias = tuple[str, int]
"""A position that a node's config names, and the pointer into the config where it does."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Nodes that another node runs: the body of a loop, one way of a route, the range of a group."""

    name: str
    places: tuple[Place, ...]
    variables: tuple[str, ...] = ()
    """Names that exist only inside: the loop's variable and its index."""
    inclusive: bool = False
    """A range: it takes what lies in it and belongs to nobody inside it."""


@dataclass(frozen=True, slots=True)
class Example:
    """A node as somebody would write it, and what it is for."""

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
    """A name, a schema of the config, and the coroutine that does it."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Object]
    required: tuple[str, ...]
    examples: tuple[Example, ...]
    run: Run = field(repr=False)
    control: bool = False
    """Runs other nodes, or only reckons: it is done again on replay, and no step of the engine is made for it."""
    keeps: bool = False
    """A control node whose result is kept as a step all the same: it cannot be reckoned again."""
    branches: Callable[[Object], tuple[Branch, ...]] = _no_branches
    mistakes: Callable[[Object], list[Issue]] = _nothing
    """What a schema cannot say about the config."""
    literal: tuple[str, ...] = ()
    """Places in the config that must be written out, such as `body` or `conditions/*/operator`."""
    paths: tuple[str, ...] = ()
    """Properties that are a path such as `orders.rows`, not a template."""
    names: Callable[[Object], Mapping[str, Any]] = lambda config: {}
    """Variables that the node makes besides `store_variable`, each with the schema of its value or None."""
    gives: Callable[[Object], Any] = _unknown
    """The schema of the node's result, where it is known while the workflow is written."""
    also: tuple[str, ...] = ()
    """Other names of the same type."""
    harmless: bool = False
    """Doing it twice changes nothing."""

    schema: Schema = field(init=False, repr=False)
    """The config's."""

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
"""`store_variable`, which every type of node takes."""


def text(about: str, **more: Any) -> Object:
    return {"type": "string", "description": about, **more}


def flag(about: str, default: bool) -> Object:
    return {"type": "boolean", "description": about, "default": default}


def choice(about: str, *values: str) -> Object:
    return {"type": "string", "enum": list(values), "description": about}


POSITION: Final[Object] = {"type": "integer", "minimum": 0}
POSITIONS: Final[Object] = {
    "type": ["integer", "array"],
    "minimum": 0,
    "items": POSITION,
    "minItems": 1,
}
"""One position or a list of them."""


def places(value: Any, pointer: str) -> tuple[Place, ...]:
    """The positions in a property that is one position or a list; what is neither is left to the schema."""
    if isinstance(value, list):
        return tuple((f"{pointer}/{at}", each) for at, each in enumerate(value) if type(each) is int)
    return ((pointer, value),) if type(value) is int else ()


def schema_mistakes(config: Object, name: str) -> list[Issue]:
    """What is wrong with a property that is itself a JSON schema."""
    given = config.get(name)
    if not isinstance(given, dict):
        return []
    try:
        Schema(given).verify()
    except Fault as fault:
        return [Issue(f"/{name}{fault.pointer or ''}", fault.message, fault.expected, fault.received, fault.hint)]
    return []
