"""A property of an object in a strict or flat rendering, required or optional the dialect's way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..json import Object
from .form import Text
from .member import Member, Part
from .piece import Piece, lets_null_through, or_null

if TYPE_CHECKING:
    from .shape import Shaper

NULL_OR_ABSENT = "The property may be null and may be absent; the two cannot be told apart here, and null means absent."


@dataclass(frozen=True, slots=True)
class Field:
    """A rich property as one or more properties of the dialect."""

    schemas: dict[str, Object]
    required: tuple[str, ...]
    member: Member


def lose_absence(shaper: Shaper, schema: Object | bool, at: str, message: str) -> None:
    """Write down that null and absent are one here; nothing is lost if null is what absent stands for anyway."""
    if isinstance(schema, dict) and schema.get("default", False) is None:
        shaper.lose(at, "default", "Absent and null are one here; null is the default.", "reworded")
    else:
        shaper.lose(at, "required", message, "narrowed")


def plain_field(shaper: Shaper, wire: str, schema: Object | bool, at: str, needed: bool) -> Field:
    """A property that stays one property."""
    return one_field(shaper, wire, shaper.piece(schema, at), schema, at, needed)


def one_field(shaper: Shaper, wire: str, piece: Piece, schema: Object | bool, at: str, needed: bool) -> Field:
    """A property that stays one, from its rendering."""
    if needed or not shaper.rules.optional_is_nullable:
        return Field({wire: piece.schema}, (wire,) if needed else (), Member((Part(wire, piece.form),)))
    nulls = _takes_null(shaper, piece, schema)
    if nulls and not isinstance(piece.form, Text):
        lose_absence(shaper, schema, at, NULL_OR_ABSENT)
        return Field({wire: piece.schema}, (wire,), Member((Part(wire, piece.form),), nulls="absent"))
    return Field({wire: or_null(piece.schema)}, (wire,), Member((Part(wire, piece.form),), nulls="absent"))


def _takes_null(shaper: Shaper, piece: Piece, schema: Object | bool) -> bool:
    """Whether null may be sent; of a definition that is still being written, the rich schema tells."""
    name = piece.schema.get("$ref", "").removeprefix("#/$defs/")
    if name and name not in shaper.definitions:
        return shaper.admits_null(schema)
    return lets_null_through(piece.schema, shaper.definitions)
