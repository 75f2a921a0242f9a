"""Alternatives united into one schema that lets all of them through, for dialects that take no union."""

from __future__ import annotations

from typing import Any

from ..json import Object
from .alternatives import alternatives
from .joins import CONDITIONS, same_json
from .merge import constrains
from .refs import References
from .walk import FOR, MARKS


def united(kind: str, options: list[Object], refs: References) -> Object:
    """One schema of the given type that lets through whatever fits any option."""
    distinct: list[Object] = _distinct(options)
    if len(distinct) == 1:
        return distinct[0]
    if kind == "object":
        return _one_object(distinct, refs)
    if kind == "array":
        inner = [item for option in distinct for item in [*option.get("prefixItems", ()), option.get("items", True)]]
        inner = [item for item in inner if item is not False]
        return {**_annotations(distinct), "type": "array", "items": _any_of(inner)}
    name = "number" if any(option["type"] == "number" for option in distinct) else distinct[0]["type"]
    joined: Object = {**_annotations(distinct), "type": name}
    if all("enum" in option for option in distinct):
        joined["enum"] = _distinct_values([value for option in distinct for value in option["enum"]])
    return joined


def _one_object(options: list[Object], refs: References) -> Object:
    options = _labelled([with_conditional_properties(option, refs) for option in options])
    names = list(dict.fromkeys(name for option in options for name in option.get("properties", ())))
    properties = {name: _any_of([_property(option, name) for option in options]) for name in names}
    required = [name for name in names if all(name in option.get("required", ()) for option in options)]
    joined: Object = {**_annotations(options), "type": "object", "properties": properties}
    if required:
        joined["required"] = required
    others = [others_of(option) for option in options]
    if any(other is not False for other in others):
        joined["additionalProperties"] = _any_of(others)
    return joined


def _property(option: Object, name: str) -> Object | bool:
    """What an alternative says of a property, with the alternative's label if it has one."""
    if name not in option.get("properties", ()):
        return others_of(option)
    found: Object | bool = option["properties"][name]
    return {FOR: option[FOR], **found} if FOR in option and isinstance(found, dict) else found


def _labelled(options: list[Object]) -> list[Object]:
    """The alternatives, each labelled with the value of the property that tells them apart, if there is one."""
    for name in options[0].get("properties", ()):
        tags = [_constant(option.get("properties", {}).get(name)) for option in options]
        if all(isinstance(tag, str) for tag in tags) and len(set(tags)) == len(tags):
            return [{**option, FOR: [tag]} for option, tag in zip(options, tags, strict=True)]
    return options


def _constant(schema: Any) -> Any:
    if not isinstance(schema, dict):
        return None
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return values[0] if len(values) == 1 else None


def others_of(schema: Object) -> Object | bool:
    """What an object lets its undeclared keys hold; an object that is silent and declares properties has no others."""
    if schema.get("patternProperties"):
        return True
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in schema:
            found: Object | bool = schema[keyword]
            return found
    return "properties" not in schema


def with_conditional_properties(schema: Object, refs: References) -> Object:
    """The schema with its conditions left out, and the properties that only they declare taken in as optional ones."""
    conditions = schema.get(CONDITIONS, ())
    held = [condition[key] for condition in conditions for key in ("then", "else") if key in condition]
    found = _properties_in([*held, *schema.get("dependentSchemas", {}).values()], refs)
    for name in _properties_in([condition["if"] for condition in conditions], refs):
        found.setdefault(name, [True])
    kept = {key: value for key, value in schema.items() if key not in ("dependentSchemas", CONDITIONS)}
    own = schema.get("properties", {})
    extra = {name: _any_of(items) for name, items in found.items() if name not in own}
    return {**kept, "properties": {**own, **extra}} if extra else kept


def _properties_in(parts: list[Object | bool], refs: References) -> dict[str, list[Object | bool]]:
    found: dict[str, list[Object | bool]] = {}
    for part in parts:
        for option in alternatives(part, refs, [], expand=True) or ():
            for name, item in with_conditional_properties(option, refs).get("properties", {}).items():
                found.setdefault(name, []).append(item)
    return found


def _any_of(options: list[Object | bool]) -> Object | bool:
    """One of the options; what only some tagged alternatives have says for which."""
    possible = [option for option in options if option is not False]
    if not possible:
        return False
    schemas = [option for option in possible if isinstance(option, dict) and constrains(option)]
    if len(schemas) < len(possible):
        return True
    distinct = _distinct(schemas)
    if len(distinct) > 1:
        return _one_enum(distinct) if all(_is_enum(option) for option in distinct) else {"anyOf": distinct}
    one = distinct[0]
    if len(possible) == len(options) or not all(FOR in option for option in schemas):
        return one
    about = f"For {', '.join(one[FOR])}."
    return {**one, "description": f"{about} {one['description']}" if "description" in one else about}


def _is_enum(schema: Object) -> bool:
    return schema.keys() <= {"const", "enum", "type", *MARKS} and bool(schema.keys() & {"const", "enum"})


def _one_enum(options: list[Object]) -> Object:
    values = [value for option in options for value in option.get("enum", [option.get("const")])]
    types = {option.get("type", "") for option in options}
    kind = {"type": types.pop()} if len(types) == 1 and types != {""} else {}
    return {**kind, "enum": _distinct_values(values)}


def _annotations(options: list[Object]) -> Object:
    """The description, if all options have the same."""
    first = options[0].get("description")
    return {"description": first} if first and all(option.get("description") == first for option in options) else {}


def _distinct(schemas: list[Object]) -> list[Object]:
    """The schemas, each once; a schema that several alternatives share carries all their labels."""
    kept: list[Object] = []
    for schema in schemas:
        index = next((index for index, other in enumerate(kept) if same_json(schema, other)), None)
        if index is None:
            kept.append(schema)
        elif FOR in schema and FOR in kept[index]:
            kept[index] = {**kept[index], FOR: list(dict.fromkeys([*kept[index][FOR], *schema[FOR]]))}
    return kept


def _distinct_values(values: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for value in values:
        if not any(same_json(value, other) for other in kept):
            kept.append(value)
    return kept
