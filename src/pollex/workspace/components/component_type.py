"""A component type: one declaration, from which checks, documentation, prompts and TypeScript types are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object
from ...core.schema import Schema
from ...core.schema.walk import every
from .properties import LABEL, MARK, choice, record, text

BINDING: Final = record(
    {
        "scope": choice("Whose state: of all windows, of this window, of the user.", "workspace", "window", "user"),
        "key": text("The key of the state.", LABEL, minLength=1),
        "path": text("A JSON Pointer to a part of the value, such as /rows.", LABEL, pattern="^(/([^/~]|~[01])*)+$"),
    },
    ("scope", "key"),
)


@dataclass(frozen=True, slots=True, eq=False)
class ComponentEvent:
    """What a component sends when a person uses it. `value` of its payload fills {{value}}, `form` {{form.FIELD}}."""

    description: str
    payload: Mapping[str, Object] = field(default_factory=dict)
    """The properties of its payload, all required."""
    command: str | None = None
    """Where in the props the command is that the event applies: `command`, `actions/*/command`."""
    writes: str | None = None
    """The prop that `value` changes; if it is bound, the state changes too."""
    form: str | None = None
    """The prop that is the schema of `form`."""

    @property
    def document(self) -> Object:
        return record(dict(self.payload), tuple(self.payload))


def _nothing(props: Object) -> list[Issue]:
    return []


@dataclass(frozen=True, slots=True, eq=False)
class ComponentType:
    """A type of component: its name, its props, an example, and the events it sends."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Object]
    example: Object
    required: tuple[str, ...] = ()
    events: Mapping[str, ComponentEvent] = field(default_factory=dict)
    mistakes: Callable[[Object], list[Issue]] = field(default=_nothing, repr=False)
    """Finds mistakes in props that the schema cannot express."""
    definitions: Mapping[str, Object] = field(default_factory=dict)
    """Schemas that others refer to as `#/$defs/NAME`."""

    @property
    def bindable(self) -> list[str]:
        """The props that may take their value from the state: data, but no commands and no ids of components."""
        return [name for name, schema in self.properties.items() if not marks_in(schema) & {"command", "component"}]

    @property
    def document(self) -> Object:
        """The JSON Schema of the props."""
        return _document(self)

    def schema(self, bound: frozenset[str] = frozenset()) -> Schema:
        """Return the schema of the props; those that are bound may be left out."""
        return _schema(self, bound & frozenset(self.required))


def marks_in(schema: Any) -> set[str]:
    """Return the marks of a schema and of all schemas inside."""
    return {part[MARK] for _, part in every(schema) if isinstance(part, dict) and MARK in part}


@cache
def _document(kind: ComponentType) -> Object:
    about = "Props that take their value from the state instead, and follow it."
    bind = record(dict.fromkeys(kind.bindable, BINDING), description=about)
    properties = {**kind.properties, **({"bind": bind} if kind.bindable else {})}
    definitions = {"$defs": dict(kind.definitions)} if kind.definitions else {}
    return record(properties, kind.required, **definitions)


@cache
def _schema(kind: ComponentType, bound: frozenset[str]) -> Schema:
    return Schema({**_document(kind), "required": [name for name in kind.required if name not in bound]})
