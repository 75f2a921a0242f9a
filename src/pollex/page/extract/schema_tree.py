"""What a JSON Schema asks for, as a tree of named things to find: references followed, nullable types seen through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal, get_args

from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.path import pointer
from ...core.schema import Schema
from ...text.units import UNITS
from .labels import label_words

JsonType = Literal["string", "number", "integer", "boolean", "array", "object"]
MAX_DEPTH: Final = 8


@dataclass(frozen=True, eq=False)
class SchemaNode:
    """One thing of the schema: an object with fields, a list of items, or a single value."""

    path: tuple[str, ...]
    """Names from the object around it that is found as one record."""
    kind: JsonType
    schema: Object
    required: bool = True
    nullable: bool = False
    fields: tuple[SchemaNode, ...] = ()
    items: SchemaNode | None = None

    @property
    def name(self) -> str:
        return self.path[-1] if self.path else ""

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """What it is called, in words: its name, its title."""
        said = [self.name, self.schema.get("title")]
        words = [label_words(text) for text in said if isinstance(text, str)]
        plain = [name[:-1] for name in words if self.unit and len(name) > 1 and name[-1] == self.unit]
        return tuple(dict.fromkeys(filter(None, [*words, *plain])))

    @cached_property
    def unit(self) -> str:
        """The unit at the end of its name: `weight_g` is in grams."""
        words = label_words(self.name)
        return words[-1] if self.kind in ("number", "integer") and len(words) > 1 and words[-1] in UNITS else ""

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """The words of its description."""
        said = self.schema.get("description")
        return label_words(said) if isinstance(said, str) else ()

    @property
    def told(self) -> str:
        """What it is, for whoever has to choose."""
        kind = self.schema.get("format") or self.kind
        about = self.schema.get("description") or self.schema.get("title")
        return f"{self.kind if not self.path else '.'.join(self.path)!r} ({kind}{f'; {about}' if about else ''})"

    @cached_property
    def choices(self) -> tuple[Any, ...]:
        if "const" in self.schema:
            return (self.schema["const"],)
        return tuple(self.schema.get("enum", ()))

    @cached_property
    def judge(self) -> Schema:
        return Schema({key: value for key, value in self.schema.items() if key not in ("$ref", "default")})

    def leaves(self) -> Iterator[SchemaNode]:
        """The single values and lists of values of a record, at any depth."""
        if self.kind != "object":
            yield self
        for field in self.fields:
            if field.kind != "object":
                yield field
            else:
                for leaf in field.leaves():
                    yield leaf if field.required else replace(leaf, required=False)


def schema_tree(schema: Object) -> SchemaNode:
    """A schema as what is to be found; a Fault where it cannot be."""
    Schema(schema).verify()
    return _wanted(schema, schema, (), 0, required=True)


def _wanted(schema: Any, root: Object, path: tuple[str, ...], depth: int, *, required: bool) -> SchemaNode:
    if depth > MAX_DEPTH:
        raise _refusal(path, "The schema is nested too deep to be filled from a page.", schema)
    plain, nullable = _plain(schema, root)
    kind: Any = plain.get("type") or _implied(plain)
    if isinstance(kind, list):
        nullable = nullable or "null" in kind
        kind = next((one for one in kind if one != "null"), "string")
    if kind not in get_args(JsonType):
        raise _refusal(path, f"Nothing on a page is of the type {kind!r}.", plain)
    made = SchemaNode(path, kind, plain, required, nullable)
    if kind == "object":
        return replace(made, fields=_fields(plain, root, path, depth))
    if kind == "array":
        below = plain.get("items", {"type": "string"})
        inner = _wanted(below, root, (), depth + 1, required=True)
        return replace(made, items=replace(inner, path=path[-1:]) if inner.kind not in ("object", "array") else inner)
    return made


def _fields(schema: Object, root: Object, path: tuple[str, ...], depth: int) -> tuple[SchemaNode, ...]:
    properties = schema.get("properties")
    if not properties:
        raise _refusal(path, "The schema does not say which properties the object has.", schema)
    needed = schema.get("required", ())
    return tuple(
        _wanted(below, root, (*path, name), depth + 1, required=name in needed) for name, below in properties.items()
    )


def _plain(schema: Any, root: Object) -> tuple[Object, bool]:
    """A schema without references and without the choice of null."""
    nullable = False
    for _ in range(MAX_DEPTH):
        if not isinstance(schema, dict):
            return {"type": "string"}, nullable
        options = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if isinstance(schema.get("$ref"), str):
            schema = {**_referred(schema["$ref"], root), **{key: schema[key] for key in schema if key != "$ref"}}
        elif options:
            real = [option for option in options if not (isinstance(option, dict) and option.get("type") == "null")]
            nullable = nullable or len(real) < len(options)
            rest = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf", "allOf")}
            schema = {**(real[0] if real and isinstance(real[0], dict) else {}), **rest}
        else:
            break
    return schema, nullable


def _referred(reference: str, root: Object) -> Object:
    at: Any = root
    for part in reference.removeprefix("#").split("/")[1:]:
        at = at.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(at, dict) else None
    return at if isinstance(at, dict) else {}


def _implied(schema: Object) -> str:
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else "string"


def _refusal(path: tuple[str, ...], message: str, schema: Any) -> Fault:
    return Fault(
        "invalid_input",
        message,
        pointer=pointer(("schema", *path)),
        expected="objects with properties, lists of them, and single values",
        received=brief(schema),
        hint="Say with 'type' and 'properties' what is to be found.",
    )
