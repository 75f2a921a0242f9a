"""The rule checker: whether a definition keeps a provider's rules, judged from the rule table and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..fault import Issue
from ..json import Object
from ..limits import DEFAULT_LIMITS
from .pointer import below
from .rules import Rules, rules_for
from .sizes import LIMITED, max_items_in, measured

SCHEMA_KEYS: Final = {
    "openai": ("function", "parameters"),
    "anthropic": ("input_schema",),
    "google": ("parametersJsonSchema",),
    "mcp": ("inputSchema",),
}
"""Where the schema stands in a definition of each dialect."""
ROOT_REFUSED: Final = ("oneOf", "anyOf", "allOf", "enum", "not", "$ref", "const")


def violations(definition: Object, dialect: str, *, strict: bool = False, flat: bool = False) -> list[Issue]:
    """Every rule that a tool definition, or a bare schema, breaks. `flat` adds document 001's ban on unions."""
    rules = rules_for(dialect, strict=strict)
    keys = SCHEMA_KEYS[rules.dialect]
    if keys[0] not in definition or not isinstance(definition[keys[0]], dict):
        return list(_schema(definition, rules, "", flat))
    body = definition["function"] if rules.dialect == "openai" else definition
    at = "/function" if rules.dialect == "openai" else ""
    return [*_heading(body, rules, at), *_schema(body[keys[-1]], rules, "".join(f"/{key}" for key in keys), flat)]


def set_violations(definitions: Sequence[Object], dialect: str) -> list[Issue]:
    """Every limit that a request with all these definitions breaks."""
    rules = rules_for(dialect, strict=True)
    found = _over("", "tools", len(definitions), rules.most_tools)
    if rules.dialect == "anthropic":
        strict = [measured(one["input_schema"]) for one in definitions if one.get("strict")]
        found += _over("", "strict tools", len(strict), rules.most_strict_tools)
        found += _over("", "optional parameters", sum(sizes.optional for sizes in strict), rules.most_optional)
        found += _over("", "unions", sum(sizes.unions for sizes in strict), rules.most_unions)
    return found


def _heading(body: Object, rules: Rules, at: str) -> Iterator[Issue]:
    if not re.fullmatch(rules.tool_name, body["name"]):
        yield _issue(below(at, "name"), "The name is not allowed.", rules.tool_name, body["name"])
    if len(body.get("description", "")) > DEFAULT_LIMITS.description:
        yield _issue(below(at, "description"), "The description is too long.", str(DEFAULT_LIMITS.description))


def _schema(schema: Object, rules: Rules, at: str, flat: bool) -> Iterator[Issue]:
    if schema.get("type") != "object":
        yield _issue(at, "The root is no object.", "type object", repr(schema.get("type")))
    for keyword in ROOT_REFUSED:
        if keyword in schema:
            yield _issue(below(at, keyword), f"{keyword} may not stand at the root.")
    yield from _sizes(schema, rules, at)
    definitions = schema.get("$defs", {})
    for place, node in _schemas(schema, at):
        yield from _names(node, rules, place, top=place == at)
        yield from _references(node, definitions, place)
        yield from _everywhere(node, place)
        if rules.strict:
            yield from _strict(node, rules, place)
        if flat:
            yield from _flat(node, rules, place)
    if not rules.recursion and any(_reaches(name, name, definitions) for name in definitions):
        yield _issue(below(at, "$defs"), "A definition contains itself.")


def _schemas(schema: Any, at: str) -> Iterator[tuple[str, Object]]:
    """Every schema inside a schema, itself included."""
    waiting: list[tuple[str, Any]] = [(at, schema)]
    while waiting:
        place, node = waiting.pop()
        if not isinstance(node, dict):
            continue
        yield place, node
        for keyword, value in node.items():
            if keyword in ("properties", "patternProperties", "dependentSchemas", "$defs"):
                waiting += [(below(place, keyword, name), item) for name, item in value.items()]
            elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
                waiting += [(below(place, keyword, index), item) for index, item in enumerate(value)]
            elif keyword not in ("enum", "const", "default", "examples"):
                waiting.append((below(place, keyword), value))


def _sizes(schema: Object, rules: Rules, at: str) -> list[Issue]:
    sizes = measured(schema)
    found: list[Issue] = []
    for name, field in LIMITED.items():
        found += _over(at, name.replace("_", " "), getattr(sizes, name), getattr(rules, field))
    total = sum(size for _, size in max_items_in(schema))
    return found + _over(at, "items allowed in all lists", total, rules.most_sum_of_max_items)


