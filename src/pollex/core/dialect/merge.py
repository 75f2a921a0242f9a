"""Several schemas that hold at once, made into one: `allOf`, and a `$ref` with keywords beside it."""

from __future__ import annotations

from typing import Final

from ..fault import Fault
from ..json import Object
from .joins import CONDITIONS, JOINS, both, common_values
from .refs import References
from .walk import MARKS

ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment",
     "$id", "$schema", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$vocabulary", "x-flat", *MARKS}
)  # fmt: skip
"""Keywords that refuse nothing."""


def constrains(schema: Object | bool) -> bool:
    """Whether the schema refuses anything at all, as far as its keywords tell."""
    return schema is False or (isinstance(schema, dict) and any(key not in ANNOTATIONS for key in schema))


def is_reference(schema: Object | bool) -> bool:
    """Whether the schema is a `$ref` and, at most, annotations."""
    return isinstance(schema, dict) and "$ref" in schema and all(k == "$ref" or k in ANNOTATIONS for k in schema)


def flatten(schema: Object | bool, refs: References, dropped: list[str], *, expand: bool = False) -> Object | bool:
    """The schema without `allOf` and without `$ref`, unless a `$ref` is all it is and `expand` is not asked for.

    Keywords that cannot be joined are left out, which only widens, and are added to `dropped`.
    """
    return _flatten(schema, refs, dropped, expand, ())


def _flatten(
    schema: Object | bool, refs: References, dropped: list[str], expand: bool, trail: tuple[str, ...]
) -> Object | bool:
    if not isinstance(schema, dict):
        return schema
    own = _uniform({key: value for key, value in schema.items() if key not in ("$ref", "allOf")})
    for part in schema.get("allOf", ()):
        own = {**part, **own} if isinstance(part, dict) and not constrains(part) else own
    held: list[Object | bool] = [{"$ref": schema["$ref"]}] if "$ref" in schema else []
    held += [part for part in schema.get("allOf", ()) if constrains(part)]
    only = held[0] if len(held) == 1 else None
    if not expand and isinstance(only, dict) and is_reference(only) and not constrains(own):
        return {**only, **own}
    result: Object | bool = own
    for part in held:
        result = merge(result, _followed(part, refs, dropped, trail), dropped)
    return result


def merged_refs(schema: Object | bool) -> list[str]:
    """The references that flattening a schema joins with something else."""
    if not isinstance(schema, dict) or is_reference(schema):
        return []
    own = [schema["$ref"]] if "$ref" in schema else []
    parts = [part for part in schema.get("allOf", ()) if isinstance(part, dict)]
    return own + [ref for part in parts for ref in ([part["$ref"]] if "$ref" in part else merged_refs(part))]


def _uniform(schema: Object) -> Object:
    """`const` as an `enum` of one, `if` with `then` and `else` as one entry of a list, so that they can be joined."""
    if "const" in schema:
        value = schema.pop("const")
        schema["enum"] = common_values([value], schema.get("enum", [value]))
    condition = {key: schema.pop(key) for key in ("if", "then", "else") if key in schema}
    if "if" in condition:
        schema[CONDITIONS] = [condition, *schema.get(CONDITIONS, ())]
    return schema


def _followed(part: Object | bool, refs: References, dropped: list[str], trail: tuple[str, ...]) -> Object | bool:
    ref = part.get("$ref") if isinstance(part, dict) else None
    if ref is None or not isinstance(part, dict) or not is_reference(part):
        return _flatten(part, refs, dropped, True, trail)
    if ref in trail:
        raise Fault("invalid_input", f"The reference {ref!r} leads only to itself.", pointer=ref[1:], received=ref)
    target = _flatten(refs.target(ref), refs, dropped, True, (*trail, ref))
    return merge({key: value for key, value in part.items() if key != "$ref"}, target, dropped)


def merge(left: Object | bool, right: Object | bool, dropped: list[str]) -> Object | bool:
    """What fits both; False where nothing can. For annotations, the left one counts."""
    if left is False or right is False:
        return False
    if not isinstance(left, dict) or not isinstance(right, dict):
        return left if isinstance(left, dict) else right
    left, right = _closed_over(left, right), _closed_over(right, left)
    merged = {**right, **left}
    for key in left.keys() & right.keys():
        if key in ANNOTATIONS or left[key] == right[key]:
            continue
        join = JOINS.get(key)
        joined = join(left[key], right[key]) if join else None
        if joined is None:
            dropped.append(key)
        else:
            merged[key] = joined
    return _consistent(merged)


def _closed_over(schema: Object, other: Object) -> Object:
    """The schema with what the other's `additionalProperties` and `items` say about its own properties and items."""
    changed = dict(schema)
    extra = other.get("additionalProperties")
    if extra is not None and extra is not True and "properties" in schema and "patternProperties" not in other:
        known = other.get("properties", {})
        changed["properties"] = {
            name: item if name in known else both(item, extra) for name, item in schema["properties"].items()
        }
    if "prefixItems" in schema or "prefixItems" in other:
        length = max(len(schema.get("prefixItems", ())), len(other.get("prefixItems", ())))
        first = list(schema.get("prefixItems", ()))
        changed["prefixItems"] = first + [schema.get("items", True)] * (length - len(first))
    return changed


def _consistent(schema: Object) -> Object | bool:
    if schema.get("type") == [] or schema.get("enum") == []:
        return False
    never = {name for name, item in schema.get("properties", {}).items() if item is False}
    return False if never & set(schema.get("required", ())) else schema
