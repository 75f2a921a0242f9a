"""Where schemas stand inside a schema, and the marks that ours carry while they are rendered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..json import Object

ONE: Final = frozenset(
    {"additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames",
     "unevaluatedItems", "unevaluatedProperties", "contentSchema"}
)  # fmt: skip
"""Keywords that hold a schema."""
MANY: Final = frozenset({"prefixItems", "allOf", "anyOf", "oneOf"})
"""Keywords that hold a list of schemas."""
NAMED: Final = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions"})
"""Keywords that hold schemas by name."""
DATA: Final = frozenset({"enum", "const", "default", "examples", "example"})
"""Keywords that hold values, in which nothing is a schema."""
AT: Final = "x-pollex-at"
"""Our own keyword, never rendered: where in the rich schema a part stood, so that losses can say so after merging."""
FOR: Final = "x-pollex-for"
"""Our own keyword, never rendered: which tagged alternatives a part belongs to, for descriptions after uniting."""
MARKS: Final = frozenset({AT, FOR})


def children(schema: Object) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The schemas directly inside a schema, with the path to each; unknown keywords are looked into as well."""
    for keyword, value in schema.items():
        if isinstance(value, dict):
            if keyword in NAMED:
                yield from (((keyword, name), item) for name, item in value.items())
            elif keyword not in DATA:
                yield (keyword,), value
        elif keyword in MANY and isinstance(value, list):
            yield from (((keyword, index), item) for index, item in enumerate(value))


def refs_in(schema: Any) -> Iterator[str]:
    """Every reference inside a schema, without following any."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if isinstance(ref := node.get("$ref"), str):
                yield ref
            waiting += [child for path, child in children(node) if path[0] not in ("$defs", "definitions")]


def unmarked(value: Any) -> Any:
    """The value without our own marks."""
    if isinstance(value, list):
        return [unmarked(item) for item in value]
    if isinstance(value, dict):
        return {key: unmarked(item) for key, item in value.items() if key not in MARKS}
    return value
