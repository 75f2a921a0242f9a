"""Scalars and enumerations in a strict or flat rendering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..json import Object
from .alternatives import TYPED, of_kind
from .form import SAME
from .piece import Piece

if TYPE_CHECKING:
    from .shape import Shaper


def value_piece(shaper: Shaper, schema: Object, at: str) -> Piece:
    """A string, number, boolean or null, with the constraints that the dialect takes."""
    kind = schema["type"]
    rendered: Object = {"type": kind}
    phrases: list[str] = []
    for keyword in TYPED.get("number" if kind == "integer" else kind, frozenset()) & schema.keys():
        if shaper.takes(keyword, schema[keyword]):
            rendered[keyword] = schema[keyword]
        else:
            phrases += shaper.without_constraint(at, keyword, schema[keyword])
    return shaper.finished(rendered, schema, phrases, SAME)


def enum_piece(shaper: Shaper, schema: Object, at: str) -> Piece:
    """One of some values. Lists and objects among them travel as JSON text."""
    kind = schema.get("type", "object")
    if kind in ("object", "array"):
        return shaper.as_text(schema, at, "enum", "The values are no plain ones")
    if kind == "null":
        return shaper.finished({"type": "null"}, schema, [], SAME)
    values = of_kind(schema, kind)["enum"]
    return shaper.finished({"type": kind, "enum": values}, schema, [], SAME)
