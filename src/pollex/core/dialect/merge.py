"""Several schemas that hold at once, made into one: `allOf`, and a `$ref` with keywords beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from pollex.core.fault import Fault
from pollex.core.json import Object

from .refs import AT, References

ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment",
     "$id", "$schema", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$vocabulary", "x-flat", AT}
)  # fmt: skip
"""Keywords that refuse nothing."""
ALL_TYPES: Final = ("string", "number", "boolean", "array", "object", "null")
MOST_PRODUCTS: Final = 64
CONDITIONS: Final = "x-conditions"
"""Our own keyword, never rendered: the list of conditions that hold at once."""


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
        schema["enum"] = _common_values([value], schema.get("enum", [value]))
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
            name: item if name in known else _both(item, extra) for name, item in schema["properties"].items()
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


def _both(left: Any, right: Any) -> Any:
    if left is False or right is False:
        return False
    if left is True or right is True:
        return right if left is True else left
    return {"allOf": [left, right]}


def _by_name(left: Object, right: Object) -> Object:
    return {name: _both(left[name], right[name]) if name in left and name in right else {**right, **left}[name]
            for name in [*left, *(name for name in right if name not in left)]}  # fmt: skip


def _in_turn(left: list[Any], right: list[Any]) -> list[Any]:
    return [_both(one, other) for one, other in zip(left, right, strict=True)]


def _pairs(left: list[Any], right: list[Any]) -> list[Any] | None:
    return [_both(one, other) for one in left for other in right] if len(left) * len(right) <= MOST_PRODUCTS else None


def _united(left: Iterable[Any], right: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys([*left, *right]))


def _types(left: str | list[str], right: str | list[str]) -> str | list[str]:
    ours, theirs = type_list(left), type_list(right)
    common = [t for t in ours if t in theirs or (t == "integer" and "number" in theirs)]
    common += [t for t in theirs if t == "integer" and "number" in ours and t not in common]
    return common[0] if len(common) == 1 else common


def type_list(types: str | list[str] | None) -> list[str]:
    """`type` as a list; all types where there is none."""
    return [types] if isinstance(types, str) else list(ALL_TYPES if types is None else types)


def _common_values(left: list[Any], right: list[Any]) -> list[Any]:
    return [value for value in left if any(same_json(value, other) for other in right)]


def same_json(left: Any, right: Any) -> bool:
    """Equality of JSON values, in which true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        keys = left.keys() - {AT}
        return keys == right.keys() - {AT} and all(same_json(left[key], right[key]) for key in keys)
    return bool(left == right)


def _multiple(left: float, right: float) -> float | None:
    from fractions import Fraction

    large, small = max(left, right), min(left, right)
    return large if Fraction(str(large)) % Fraction(str(small)) == 0 else None


def _dependent(left: dict[str, list[str]], right: dict[str, list[str]]) -> Object:
    return {name: _united(left.get(name, ()), right.get(name, ())) for name in [*left, *right]}


JOINS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "type": _types,
    "enum": _common_values,
    "required": _united,
    "properties": _by_name,
    "patternProperties": _by_name,
    "dependentSchemas": _by_name,
    "dependentRequired": _dependent,
    CONDITIONS: lambda left, right: [*left, *right],
    "prefixItems": _in_turn,
    "anyOf": _pairs,
    "oneOf": _pairs,
    "multipleOf": _multiple,
    "not": lambda left, right: {"anyOf": [left, right]},
    "uniqueItems": lambda left, right: left or right,
    **dict.fromkeys(("additionalProperties", "items", "propertyNames", "unevaluatedProperties"), _both),
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
}
"""How two values of one keyword become one; None as a result means that they cannot."""
