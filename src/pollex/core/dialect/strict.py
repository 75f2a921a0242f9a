"""The walk in strict mode: each part of the rich schema becomes a plain schema that can hold its values.

What no plain schema can hold (any value, free keys, recursion where it is refused) is sent as JSON text.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from ..fault import Fault
from ..json import Object, dumps
from ..schema.walk import SchemaDocument
from .codec import IDENTITY, JSON_TEXT, Codec, Member, Piece, choice, items, members
from .document import AT, MARKS, Document, without
from .loss import as_json_text, constraint_phrase, with_phrases
from .merge import Unmergeable
from .names import PropertyNames
from .normal import Normalizer, about, is_reference, kinds_of
from .optional import NULL_IS_DEFAULT, NULL_OR_ABSENT, or_null
from .rules import LIMITS, Rules
from .unite import distinct, others_of
from .walker import Walker, below

MOST_PIECES: Final = 10_000
WIDENED: Final = {
    "oneOf": "Said as anyOf: that only one alternative may fit cannot be said.",
    "if": "Said as alternatives: when which of them holds cannot be said.",
    "dependentSchemas": "Said as alternatives: when which of them holds cannot be said.",
}


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The alternatives of a schema, or the reason why it has none. `about` holds its annotations."""

    about: Object
    options: list[Object] = field(default_factory=list)
    loops: frozenset[str] = frozenset()
    reason: str | None = None


