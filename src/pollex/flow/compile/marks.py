"""Marks of the values that a run read, in the schemas of its lists: by them another layout is read.

The values themselves are not kept: a workflow is a file that people share, and they may be a person's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...core.json import Object
from ...core.leaves import map_leaves
from ...text.mark import mark_of
from .parametrizer import Parametrizer

SOME: Final = 12
"""The most marks of a field, from all over the list: each of its pages has to show some."""
LEAST: Final = 2
"""The fewest rows in which something has to be read: in one it may stand anywhere by chance."""
LONGEST: Final = 60
PLAIN: Final = ("string", "number", "integer")
MARKS: Final = "marks"
GIVEN: Final = frozenset({"enum", "const", "examples", MARKS})


def with_marks(nodes: Sequence[Object], reads: Mapping[int, Any], inputs: Parametrizer) -> list[Object]:
    """Return the nodes; those that read a list again have marks of what was read, by their position.

    In the place of a value that is one of an input stands that input.
    """
    marked = {at: map_leaves(data, lambda leaf: _marked(leaf, inputs)) for at, data in reads.items()}
    return [_told(node, marked[node["position"]]) if node["position"] in marked else node for node in nodes]


def _marked(value: Any, inputs: Parametrizer) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or not 0 < len(str(value)) <= LONGEST:
        return None
    return inputs.whole(str(value)) or mark_of(value)


def without_marks(value: Any) -> Any:
    """Return a part of a workflow without the marks in its schemas, and without examples."""
    if isinstance(value, list):
        return [without_marks(each) for each in value]
    if not isinstance(value, dict):
        return value
    own = {name for name in ("examples", MARKS) if "type" in value and isinstance(value.get(name), list)}
    return {name: without_marks(each) for name, each in value.items() if name not in own}


def _told(node: Object, data: Any) -> Object:
    config: Object = node["config"]
    if config.get("method") == "extract" and "schema" in config:
        return {**node, "config": {**config, "schema": _of(config["schema"], data)}}
    if config.get("tool") == "page.collect" and isinstance(data, dict):
        args: Object = config["args"]
        return {**node, "config": {**config, "args": {**args, "schema": _of_rows(args["schema"], data.get("rows"))}}}
    return node


def _of(schema: Object, data: Any) -> Object:
    """Return a schema with marks in each list of rows."""
    if isinstance(data, list) and isinstance(schema.get("items"), dict):
        return {**schema, "items": _of_row(schema["items"], data)}
    if isinstance(data, dict) and isinstance(schema.get("properties"), dict):
        inner = {name: _of(each, data.get(name)) for name, each in schema["properties"].items()}
        return {**schema, "properties": inner}
    return schema


def _of_rows(schema: Object, rows: Any) -> Object:
    """Return a schema with marks: of a list, of an object that has one, or of a single row."""
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
    told = [each for row in rows if isinstance(row, dict) and (each := row.get(name)) is not None]
    spread = dict.fromkeys(told[:: max(1, len(told) // SOME)])
    return {**schema, MARKS: [*spread][:SOME]} if len(told) >= LEAST else schema