def _names(node: Object, rules: Rules, at: str, *, top: bool) -> Iterator[Issue]:
    if rules.property_name is None or not (top or rules.property_scope == "every"):
        return
    for name in node.get("properties", ()):
        if not re.fullmatch(rules.property_name, name):
            yield _issue(below(at, "properties", name), "The property name is not allowed.", rules.property_name, name)


def _references(node: Object, definitions: Object, at: str) -> Iterator[Issue]:
    ref = node.get("$ref")
    if ref is not None and ref.removeprefix("#/$defs/") not in definitions:
        yield _issue(below(at, "$ref"), "The reference leads to no definition.", "#/$defs/name", ref)


def _everywhere(node: Object, at: str) -> Iterator[Issue]:
    if _has_type(node, "array") and "items" not in node:
        yield _issue(at, "A list has no items.", "items")
    if node.get("type") == "any":
        yield _issue(below(at, "type"), "There is no type 'any'.")


def _strict(node: Object, rules: Rules, at: str) -> Iterator[Issue]:
    for keyword, value in node.items():
        if rules.keywords is not None and keyword not in rules.keywords:
            yield _issue(below(at, keyword), f"{keyword} is refused in strict mode.")
        elif keyword == "format" and value not in rules.formats:
            yield _issue(below(at, keyword), "The format is refused.", ", ".join(sorted(rules.formats)), value)
        elif keyword == "pattern" and rules.pattern_refused and re.search(rules.pattern_refused, value):
            yield _issue(below(at, keyword), "The pattern uses what strict mode refuses.", None, value)
    if rules.most_min_items is not None and node.get("minItems", 0) > rules.most_min_items:
        yield _issue(below(at, "minItems"), "minItems is too large.", str(rules.most_min_items))
    if "$ref" in node and len(node) > 1:
        yield _issue(at, "A $ref has keywords beside it.")
    if not node.keys() & {"type", "anyOf", "$ref"}:
        yield _issue(at, "The schema names no type.")
    if _has_type(node, "object"):
        yield from _closed(node, rules, at)
    if any(isinstance(value, dict | list) for value in node.get("enum", ())):
        yield _issue(below(at, "enum"), "An enum holds a list or an object.")
    yield from _type_list(node, rules, at)


def _closed(node: Object, rules: Rules, at: str) -> Iterator[Issue]:
    if node.get("additionalProperties") is not False:
        yield _issue(at, "An object is open.", "additionalProperties: false")
    missing = set(node.get("properties", ())) - set(node.get("required", ()))
    if rules.optional_is_nullable and missing:
        yield _issue(below(at, "required"), f"Not required: {', '.join(sorted(missing))}.", "all properties")


def _type_list(node: Object, rules: Rules, at: str) -> Iterator[Issue]:
    types = node.get("type")
    if isinstance(types, list) and (len(types) != 2 or "null" not in types):
        yield _issue(below(at, "type"), "A type list is more than a type and null.", '["T", "null"]', str(types))


def _flat(node: Object, rules: Rules, at: str) -> Iterator[Issue]:
    for keyword in ("oneOf", "anyOf", "allOf"):
        if keyword in node:
            yield _issue(below(at, keyword), f"{keyword} stands in a flat schema.")
    if isinstance(node.get("type"), list) and not rules.optional_is_nullable:
        yield _issue(below(at, "type"), "A type list stands in a flat schema.")
    yield from _type_list(node, rules, at)


def _reaches(start: str, goal: str, definitions: Object) -> bool:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for _, node in _schemas(definitions[waiting.pop()], ""):
            name = node.get("$ref", "").removeprefix("#/$defs/")
            if name == goal:
                return True
            if name in definitions and name not in seen:
                seen.add(name)
                waiting.append(name)
    return False


def _has_type(node: Object, name: str) -> bool:
    types = node.get("type")
    return types == name or (isinstance(types, list) and name in types)


def _over(at: str, what: str, size: int, most: int | None) -> list[Issue]:
    return [] if most is None or size <= most else [_issue(at, f"Too many {what}.", f"at most {most}", str(size))]


def _issue(at: str, message: str, expected: str | None = None, received: str | None = None) -> Issue:
    return Issue(at, message, expected=expected, received=received)
