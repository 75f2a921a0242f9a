"""The walker for strict and flat renderings: each part of the rich schema gets a plain shape that can carry its values.

What no plain shape can carry (any value, free keys, recursion where it is refused) travels as JSON text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from ..fault import Fault
from ..json import Object
from .alternatives import alternatives, implied_kinds
from .form import SAME, Form, Named, Text
from .joins import CONDITIONS
from .loss import Kind, Loss
from .merge import flatten, is_reference, merged_refs
from .names import PropertyNames, Taken, safe_name
from .piece import Piece
from .pointer import below, segments
from .refs import References
from .rules import Rules
from .shape_array import array_piece
from .shape_object import object_piece
from .shape_union import union_piece
from .shape_value import enum_piece, value_piece
from .unite import with_conditional_properties
from .walk import AT
from .words import as_json_text, described, in_words

MOST_PIECES: Final = 10_000
MOST_UNROLLED: Final = 3
"""How many recursive references are written out inside each other where a dialect takes no recursion."""


class Shaper:
    """One walk over one schema; collects losses and definitions on the way."""

    def __init__(self, rules: Rules, refs: References, names: PropertyNames, *, flat: bool) -> None:
        self.rules = rules
        self.refs = refs
        self.names = names
        self.flat = flat
        self.losses: list[Loss] = []
        self.definitions: dict[str, Object] = {}
        self.forms: dict[str, Form] = {}
        self._definition_names: dict[str, str] = {}
        self._taken = Taken()
        self._unrolled: list[str] = []
        self._pieces = 0

    def piece(self, schema: Object | bool, at: str) -> Piece:
        """The rendering of one schema; `at` is its place in the rich one."""
        at = schema.get(AT, at) if isinstance(schema, dict) else at
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            raise Fault("limit", "The schema grows too large when its references are written out.", pointer=at)
        dropped: list[str] = []
        flat = flatten(schema, self.refs, dropped)
        options = alternatives(flat, self.refs, dropped)
        for keyword in dict.fromkeys(dropped):
            self.lose(at, keyword, "Two constraints that hold at once could not be joined; one is left out.")
        if not isinstance(flat, dict) or not options:
            return self.anything(flat if isinstance(flat, dict) else {}, at)
        loops = tuple(ref for ref in merged_refs(schema) if self.refs.is_recursive(ref)) if flat != schema else ()
        if self.is_unrolled(loops):
            return self.as_text(flat, at, "allOf", "The definition contains itself")
        with self.unrolling(loops):
            return self.single(options[0], at) if len(options) == 1 else union_piece(self, flat, options, at)

    def single(self, schema: Object, at: str) -> Piece:
        """The rendering of a flattened schema that is no union."""
        at = schema.get(AT, at)
        if is_reference(schema):
            return self._reference(schema, at)
        schema = self.unconditional(schema, at)
        if "enum" in schema:
            return enum_piece(self, schema, at)
        implied = implied_kinds(schema)
        if "type" not in schema and len(implied) == 1:
            self.lose(at, "type", f"No type is given; only values of type {implied[0]} can be sent.", "narrowed")
            schema = {**schema, "type": implied[0]}
        match schema.get("type"):
            case None:
                return self.anything(schema, at)
            case "object":
                return object_piece(self, schema, at)
            case "array":
                return array_piece(self, schema, at)
        return value_piece(self, schema, at)

    def anything(self, schema: Object, at: str) -> Piece:
        """A value that no schema bounds."""
        if self.rules.strict:
            return self.as_text(schema, at, "type", "Any value fits")
        return self.finished({}, schema, [], SAME)

    def as_text(self, schema: Object, at: str, keyword: str, why: str) -> Piece:
        """A value that travels as JSON text."""
        self.lose(at, keyword, f"{why}; it is sent as JSON text.", "reworded")
        known = flatten(schema, self.refs, [], expand=True)
        about = as_json_text(known if isinstance(known, dict) else {}, schema.get("description"))
        return Piece({"type": "string", "description": about}, Text())

    def finished(self, rendered: Object, rich: Object, phrases: list[str], form: Form) -> Piece:
        """The rendered schema with its description, to which dropped constraints are added in words."""
        if self.rules.strict and rich.get("default") is not None:
            phrases = [*phrases, *filter(None, [in_words("default", rich["default"])])]
        if not self.rules.strict:
            rendered |= {key: rich[key] for key in ("title", "default", "examples") if key in rich}
        about = described(rich.get("description"), phrases)
        return Piece({**rendered, "description": about} if about else rendered, form)

    def takes(self, keyword: str, value: Any) -> bool:
        """Whether the dialect lets this constraint stand."""
        if self.rules.keywords is None:
            return True
        if keyword == "format":
            return value in self.rules.formats
        if keyword == "pattern" and self.rules.pattern_refused:
            return re.search(self.rules.pattern_refused, value) is None
        if keyword == "minItems" and self.rules.most_min_items is not None:
            return bool(value <= self.rules.most_min_items)
        return keyword in self.rules.keywords

    def lose(self, at: str, keyword: str, message: str, kind: Kind = "widened") -> None:
        loss = Loss(at, keyword, message, kind)
        if loss not in self.losses:
            self.losses.append(loss)

    def admits_null(self, schema: Object | bool) -> bool:
        """Whether the rich schema takes null."""
        options = alternatives(schema, self.refs, [], expand=True)
        return options is None or any(option.get("type", "null") == "null" for option in options)

    def forget(self, since: int, at: str) -> None:
        """Take back the losses of a part that is said another way after all; those of definitions stay."""
        newer = [
            loss for loss in self.losses[since:] if loss.pointer.startswith("/$defs") or not loss.pointer.startswith(at)
        ]
        self.losses[since:] = newer

    def without_constraint(self, at: str, keyword: str, value: Any) -> list[str]:
        """Write down that a constraint was left out; what it says, in words."""
        phrase = in_words(keyword, value)
        self.lose(below(at, keyword), keyword, f"{keyword} cannot be said here{f' ({phrase})' if phrase else ''}.")
        return [phrase] if phrase else []

    def inlined(self, schema: Object, at: str) -> Piece:
        """What a reference leads to, written out in its place; JSON text where that would not end."""
        ref = schema["$ref"]
        loops = (ref,) if self.refs.is_recursive(ref) else ()
        if self.is_unrolled(loops):
            return self.as_text(schema, at, "$ref", "The definition contains itself")
        with self.unrolling(loops):
            return self.piece(flatten(schema, self.refs, [], expand=True), ref[1:])

    def is_unrolled(self, loops: tuple[str, ...]) -> bool:
        """Whether writing out these recursive references once more would lead nowhere."""
        return any(ref in self._unrolled for ref in loops) or (bool(loops) and len(self._unrolled) >= MOST_UNROLLED)

    @contextmanager
    def unrolling(self, loops: tuple[str, ...]) -> Iterator[None]:
        """While recursive references are being written out."""
        before = len(self._unrolled)
        self._unrolled += loops
        try:
            yield
        finally:
            del self._unrolled[before:]

    def _reference(self, schema: Object, at: str) -> Piece:
        ref = schema["$ref"]
        recursive = self.refs.is_recursive(ref)
        beside = any(key in schema for key in ("description", "default"))
        if (recursive and not self.rules.recursion) or (beside and not recursive):
            return self.inlined(schema, at)
        name = self._definition(ref)
        form = self.forms.get(name, SAME)
        if isinstance(form, Text):
            return Piece(self.definitions[name], form)
        link = {"$ref": f"#/$defs/{name}"}
        rendered = {"anyOf": [link]} if beside and not self.flat else link
        return self.finished(rendered, schema if beside and not self.flat else {}, [], Named(name, self.forms))

    def _definition(self, ref: str) -> str:
        """The name under which what `ref` leads to is defined; it is rendered the first time."""
        if ref not in self._definition_names:
            name = self._taken.free(safe_name((segments(ref[1:]) or ["root"])[-1]))
            self._definition_names[ref] = name
            piece = self.piece(self.refs.target(ref), ref[1:])
            self.definitions[name], self.forms[name] = piece.schema, piece.form
        return self._definition_names[ref]

    def unconditional(self, schema: Object, at: str) -> Object:
        """The schema without what holds only under a condition, and without negation."""
        if not schema.keys() & {"dependentSchemas", CONDITIONS, "not"}:
            return schema
        for keyword in ("dependentSchemas", CONDITIONS, "not"):
            if keyword in schema:
                name = "if" if keyword == CONDITIONS else keyword
                self.lose(at, name, f"{name} cannot be said here.")
        return {key: value for key, value in with_conditional_properties(schema, self.refs).items() if key != "not"}
