"""How large a rendered schema is, in the measures that providers limit."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from ..json import Object
from .pointer import below
from .rules import Rules
from .walk import children


@dataclass(frozen=True, slots=True)
class Sizes:
    """`levels` counts objects and lists inside each other; `characters` those of names, definitions and values."""

    properties: int = 0
    levels: int = 0
    enum_values: int = 0
    characters: int = 0
    optional: int = 0
    unions: int = 0


LIMITED: Final = {
    "properties": "most_properties",
    "levels": "most_levels",
    "enum_values": "most_enum_values",
    "characters": "most_characters",
}


def measured(schema: Object) -> Sizes:
    """The sizes of a rendered schema with its definitions."""
    totals = dict.fromkeys((field.name for field in fields(Sizes)), 0)
    waiting: list[Any] = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            _count(node, totals)
            waiting += [child for _, child in children(node)]
    totals["levels"] = _levels(schema, schema.get("$defs", {}), {})
    return Sizes(**totals)


def _count(node: Object, totals: dict[str, int]) -> None:
    properties, required, values = node.get("properties", {}), node.get("required", ()), node.get("enum", ())
    totals["properties"] += len(properties)
    totals["optional"] += sum(name not in required for name in properties)
    totals["enum_values"] += len(values)
    texts = [*properties, *node.get("$defs", ()), *(value for value in values if isinstance(value, str))]
    totals["characters"] += sum(len(text) for text in texts)
    totals["unions"] += ("anyOf" in node) + isinstance(node.get("type"), list)


def _levels(node: Any, definitions: Object, known: dict[str, int]) -> int:
    """How many objects and lists are inside each other; a definition inside itself counts once."""
    if not isinstance(node, dict):
        return 0
    ref = node.get("$ref")
    if ref is not None and ref not in known:
        known[ref] = 0
        known[ref] = _levels(definitions.get(ref.rpartition("/")[2]), definitions, known)
    inner = [known.get(ref, 0)] if ref is not None else []
    for path, child in children(node):
        if path[0] != "$defs":
            inner.append(_levels(child, definitions, known))
    return max(inner, default=0) + ("properties" in node or "items" in node)


def too_large(sizes: Sizes, rules: Rules) -> str | None:
    """Why a strict schema is over its provider's limits; None if it is not."""
    for name, field in LIMITED.items():
        size, most = getattr(sizes, name), getattr(rules, field)
        if most is not None and size > most:
            return f"it has {size:,} {name.replace('_', ' ')}, and {most:,} are allowed in strict mode"
    return None


def max_items_in(schema: Object) -> list[tuple[str, int]]:
    """Every `maxItems` in a schema with the pointer of the schema that has it."""
    found: list[tuple[str, int]] = []
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        at, node = waiting.pop()
        if isinstance(node, dict):
            found += [(at, node["maxItems"])] if isinstance(node.get("maxItems"), int) else []
            waiting += [(below(at, *path), child) for path, child in children(node)]
    return found
