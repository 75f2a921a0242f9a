"""The walk over a schema. For plain dialects the schema stays as rich as it is; only what providers refuse is mended.

References become local definitions, lists get `items`, names that the provider refuses are changed everywhere alike.
"""

from __future__ import annotations

from typing import Any, Final

from ..json import Object
from ..path import parse, pointer
from ..schema.walk import IN_PLACE, LIST, MAP, SchemaDocument, children
from .document import AT, MARKS, Document, without
from .form import SAME, Form, Member, Piece, chain, items, members, named
from .loss import Kind, Loss
from .merge import type_list
from .names import PropertyNames, free_name, safe_name
from .rules import Rules

HIDDEN: Final = frozenset({"$defs", "definitions", *MARKS})
VERBATIM: Final = frozenset({"not", "if", "contains", "propertyNames"})
"""Keywords whose schemas are tests: to widen one could narrow what passes."""


def below(at: str, *segments: str | int) -> str:
    """The pointer grown by some segments."""
    return at + pointer(segments)


class Walker:
    """One walk over one schema; collects losses and definitions on the way."""

    def __init__(self, rules: Rules, document: Document, names: PropertyNames) -> None:
        self.rules = rules
        self.document = document
        self.names = names
        self.losses: list[Loss] = []
        self.definitions: dict[str, Object] = {}
        self.forms: dict[str, Form] = {}
        self._links: dict[str, Piece] = {}
        self._taken: set[str] = set()

    def root(self, schema: Object) -> Piece:
        """The rendering of the whole, an object."""
        return self._mended(schema, top=True)

    def piece(self, schema: SchemaDocument, at: str) -> Piece:
        """The rendering of one schema; `at` is its place in the rich one, if it bears no mark."""
        return self._mended(schema)

    def lose(self, at: str, keyword: str, message: str, kind: Kind = "widened") -> None:
        self.losses.append(Loss(at, keyword, message, kind))

    def wire(self, name: str, at: str, *, top: bool) -> str:
        """What a property is called in the dialect."""
        wire = self.names.wire(name, top=top)
        if wire != name:
            self.lose(at, "properties", f"Called {wire!r} here.", "reworded")
        return wire

    def link(self, ref: str) -> Piece:
        """A reference to the definition of what `ref` leads to, which is rendered the first time."""
        if ref not in self._links:
            name = free_name(safe_name(str((parse(ref[1:]) or ("root",))[-1])), self._taken)
            self._links[ref] = Piece({"$ref": f"#/$defs/{name}"}, named(name, self.forms))
            piece = self.piece(self.document.target(ref), ref[1:])
            self.definitions[name], self.forms[name] = piece.schema, piece.form
        return self._links[ref]

    def _mended(self, schema: SchemaDocument, *, top: bool = False, test: bool = False) -> Piece:
        """One frame a level, so that deep schemas pass. A schema that is a `test` is not widened."""
        if not isinstance(schema, dict):
            return Piece(schema, SAME)
        written = {key: self._copied(key, value, top) for key, value in schema.items() if key not in HIDDEN}
        forms: dict[str, dict[str, Form]] = {}
        for (keyword, *rest), child in children(schema):
            if keyword in HIDDEN:
                continue
            word, name = str(keyword), str(rest[0]) if rest else ""
            piece = self._mended(child, top=top and word in IN_PLACE, test=test or word in VERBATIM)
            forms.setdefault(word, {})[name] = piece.form
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
            written, forms["$ref"] = {**written, **link.schema}, {"": link.form}
        if "oneOf" in written and not test:
            self._widen(written, schema.get(AT, ""))
        if "array" in type_list(written.get("type", "?")):
            written.setdefault("items", {})
        return Piece(written, self._form(forms, top))

    def _copied(self, keyword: str, value: Any, top: bool) -> Any:
        """The value of a keyword: schemas are filled in later, names are the dialect's, the rest is data."""
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

    def _form(self, forms: dict[str, dict[str, Form]], top: bool) -> Form:
        """How a value travels, from how its parts do."""
        known = {
            name: Member(self.names.wire(name, top=top), form) for name, form in forms.get("properties", {}).items()
        }
        others = [forms[key][""] for key in ("additionalProperties", "unevaluatedProperties") if key in forms]
        first, rest = list(forms.get("prefixItems", {}).values()), forms.get("items", {"": SAME})[""]
        in_place = [form for key, inner in forms.items() if key in IN_PLACE for form in inner.values()]
        return chain([*in_place, members(known, chain(others)), items(first, rest)])
