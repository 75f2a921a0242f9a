"""A schema in normal form: a list of alternatives, each of one JSON type and put together from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from ..fault import Fault
from ..json import Object, type_name
from ..schema.walk import SchemaDocument
from .document import Document
from .merge import ANNOTATIONS, COMPOSED, Unmergeable, merge, type_list, uniform
from .rules import LIMITS, SHAPING

MOST_ALTERNATIVES: Final = 256
TYPED: Final = {kind: LIMITS[kind].keys() | SHAPING.get(kind, set()) for kind in LIMITS}
"""The keywords that speak of values of one type only."""


def kinds_of(option: Object) -> list[str]:
    """Return the JSON type of an alternative, or the types that keywords such as `properties` are for."""
    if "type" in option:
        return ["number" if option["type"] == "integer" else option["type"]]
    return [kind for kind, keywords in TYPED.items() if keywords & option.keys()]


def is_reference(schema: SchemaDocument) -> bool:
    """Return whether the schema is a `$ref` and, at most, annotations."""
    return isinstance(schema, dict) and "$ref" in schema and schema.keys() <= {"$ref", *ANNOTATIONS}


def constrains(schema: SchemaDocument) -> bool:
    """Return whether the schema refuses anything, as far as its keywords show."""
    return schema is False or (isinstance(schema, dict) and not schema.keys() <= ANNOTATIONS)


def about(schema: SchemaDocument, document: Document, seen: tuple[str, ...] = ()) -> Object:
    """Return the annotations of a schema, or else of those that it is composed of."""
    if not isinstance(schema, dict):
        return {}
    found: Object = {}
    if (ref := schema.get("$ref")) and ref not in seen:
        found = about(document.target(ref), document, (*seen, ref))
    for part in schema.get("allOf", ()):
        found = {**about(part, document, seen), **found}
    return {**found, **{key: value for key, value in schema.items() if key in ANNOTATIONS}}


@dataclass
class Normalizer:
    """Brings one schema into normal form; `followed` are the references that were written out."""

    document: Document
    followed: set[str] = field(default_factory=set)

    def options(self, schema: SchemaDocument, *, expand: bool = False, trail: tuple[str, ...] = ()) -> list[Object]:
        """Return the alternatives. A reference with only annotations beside it stays one, unless `expand` is set.

        Conditions become alternatives, which only widens. Raises Unmergeable where there is no normal form.
        """
        if not isinstance(schema, dict):
            return [{}] if schema else []
        if is_reference(schema) and not expand:
            return [schema]
        parts = list(_parts(schema))
        hidden = ANNOTATIONS if any(len(part) > 1 for part in parts) else frozenset()
        own = {key: value for key, value in schema.items() if key not in COMPOSED and key not in hidden}
        expand = expand or len(parts) > 1 or constrains(own)
        found = [uniform(own)]
        for part in parts:
            others = [option for one in part for option in self._followed(one, expand, trail)]
            found = [joined for one in found for other in others if (joined := merge(one, other)) is not None]
            if len(found) > MOST_ALTERNATIVES:
                raise Unmergeable("There are too many alternatives")
        return [single for one in found for single in _single_types(one)]

    def _followed(self, part: SchemaDocument, expand: bool, trail: tuple[str, ...]) -> list[Object]:
        if not expand or not isinstance(part, dict) or part.keys() != {"$ref"}:
            return self.options(part, expand=expand, trail=trail)
        ref = part["$ref"]
        if ref in trail:
            raise Fault("invalid_input", f"The reference {ref!r} leads only to itself.", pointer=ref[1:], received=ref)
        self.followed.add(ref)
        return self.options(self.document.target(ref), expand=True, trail=(*trail, ref))


def _parts(schema: Object) -> Iterator[list[SchemaDocument]]:
    """Return what a schema is composed of: lists of alternatives, of which one in each list must fit."""
    if "$ref" in schema:
        yield [{"$ref": schema["$ref"]}]
    yield from ([part] for part in schema.get("allOf", ()) if constrains(part))
    yield from (schema[keyword] for keyword in ("anyOf", "oneOf") if keyword in schema)
    if "if" in schema:
        yield [{"allOf": [schema["if"], schema.get("then", True)]}, schema.get("else", True)]
    for name, part in schema.get("dependentSchemas", {}).items():
        yield [{"required": [name], "allOf": [part]}, True]


def _single_types(schema: Object) -> list[Object]:
    """Return the schema once for each of its types, with the keywords and values of that type only."""
    types = schema.get("type")
    if "enum" not in schema and not isinstance(types, list):
        return [schema]
    found: list[Object] = []
    for kind in type_list(types):
        foreign = [TYPED[name] for name in TYPED if name != kind and (name, kind) != ("number", "integer")]
        one = {key: value for key, value in schema.items() if not any(key in keywords for keywords in foreign)}
        if "enum" in one:
            one["enum"] = [value for value in one["enum"] if _is(value, kind)]
        found += [{**one, "type": kind}] if one.get("enum") != [] else []
    return found


def _is(value: Any, kind: str) -> bool:
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return type_name(value) == kind or (kind == "number" and type_name(value) == "integer")
