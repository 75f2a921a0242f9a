"""How large rendered schemas are, in the measures that providers limit, and which tools can be strict together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..json import Object
from ..schema.walk import children, every
from .rules import Rules

MEASURES: Final = {
    "properties": "most_properties",
    "levels": "most_levels",
    "enum values": "most_enum_values",
    "characters": "most_characters",
    "items allowed in all lists": "most_sum_of_max_items",
}
"""What is counted in one schema, and the rule that limits it."""
OVER_A_REQUEST: Final = {
    "optional parameters": "most_optional",
    "unions": "most_unions",
    "strict tools": "most_strict_tools",
}
"""What is counted over all strict tools of a request, and the rule that limits it."""


def measured(schema: Object) -> dict[str, int]:
    """The sizes of a rendered schema with its definitions, by the names in the two tables."""
    sizes = dict.fromkeys([*MEASURES, *OVER_A_REQUEST], 0) | {"strict tools": 1}
    for _, node in every(schema):
        if isinstance(node, dict):
            _count(node, sizes)
    sizes["levels"] = _levels(schema, schema.get("$defs", {}), {})
    return sizes


def too_large(schema: Object, rules: Rules) -> str | None:
    """Why a strict schema is over its provider's limits; None if it is not."""
    sizes = measured(schema)
    for name, rule in MEASURES.items():
        if (most := getattr(rules, rule)) is not None and sizes[name] > most:
            return f"it has {sizes[name]:,} {name}, and {most:,} are allowed in strict mode"
    return None


def left_plain(schemas: Mapping[str, Object], rules: Rules) -> dict[str, str]:
    """The tools to leave plain, each with the reason; the heaviest in what there is too much of goes first."""
    strict = {name: measured(schema) for name, schema in schemas.items()}
    left: dict[str, str] = {}
    for name, rule in OVER_A_REQUEST.items():
        weights = ("optional parameters", "unions") if name == "strict tools" else (name,)
        most = getattr(rules, rule)
        while most is not None and (total := sum(sizes[name] for sizes in strict.values())) > most:
            heaviest = max(reversed(strict), key=lambda one: sum(strict[one][weight] for weight in weights))
            left[heaviest] = f"together the strict tools would have {total} {name}, and {most} are allowed"
            del strict[heaviest]
    return left


def _count(node: Object, sizes: dict[str, int]) -> None:
    properties, required, values = node.get("properties", {}), node.get("required", ()), node.get("enum", ())
    texts = [*properties, *node.get("$defs", ()), *(value for value in values if isinstance(value, str))]
    sizes["properties"] += len(properties)
    sizes["enum values"] += len(values)
    sizes["characters"] += sum(len(text) for text in texts)
    sizes["items allowed in all lists"] += node.get("maxItems", 0)
    sizes["optional parameters"] += sum(name not in required for name in properties)
    sizes["unions"] += ("anyOf" in node) + isinstance(node.get("type"), list)


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
