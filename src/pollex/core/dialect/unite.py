"""Alternative objects united into one that accepts all of them, for the root, where providers take no union."""

from __future__ import annotations

from typing import Any

from ..json import Object
from ..schema.walk import SchemaDocument
from .document import AT, FOR, MARKS
from .merge import same_json
from .normal import constrains


def united(options: list[Object]) -> Object:
    """Return one schema of an object that accepts whatever fits any of the options."""
    options = distinct(options)
    if len(options) == 1:
        return options[0]
    options = _labelled(options)
    names = list(dict.fromkeys(name for option in options for name in option.get("properties", ())))
    properties = {name: _any_of([_property(option, name) for option in options]) for name in names}
    required = [name for name in names if all(name in option.get("required", ()) for option in options)]
    joined: Object = {AT: options[0].get(AT, ""), "type": "object", "properties": properties}
    if required:
        joined["required"] = required
    others = [others_of(option) for option in options]
    if any(other is not False for other in others):
        joined["additionalProperties"] = _any_of(others)
    return joined


def others_of(schema: Object) -> SchemaDocument:
    """Return the schema of undeclared keys; an object that declares properties and says nothing of others has none."""
    if schema.get("patternProperties"):
        return True
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in schema:
            found: SchemaDocument = schema[keyword]
            return found
    return "properties" not in schema


def _property(option: Object, name: str) -> SchemaDocument:
    """Return the schema of a property in an alternative, with the alternative's label if it has one."""
    if name not in option.get("properties", ()):
        return others_of(option)
    found: SchemaDocument = option["properties"][name]
    return {FOR: option[FOR], **found} if FOR in option and isinstance(found, dict) else found


def _labelled(options: list[Object]) -> list[Object]:
    """Return the alternatives, each labelled with the value of the property that discriminates them, if any."""
    for name in options[0].get("properties", ()):
        tags = [_constant(option.get("properties", {}).get(name)) for option in options]
        if all(isinstance(tag, str) for tag in tags) and len(set(tags)) == len(tags):
            return [{**option, FOR: [tag]} for option, tag in zip(options, tags, strict=True)]
    return options


def _constant(schema: Any) -> Any:
    values = _values(schema) if isinstance(schema, dict) else ()
    return values[0] if len(values) == 1 else None


def _any_of(options: list[SchemaDocument]) -> SchemaDocument:
    """Return a schema for any of the options; what only some labelled alternatives have says for which it is."""
    possible = [option for option in options if option is not False]
    schemas: list[Object] = distinct([one for one in possible if isinstance(one, dict) and constrains(one)])
    if not schemas or not all(map(constrains, possible)):
        return bool(possible)
    one, at = schemas[0], {AT: schemas[0].get(AT, "")}
    if len(schemas) > 1 and all(map(_is_enum, schemas)):
        return {**at, "enum": distinct([value for schema in schemas for value in _values(schema)])}
    if len(schemas) > 1:
        return {**at, "anyOf": schemas}
    if len(possible) == len(options) or FOR not in one:
        return one
    return {**one, "description": f"For {', '.join(one[FOR])}. {one.get('description', '')}".rstrip()}


def _is_enum(schema: Object) -> bool:
    return schema.keys() <= {"const", "enum", "type", *MARKS} and bool(_values(schema))


def _values(schema: Object) -> list[Any]:
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def distinct(values: list[Any]) -> list[Any]:
    """Return the values or schemas, each once; a schema that several alternatives share has all their labels."""
    kept: list[Any] = []
    for value in values:
        index = next((index for index, other in enumerate(kept) if same_json(value, other)), None)
        if index is None:
            kept.append(value)
        elif isinstance(value, dict) and FOR in value and FOR in kept[index]:
            kept[index] = {**kept[index], FOR: list(dict.fromkeys([*kept[index][FOR], *value[FOR]]))}
    return kept
