"""TypeScript types of the props and events of all components, as the page gets and sends them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ...core.json import Object
from .catalogue import CATALOGUE
from .component_type import ComponentType
from .type_text import type_text

MARKS: Final = {"command": "CommandId", "component": "ComponentId", "markdown": "PageNode[]"}
HEAD: Final = """\
// Written by `make docs` from the catalogue of components. Change it there.

/** The id of a command that the server keeps. */
export type CommandId = string;
/** The id of a component that is drawn here. */
export type ComponentId = string;
/** A node of a window's content. */
export type PageNode =
  | string
  | { component: ComponentId }
  | {
      tag: string;
      attributes?: Record<string, string>;
      children?: PageNode[];
      binding?: { scope: string; key: string };
      command?: CommandId;
    };
"""


def typescript() -> str:
    """Return the source of a TypeScript module that declares the types.

    Required props are there unless they are bound to a state without a value; those with a default always are.
    """
    kinds = list(CATALOGUE.values())
    return "\n".join([HEAD, *(part for kind in kinds for part in _declarations(kind)), *_tables(kinds)])


def _declarations(kind: ComponentType) -> Iterator[str]:
    name = _class_name(kind)
    for defined, schema in kind.definitions.items():
        yield _interface(defined, "", _members(schema["properties"], schema.get("required", ())))
    yield _interface(f"{name}Props", kind.description, _members(kind.properties, kind.required))
    events = {
        event: {**each.document, "description": each.description, "required": list(each.payload)}
        for event, each in kind.events.items()
    }
    yield _interface(f"{name}Events", "", _members(events, tuple(events)))


def _members(properties: Mapping[str, Object], required: Iterable[str]) -> Iterator[str]:
    given = set(required)
    for name, schema in properties.items():
        if about := schema.get("description"):
            yield f"  /** {about} */"
        optional = "" if name in given or "default" in schema else "?"
        yield f"  {name}{optional}: {_page_type(schema)};"


def _page_type(schema: Any) -> str:
    return type_text(schema, MARKS).replace("{}", "Record<string, never>")


def _interface(name: str, about: str, members: Iterable[str]) -> str:
    comment = f"/** {about} */\n" if about else ""
    lines = [*members]
    body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
    return f"{comment}export interface {name} {body}\n"


def _tables(kinds: list[ComponentType]) -> Iterator[str]:
    for what in ("Props", "Events"):
        yield _interface(f"Component{what}", "", (f"  {kind.name}: {_class_name(kind)}{what};" for kind in kinds))


def _class_name(kind: ComponentType) -> str:
    return kind.name[0].upper() + kind.name[1:]
