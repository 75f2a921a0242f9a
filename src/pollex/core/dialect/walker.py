"""The walk over a schema. In plain mode the schema stays rich; only what providers refuse is changed.

References become local definitions, lists get `items`, and names that the provider refuses are replaced everywhere.
"""

from __future__ import annotations

from typing import Any, Final

from ..json import Object
from ..path import parse, pointer
from ..schema.walk import IN_PLACE, LIST, MAP, SchemaDocument, children
from .codec import IDENTITY, Codec, Member, Piece, chain, items, members, named
from .document import AT, MARKS, Document, without
from .loss import Loss, LossKind
from .merge import type_list
from .names import PropertyNames, free_name, safe_name
from .rules import Rules

HIDDEN: Final = frozenset({"$defs", "definitions", *MARKS})
VERBATIM: Final = frozenset({"not", "if", "contains", "propertyNames"})
"""Keywords whose schemas are tests: to widen one could narrow what passes."""


def below(at: str, *segments: str | int) -> str:
    """Return the pointer with more segments."""
    return at + pointer(segments)


class Walker:
    """One walk over one schema; collects losses and definitions on the way."""

    def __init__(self, rules: Rules, document: Document, names: PropertyNames) -> None:
        self.rules = rules
        self.document = document
        self.names = names
        self.losses: list[Loss] = []
        self.definitions: dict[str, Object] = {}
        self.codecs: dict[str, Codec] = {}
        self._links: dict[str, Piece] = {}
        self._taken: set[str] = set()

    def root(self, schema: Object) -> Piece:
        """Return the rendering of the whole schema, an object."""
        return self._plain(schema, top=True)

    def piece(self, schema: SchemaDocument, at: str) -> Piece:
        """Return the rendering of one schema; `at` is its place in the rich one, if it has no mark."""
        return self._plain(schema)

    def lose(self, at: str, keyword: str, message: str, kind: LossKind = "widened") -> None:
        self.losses.append(Loss(at, keyword, message, kind))

    def wire(self, name: str, at: str, *, top: bool) -> str:
        """Return the name of a property in the dialect."""
        wire = self.names.wire(name, top=top)
        if wire != name:
            self.lose(at, "properties", f"Called {wire!r} here.", "reworded")
        return wire

    def link(self, ref: str) -> Piece:
        """Return a reference to the definition at `ref`, which is rendered the first time."""
        if ref not in self._links:
            name = free_name(safe_name(str((parse(ref[1:]) or ("root",))[-1])), self._taken)
            self._links[ref] = Piece({"$ref": f"#/$defs/{name}"}, named(name, self.codecs))
            piece = self.piece(self.document.target(ref), ref[1:])
            self.definitions[name], self.codecs[name] = piece.schema, piece.codec
        return self._links[ref]

    def _plain(self, schema: SchemaDocument, *, top: bool = False, test: bool = False) -> Piece:
        """Render one schema, in one stack frame a level, so that deep ones pass. A `test` is not widened."""
        if not isinstance(schema, dict):
            return Piece(schema, IDENTITY)
        written = {key: self._copied(key, value, top) for key, value in schema.items() if key not in HIDDEN}
        codecs: dict[str, dict[str, Codec]] = {}
        for (keyword, *rest), child in children(schema):
            if keyword in HIDDEN:
                continue
            word, name = str(keyword), str(rest[0]) if rest else ""
            piece = self._plain(child, top=top and word in IN_PLACE, test=test or word in VERBATIM)
            codecs.setdefault(word, {})[name] = piece.codec
            if not rest:
                written[word] = piece.schema
                continue
            inner = piece.schema if isinstance(piece.schema, dict) else {} if piece.schema else {"not": {}}
            if word in LIST:
                written[word].append(inner)
            else:
                is_name = word in ("properties", "dependentSchemas")
                place = below(schema.get(AT, ""), word, name)
                written[word][self.wire(name, place, top=top) if is_name else name] = inner
        if "$ref" in schema:
            link = self.link(schema["$ref"])
            written, codecs["$ref"] = {**written, **link.schema}, {"": link.codec}
        if "oneOf" in written and not test:
            self._widen(written, schema.get(AT, ""))
        if "array" in type_list(written.get("type", "?")):
            written.setdefault("items", {})
        return Piece(written, self._codec(codecs, top))

    def _copied(self, keyword: str, value: Any, top: bool) -> Any:
        """Return the value of a keyword: schemas are filled in later, names are the dialect's, the rest is data."""
        if keyword in LIST or keyword in MAP:
            return [] if keyword in LIST else {}
        if keyword == "required":
            return [self.names.wire(name, top=top) for name in value]
        if keyword == "dependentRequired":
            return {self.names.wire(n, top=top): self._copied("required", needs, top) for n, needs in value.items()}
        return without(value, MARKS)

    def _widen(self, written: Object, at: str) -> None:
        """`oneOf` as `anyOf`: whether two alternatives fit at once depends on unknown keys, which are refused later."""
        self.lose(f"{at}/oneOf", "oneOf", "Said as anyOf: several alternatives may fit at once.")
        options = {"anyOf": written.pop("oneOf")}
        written |= {"allOf": [*written.get("allOf", ()), options]} if "anyOf" in written else options

    def _codec(self, codecs: dict[str, dict[str, Codec]], top: bool) -> Codec:
        """Return the codec of a value, made of those of its parts."""
        known = {
            name: Member(self.names.wire(name, top=top), codec) for name, codec in codecs.get("properties", {}).items()
        }
        others = [codecs[key][""] for key in ("additionalProperties", "unevaluatedProperties") if key in codecs]
        first, rest = list(codecs.get("prefixItems", {}).values()), codecs.get("items", {"": IDENTITY})[""]
        in_place = [codec for key, inner in codecs.items() if key in IN_PLACE for codec in inner.values()]
        return chain([*in_place, members(known, chain(others)), items(first, rest)])