class StrictWalker(Walker):
    """One walk in strict mode: closed objects, one type or `anyOf` everywhere, no keyword that strict mode refuses."""

    def __init__(self, rules: Rules, document: Document, names: PropertyNames) -> None:
        super().__init__(rules, document, names)
        self._written_out = not rules.recursion
        self._open: frozenset[str] = frozenset()
        self._pieces = 0

    def root(self, schema: Object) -> Piece:
        return self._object({AT: "", **schema}, top=True)

    def piece(self, schema: SchemaDocument, at: str, *, expand: bool = False) -> Piece:
        found = self.read(schema, at, expand=expand)
        with self.inside(found):
            return self.rendered(found, schema, at)

    def read(self, schema: SchemaDocument, at: str, *, expand: bool = False) -> Alternatives:
        """Return the alternatives of a schema; recursive references are written out once, not inside themselves."""
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            raise Fault("limit", "The schema grows too large when its references are written out.", pointer=at)
        known = {AT: at, **about(schema, self.document)}
        reading = Normalizer(self.document)
        try:
            options = reading.options(schema, expand=expand or self._written_out)
        except Unmergeable as reason:
            return Alternatives(known, reason=str(reason))
        if reading.followed & self._open:
            return Alternatives(known, reason="The definition contains itself")
        loops = frozenset(ref for ref in reading.followed if self.document.is_recursive(ref))
        return Alternatives(known, [self._typed({AT: known[AT], **option}) for option in options], loops)

    @contextmanager
    def inside(self, found: Alternatives) -> Iterator[None]:
        """Know, while the alternatives are rendered, which recursive references they are inside of."""
        before, self._open = self._open, self._open | found.loops
        yield
        self._open = before

    def rendered(self, found: Alternatives, schema: SchemaDocument, at: str) -> Piece:
        """Return the rendering of the alternatives; `schema` is what they were read from."""
        if found.reason or not found.options:
            return self.as_text(schema, at, "type", found.reason or "Nothing fits")
        if len(found.options) == 1:
            return self.single({**found.options[0], **found.about})
        place = found.about[AT]
        for keyword in (keyword for keyword in WIDENED if isinstance(schema, dict) and keyword in schema):
            self.lose(below(place, keyword), keyword, WIDENED[keyword])
        return self._union(found, schema)

    def single(self, option: Object) -> Piece:
        """Return the rendering of one alternative."""
        if is_reference(option):
            return self._reference(option)
        kind = option.get("type")
        if kind is None or ("enum" in option and kind in ("object", "array")):
            return self.as_text(option, option[AT], "type", "Any value fits" if kind is None else "No plain value fits")
        if kind in ("object", "array"):
            return self._object(option) if kind == "object" else self._array(option)
        rendered: Object = {"type": kind}
        if "enum" in option and kind != "null":
            return self.finished({**rendered, "enum": option["enum"]}, option, [], IDENTITY)
        return self.finished(rendered, option, self._limits(option, rendered), IDENTITY)

    def as_text(self, schema: SchemaDocument, at: str, keyword: str, why: str) -> Piece:
        """Return a string that holds the value as JSON text."""
        known = {AT: at, **about(schema, self.document)}
        self.lose(known[AT], keyword, f"{why}; it is sent as JSON text.", "reworded")
        whole = self.document.target(schema["$ref"]) if isinstance(schema, dict) and "$ref" in schema else schema
        text = as_json_text(without(whole, MARKS) if isinstance(whole, dict) else {}, known.get("description"))
        return Piece({"type": "string", "description": text}, JSON_TEXT)

    def finished(self, rendered: Object, rich: Object, phrases: list[str], codec: Codec) -> Piece:
        """Return the rendered schema with its description, to which dropped constraints are added in words."""
        if rich.get("default") is not None:
            phrases = [*phrases, *filter(None, [constraint_phrase("default", rich["default"])])]
        text = with_phrases(rich.get("description"), phrases)
        return Piece({**rendered, "description": text} if text else rendered, codec)

    def takes_null(self, schema: SchemaDocument) -> bool:
        """Return whether the rich schema accepts null."""
        return any(option.get("type") == "null" for option in self.read(schema, "", expand=True).options)

    def _typed(self, option: Object) -> Object:
        """Give an alternative without a type the one that its keywords are for, if that is only one."""
        kinds = [] if "type" in option or is_reference(option) else kinds_of(option)
        if len(kinds) != 1:
            return option
        self.lose(option[AT], "type", f"No type is given; only values of type {kinds[0]} can be sent.", "narrowed")
        return {**option, "type": kinds[0]}

    def _limits(self, option: Object, rendered: Object) -> list[str]:
        """Add the limits that the dialect accepts; return the others in words."""
        limits = {"not": "", **LIMITS.get(kinds_of(option)[0], {})}
        phrases: list[str] = []
        for keyword, value in option.items():
            if keyword not in limits or value is False:
                continue
            if limits[keyword] and self.rules.takes(keyword, value):
                rendered[keyword] = value
                continue
            phrase = constraint_phrase(keyword, value)
            phrases += [phrase] if phrase else []
            said = f" ({phrase})" if phrase else ""
            self.lose(below(option[AT], keyword), keyword, f"{keyword} cannot be said here{said}.")
        return phrases

    def _object(self, schema: Object, *, top: bool = False) -> Piece:
        if others_of(schema) is not False:
            why = "The object takes keys that are not declared"
            return self.as_text(schema, schema[AT], "additionalProperties", why)
        required, declared = schema.get("required", ()), schema.get("properties", {})
        properties: Object = {**declared, **{name: True for name in required if name not in declared}}
        places = {name: below(schema[AT], "properties", name) for name, item in properties.items() if item is not False}
        wires = {name: self.wire(name, place, top=top) for name, place in places.items()}
        nullable = self.rules.optional_is_nullable
        rendered: Object = {"type": "object", "properties": {}}
        known: dict[str, Member] = {}
        for name, wire in wires.items():
            absent_is_null = nullable and name not in required
            piece = self._property(properties[name], places[name], absent_is_null=absent_is_null)
            rendered["properties"][wire] = piece.schema
            known[name] = Member(wire, piece.codec, absent_is_null)
        if needed := [wire for name, wire in wires.items() if nullable or name in required]:
            rendered["required"] = needed
        rendered["additionalProperties"] = False
        codec = members(known, all_keys=nullable)
        return self.finished(rendered, schema, self._limits(schema, rendered), codec)

    def _property(self, schema: SchemaDocument, at: str, *, absent_is_null: bool) -> Piece:
        piece = self.piece(schema, at)
        if not absent_is_null:
            return piece
        if piece.codec != JSON_TEXT and self.takes_null(schema):
            if about(schema, self.document).get("default", False) is None:
                self.lose(at, "default", NULL_IS_DEFAULT, "reworded")
            else:
                self.lose(at, "required", NULL_OR_ABSENT, "narrowed")
        return Piece(or_null(piece.schema), piece.codec)

    def _array(self, schema: Object) -> Piece:
        """Return a list; a tuple becomes a list of any of its items, described position by position."""
        at, given = schema[AT], schema.get("prefixItems", [])
        first = [self.piece(item, below(at, "prefixItems", index)) for index, item in enumerate(given)]
        others: SchemaDocument = schema["items"] if "items" in schema else schema.get("unevaluatedItems", True)
        ends = others is False or schema.get("maxItems", len(first) + 1) <= len(first)
        pieces = first if ends else [*first, self.piece(others, below(at, "items"))]
        phrases: list[str] = []
        if first:
            self.lose(below(at, "prefixItems"), "prefixItems", "Which item stands where cannot be said.")
            phrases.append("in this order: " + ", ".join(_called(item) for item in given))
        shapes = {_essence(piece): piece.schema for piece in reversed(pieces)}
        different = list(shapes.values())[::-1]
        inner = {"anyOf": different} if len(different) > 1 else different[0] if different else {"type": "string"}
        rendered: Object = {"type": "array", "items": inner}
        if ends:
            schema = {**schema, "maxItems": min(schema.get("maxItems", len(given)), len(given))}
        phrases += self._limits(schema, rendered)
        codec = items([piece.codec for piece in first], pieces[-1].codec if pieces else IDENTITY)
        return self.finished(rendered, schema, phrases, codec)

    def _union(self, found: Alternatives, schema: SchemaDocument) -> Piece:
        at, before = found.about[AT], len(self.losses)
        pieces: list[Piece] = []
        for piece in map(self.single, distinct(found.options)):
            pieces += [piece] if piece not in pieces else []
        values = [piece for piece in pieces if piece.schema.get("type") != "null"]
        if _confusable(values):
            self.losses[before:] = [loss for loss in self.losses[before:] if not loss.pointer.startswith(at)]
            return self.as_text(schema, at, "anyOf", "The alternatives could not be told apart")
        if len(values) == 1 and (len(pieces) == 1 or "type" in values[0].schema):
            inner = dict(values[0].schema if len(pieces) == 1 else or_null(values[0].schema))
            known = {"description": inner.pop("description", None), **found.about}
            return self.finished(inner, known, [], values[0].codec)
        codec = IDENTITY if all(piece.codec == IDENTITY for piece in values) else choice(pieces, self.definitions)
        return self.finished({"anyOf": [piece.schema for piece in pieces]}, found.about, [], codec)

    def _reference(self, option: Object) -> Piece:
        ref, beside = option["$ref"], "description" in option or "default" in option
        if beside and not self.document.is_recursive(ref):
            return self.piece(option, option[AT], expand=True)
        link = self.link(ref)
        name = link.schema["$ref"].rpartition("/")[2]
        if self.codecs.get(name) == JSON_TEXT:
            return Piece(self.definitions[name], JSON_TEXT)
        return self.finished({"anyOf": [link.schema]}, option, [], link.codec) if beside else link


def _confusable(pieces: list[Piece]) -> bool:
    """Return whether a value could mean two things: JSON text or plain text, or one schema decoded in two ways."""
    if any(piece.codec == JSON_TEXT for piece in pieces):
        return len(pieces) > 1
    shapes = {_essence(piece) for piece in pieces}
    return len(shapes) < len(pieces) and any(piece.codec != IDENTITY for piece in pieces)


def _essence(piece: Piece) -> tuple[str, bool]:
    """Return a schema without its descriptions, as text, and whether it is JSON text."""
    return dumps(without(piece.schema, {"description"})), piece.codec == JSON_TEXT


def _called(item: SchemaDocument) -> str:
    name = item.get("title") or item.get("type") or kinds_of(item) if isinstance(item, dict) else None
    return name if isinstance(name, str) else " or ".join(name or ["anything"])
