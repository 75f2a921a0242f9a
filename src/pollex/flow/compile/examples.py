"""Values that a run read, as examples in the schemas of its lists: by them another layout is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...core.json import Object
from ...core.leaves import map_leaves
from ...core.reference import escape
from .parametrizer import Parametrizer

SOME: Final = 12
"""The most examples of a field, from all over the list: each of its pages has to show some."""
LEAST: Final = 2
"""The fewest rows in which something has to be read: in one it may stand anywhere by chance."""
LONGEST: Final = 60
PLAIN: Final = ("string", "number", "integer")
GIVEN: Final = frozenset({"enum", "const", "examples"})


def with_examples(nodes: Sequence[Object], reads: Mapping[int, Any], inputs: Parametrizer) -> list[Object]:
    """Return the nodes; those that read a list again have examples of what was read, by their position.

    An example that is the value of an input is that input.
    """
    written = {at: map_leaves(data, lambda leaf: _written(leaf, inputs)) for at, data in reads.items()}
    return [_told(node, written[node["position"]]) if node["position"] in written else node for node in nodes]


def _written(value: Any, inputs: Parametrizer) -> Any:
    return (inputs.whole(value) or escape(value)) if isinstance(value, str) else value


def without_examples(value: Any) -> Any:
    """Return a part of a workflow without the examples in its schemas."""
    if isinstance(value, list):
        return [without_examples(each) for each in value]
    if not isinstance(value, dict):
        return value
    own = {name for name in ("examples",) if "type" in value and isinstance(value.get(name), list)}
    return {name: without_examples(each) for name, each in value.items() if name not in own}


def _told(node: Object, data: Any) -> Object:
    config: Object = node["config"]
    if config.get("method") == "extract" and "schema" in config:
        return {**node, "config": {**config, "schema": _of(config["schema"], data)}}
    if config.get("tool") == "page.collect" and isinstance(data, dict):
        args: Object = config["args"]
        return {**node, "config": {**config, "args": {**args, "schema": _of_rows(args["schema"], data.get("rows"))}}}
    return node


def _of(schema: Object, data: Any) -> Object:
    """Return a schema with examples in each list of rows."""
    if isinstance(data, list) and isinstance(schema.get("items"), dict):
        return {**schema, "items": _of_row(schema["items"], data)}
    if isinstance(data, dict) and isinstance(schema.get("properties"), dict):
        inner = {name: _of(each, data.get(name)) for name, each in schema["properties"].items()}
        return {**schema, "properties": inner}
    return schema


def _of_rows(schema: Object, rows: Any) -> Object:
    """Return a schema with examples: of a list, of an object that has one, or of a single row."""
    if schema.get("type") == "array":
        return _of(schema, rows)
    lists = [name for name, each in (schema.get("properties") or {}).items() if each.get("type") == "array"]
    return _of(schema, {lists[0]: rows}) if len(lists) == 1 else _of_row(schema, rows)


def _of_row(schema: Object, rows: Any) -> Object:
    if not isinstance(schema.get("properties"), dict) or not isinstance(rows, list):
        return schema
    inner = {name: _of_field(each, rows, name) for name, each in schema["properties"].items()}
    return {**schema, "properties": inner}


def _of_field(schema: Object, rows: Sequence[Any], name: str) -> Object:
    if schema.get("type") not in PLAIN or GIVEN & schema.keys():
        return schema
    values = [row.get(name) for row in rows if isinstance(row, dict)]
    told = [each for each in values if isinstance(each, str | int | float) and 0 < len(str(each)) <= LONGEST]
    spread = dict.fromkeys(told[:: max(1, len(told) // SOME)])
    return {**schema, "examples": [*spread][:SOME]} if len(told) >= LEAST else schema
