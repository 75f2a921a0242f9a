"""The rule checker: whether a definition keeps a provider's rules, by the table in `rules` alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..fault import Issue
from ..json import Object
from ..limits import DEFAULT_LIMITS
from ..path import pointer
from ..schema.walk import SchemaPath, every
from .document import refs_in
from .rules import ROOT_REFUSED, Rules, rules_for
from .sizes import OF_A_REQUEST, OF_A_SCHEMA, measured

SCHEMA_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "openai": ("function", "parameters"),
    "anthropic": ("input_schema",),
    "google": ("parametersJsonSchema",),
    "mcp": ("inputSchema",),
}
"""Where the schema stands in a definition of each dialect."""


def violations(definition: Object, dialect: str, *, strict: bool = False, flat: bool = False) -> list[Issue]:
    """Return every rule that a tool definition or a bare schema breaks. `flat` adds the Director's ban on unions."""
    rules = rules_for(dialect, strict=strict)
    keys = SCHEMA_KEYS[rules.dialect]
    if not isinstance(definition.get(keys[0]), dict):
        return list(_schema(definition, rules, (), flat))
    body = definition["function"] if rules.dialect == "openai" else definition
    return [*_heading(body, rules, keys[:-1]), *_schema(body[keys[-1]], rules, keys, flat)]


def set_violations(definitions: Sequence[Object], dialect: str) -> list[Issue]:
    """Return every limit that a request with all these definitions breaks."""
    rules = rules_for(dialect, strict=True)
    sizes = Counter(tools=len(definitions))
    for one in definitions:
        sizes.update(measured(one["input_schema"]) if one.get("strict") and "input_schema" in one else {})
    return list(_too_many((), ("tools", *OF_A_REQUEST), sizes, rules))


def _heading(body: Object, rules: Rules, at: SchemaPath) -> Iterator[Issue]:
    if not re.fullmatch(rules.tool_name, body["name"]):
        yield _issue((*at, "name"), "The name is not allowed.", rules.tool_name, body["name"])
    if len(body.get("description", "")) > DEFAULT_LIMITS.description:
        yield _issue((*at, "description"), "The description is too long.", str(DEFAULT_LIMITS.description))


def _schema(schema: Object, rules: Rules, at: SchemaPath, flat: bool) -> Iterator[Issue]:
    if schema.get("type") != "object":
        yield _issue(at, "The root is no object.", "type object", repr(schema.get("type")))
    for keyword in sorted(ROOT_REFUSED & schema.keys()):
        yield _issue((*at, keyword), f"{keyword} may not stand at the root.")
    yield from _too_many(at, OF_A_SCHEMA, measured(schema), rules)
    definitions = schema.get("$defs", {})
    for path, node in every(schema):
        if isinstance(node, dict):
            place = (*at, *path)
            yield from _anywhere(node, rules, place, definitions, top=not path)
            yield from _strict(node, rules, place) if rules.strict else ()
            yield from _flat(node, rules, place) if flat else ()
    if not rules.recursion and _has_loop(definitions):
        yield _issue((*at, "$defs"), "A definition contains itself.")


def _anywhere(node: Object, rules: Rules, at: SchemaPath, definitions: Object, *, top: bool) -> Iterator[Issue]:
    for name in node.get("properties", ()) if top or rules.property_scope == "every" else ():
        if not re.fullmatch(rules.property_name, name, re.DOTALL):
            place = (*at, "properties", name)
            yield _issue(place, "The property name is not allowed.", rules.property_name, name)
    if "$ref" in node and node["$ref"].removeprefix("#/$defs/") not in definitions:
        yield _issue((*at, "$ref"), "The reference leads to no definition.", "#/$defs/name", node["$ref"])
    if _has_type(node, "array") and "items" not in node:
        yield _issue(at, "A list has no items.", "items")
    if node.get("type") == "any":
        yield _issue((*at, "type"), "There is no type 'any'.")


def _strict(node: Object, rules: Rules, at: SchemaPath) -> Iterator[Issue]:
    for keyword, value in node.items():
        if rules.keywords is not None and keyword not in rules.keywords:
            yield _issue((*at, keyword), f"{keyword} is refused in strict mode.")
        elif not rules.takes(keyword, value):
            yield _issue((*at, keyword), f"This {keyword} is refused in strict mode.", None, str(value))
    if "$ref" in node and len(node) > 1:
        yield _issue(at, "A $ref has keywords beside it.")
    if not node.keys() & {"type", "anyOf", "$ref"}:
        yield _issue(at, "The schema names no type.")
    if any(isinstance(value, dict | list) for value in node.get("enum", ())):
        yield _issue((*at, "enum"), "An enum holds a list or an object.")
    if _has_type(node, "object") and node.get("additionalProperties") is not False:
        yield _issue(at, "An object is open.", "additionalProperties: false")
    missing = set(node.get("properties", ())) - set(node.get("required", ()))
    if rules.optional_is_nullable and missing:
        yield _issue((*at, "required"), f"Not required: {', '.join(sorted(missing))}.", "all properties")
    yield from _type_list(node, at)


def _type_list(node: Object, at: SchemaPath) -> Iterator[Issue]:
    types = node.get("type")
    if isinstance(types, list) and (len(types) != 2 or "null" not in types):
        yield _issue((*at, "type"), "A type list is more than a type and null.", '["T", "null"]', str(types))


def _flat(node: Object, rules: Rules, at: SchemaPath) -> Iterator[Issue]:
    for keyword in ("oneOf", "anyOf", "allOf"):
        if keyword in node:
            yield _issue((*at, keyword), f"{keyword} stands in a flat schema.")
    if isinstance(node.get("type"), list) and not rules.optional_is_nullable:
        yield _issue((*at, "type"), "A type list stands in a flat schema.")
    yield from _type_list(node, at)


def _has_loop(definitions: Object) -> bool:
    """Return whether a definition contains itself, directly or through others."""
    reached = {name: set(refs_in(one)) for name, one in definitions.items()}
    for _ in reached:
        for name, refs in reached.items():
            reached[name] = refs.union(*(reached.get(ref.removeprefix("#/$defs/"), ()) for ref in refs))
    return any(f"#/$defs/{name}" in refs for name, refs in reached.items())


def _has_type(node: Object, name: str) -> bool:
    types = node.get("type")
    return types == name or (isinstance(types, list) and name in types)


def _too_many(at: SchemaPath, measures: Iterable[str], sizes: Counter[str], rules: Rules) -> Iterator[Issue]:
    for name in measures:
        if sizes[name] > (most := rules.most.get(name, sizes[name])):
            yield _issue(at, f"Too many {name}.", f"at most {most}", str(sizes[name]))


def _issue(at: SchemaPath, message: str, expected: str | None = None, received: str | None = None) -> Issue:
    return Issue(pointer(at), message, expected=expected, received=received)
