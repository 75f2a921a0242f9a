"""How large rendered schemas are, in the measures that providers limit, and which tools can be strict together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from ..json import Object
from ..schema.walk import children, every
from .rules import Rules

OF_A_SCHEMA: Final = ("properties", "levels", "enum values", "characters", "items allowed in all lists")
OF_A_REQUEST: Final = ("strict tools", "optional parameters", "unions")


def measured(schema: Object) -> Counter[str]:
    """Return the sizes of a rendered schema with its definitions."""
    sizes = Counter({"strict tools": 1, "levels": _levels(schema, schema.get("$defs", {}), {})})
    for _, node in every(schema):
        if isinstance(node, dict):
            properties, required, values = node.get("properties", {}), node.get("required", ()), node.get("enum", ())
            texts = [*properties, *node.get("$defs", ()), *(value for value in values if isinstance(value, str))]
            sizes["properties"] += len(properties)
            sizes["enum values"] += len(values)
            sizes["characters"] += sum(len(text) for text in texts)
            sizes["items allowed in all lists"] += node.get("maxItems", 0)
            sizes["optional parameters"] += sum(name not in required for name in properties)
            sizes["unions"] += ("anyOf" in node) + isinstance(node.get("type"), list)
    return sizes


def too_large(schema: Object, rules: Rules) -> str | None:
    """Return why a strict schema is over its provider's limits; None if it is not."""
    sizes = measured(schema)
    for name in OF_A_SCHEMA:
        if sizes[name] > (most := rules.most.get(name, sizes[name])):
            return f"it has {sizes[name]:,} {name}, and {most:,} are allowed in strict mode"
    return None


def left_plain(schemas: Mapping[str, Object], rules: Rules) -> dict[str, str]:
    """Return the tools to leave plain, with the reason; those that add most to what is over the limit go first."""
    strict = {name: measured(schema) for name, schema in schemas.items()}
    left: dict[str, str] = {}
    for name in reversed(OF_A_REQUEST):
        weights = OF_A_REQUEST[1:] if name == "strict tools" else (name,)
        while (total := sum(sizes[name] for sizes in strict.values())) > (most := rules.most.get(name, total)):
            heaviest = max(reversed(strict), key=lambda one: sum(strict[one][weight] for weight in weights))
            left[heaviest] = f"together the strict tools would have {total} {name}, and {most} are allowed"
            del strict[heaviest]
    return left


def _levels(node: Any, definitions: Object, known: dict[str, int]) -> int:
    """Return how many objects and lists are nested; a definition inside itself counts once."""
    if not isinstance(node, dict):
        return 0
    inner = [_levels(child, definitions, known) for path, child in children(node) if path[0] != "$defs"]
    if (ref := node.get("$ref")) is not None:
        if ref not in known:
            known[ref] = 0
            known[ref] = _levels(definitions.get(ref.rpartition("/")[2]), definitions, known)
        inner.append(known[ref])
    return max(inner, default=0) + ("properties" in node or "items" in node)
