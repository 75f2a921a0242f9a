"""The walker for plain renderings: the schema stays as rich as it is; only what a provider refuses is mended.

References become local definitions, lists get `items`, names that the provider refuses are changed everywhere alike.
"""

from __future__ import annotations

from typing import Any, Final

from ..json import Object
from .form import SAME, Chain, Form, Items, Named
from .joins import CONDITIONS, type_list
from .loss import Loss
from .member import Member, Members, Part
from .names import PropertyNames, Taken, safe_name
from .piece import Piece
from .pointer import below, segments
from .refs import References
from .walk import AT, MANY, MARKS, ONE, unmarked

HIDDEN: Final = frozenset(
    {
        "$id",
        "$schema",
        "$anchor",
        "$dynamicAnchor",
        "$vocabulary",
        "$comment",
        "$defs",
        "definitions",
        "x-flat",
        CONDITIONS,
        *MARKS,
    }
)
VERBATIM: Final = frozenset({"not", "if", "contains", "propertyNames"})
"""Keywords whose schemas are tests: to widen one could narrow what passes."""
IN_PLACE: Final = frozenset({"allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"})
"""Keywords whose schemas speak of the very same value."""


class Mender:
    """One walk over one schema; collects losses and definitions on the way."""

    def __init__(self, refs: References, names: PropertyNames) -> None:
        self.refs = refs
        self.names = names
        self.losses: list[Loss] = []
        self.definitions: dict[str, Object] = {}
        self.forms: dict[str, Form] = {}
        self._definition_names: dict[str, str] = {}
        self._taken = Taken()

    def piece(self, schema: Object | bool, at: str, *, top: bool = False, test: bool = False) -> Piece:
        """The mended schema; one that is a `test` is not widened. One frame a level, so that deep schemas pass."""
        if not isinstance(schema, dict):
            return Piece({} if schema else {"not": {}}, SAME)
        at = schema.get(AT, at)
        written: Object = {}
        forms: list[Form] = []
        for keyword, value in schema.items():
            if keyword in ONE and isinstance(value, dict):
                inner = test or keyword in VERBATIM
                piece = self.piece(value, below(at, keyword), top=top and keyword in IN_PLACE, test=inner)
                written[keyword] = piece.schema
                forms += _around(keyword, piece.form, schema)
            elif keyword not in HIDDEN:
                written[keyword], found = self._keyword(keyword, value, below(at, keyword), top, test)
                forms += found
        if "oneOf" in written and not test:
            self._widen(written, at)
        if "array" in type_list(written.get("type", "?")):
            written.setdefault("items", {})
        return Piece(written, _joined(forms))

    def _widen(self, written: Object, at: str) -> None:
        """`oneOf` as `anyOf`: whether two alternatives fit at once depends on unknown keys, which are refused later."""
        self.losses.append(Loss(below(at, "oneOf"), "oneOf", "Said as anyOf: several alternatives may fit at once."))
        options = {"anyOf": written.pop("oneOf")}
        if "anyOf" in written:
            options = {"allOf": [*written.get("allOf", ()), options]}
        written |= options

    def _keyword(self, keyword: str, value: Any, at: str, top: bool, test: bool) -> tuple[Any, list[Form]]:
        match keyword:
            case "$ref":
                name = self._definition(value)
                return f"#/$defs/{name}", [Named(name, self.forms)]
            case "properties":
                return self._properties(value, at, top, test)
            case "patternProperties" | "dependentSchemas":
                pieces = {name: self.piece(item, below(at, name), top=top, test=test) for name, item in value.items()}
                renamed = {self._name(keyword, name, top): piece.schema for name, piece in pieces.items()}
                return renamed, [piece.form for piece in pieces.values()] if keyword in IN_PLACE else []
            case "required":
                return [self.names.wire(name, top=top) for name in value], []
            case "dependentRequired":
                wire = {
                    name: self.names.wire(name, top=top) for name in [*value, *(n for v in value.values() for n in v)]
                }
                return {wire[name]: [wire[other] for other in others] for name, others in value.items()}, []
        if keyword not in MANY:
            return unmarked(value), []
        listed = [self.piece(item, below(at, index), top=top, test=test) for index, item in enumerate(value)]
        forms = [piece.form for piece in listed]
        return [piece.schema for piece in listed], forms if keyword in IN_PLACE else [_items(tuple(forms), SAME)]

    def _name(self, keyword: str, name: str, top: bool) -> str:
        return self.names.wire(name, top=top) if keyword == "dependentSchemas" else name

    def _properties(self, properties: Object, at: str, top: bool, test: bool) -> tuple[Object, list[Form]]:
        written: Object = {}
        members: dict[str, Member] = {}
        for name, item in properties.items():
            piece, wire = self.piece(item, below(at, name), test=test), self.names.wire(name, top=top)
            written[wire] = piece.schema
            if wire != name:
                self.losses.append(Loss(below(at, name), "properties", f"Called {wire!r} here.", "reworded"))
            if wire != name or piece.form != SAME:
                members[name] = Member((Part(wire, piece.form),))
        return written, [Members(members, SAME)] if members else []

    def _definition(self, ref: str) -> str:
        """The name under which what `ref` leads to is defined; it is written the first time."""
        if ref not in self._definition_names:
            name = self._taken.free(safe_name((segments(ref[1:]) or ["root"])[-1]))
            self._definition_names[ref] = name
            piece = self.piece(self.refs.target(ref), ref[1:])
            self.definitions[name], self.forms[name] = piece.schema, piece.form
        return self._definition_names[ref]


def _around(keyword: str, form: Form, schema: Object) -> list[Form]:
    """How a value travels, seen from the schema that has `keyword`."""
    if form == SAME:
        return []
    if keyword == "items":
        return [_items((SAME,) * len(schema.get("prefixItems", ())), form)]
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        return [Members({name: Member((Part(name, SAME),)) for name in schema.get("properties", ())}, form)]
    return [form] if keyword in IN_PLACE else []


def _items(first: tuple[Form, ...], rest: Form) -> Form:
    return SAME if rest == SAME and all(form == SAME for form in first) else Items(first, rest)


def _joined(forms: list[Form]) -> Form:
    changing = [form for form in forms if form != SAME]
    if not changing:
        return SAME
    return changing[0] if len(changing) == 1 else Chain(tuple(changing))
