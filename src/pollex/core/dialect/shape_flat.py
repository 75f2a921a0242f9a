"""Renderings without any union: a property that takes several types is split into one parameter for each type.

The plainest type keeps the name (text, else number, else boolean, else object); a list goes by the plural, the others
by the name with their type. When several are sent, the list wins, then the object, then the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..json import Object
from .field import Field, lose_absence, one_field, plain_field
from .kinds import Kinds, kinds_of
from .member import Member, Part
from .names import Taken
from .piece import Piece, or_null

if TYPE_CHECKING:
    from .shape import Shaper

KEEPS_NAME: Final = ("string", "number", "boolean", "object", "array")
WINS: Final = ("array", "object", "number", "boolean", "string")
SUFFIX: Final[dict[str, str]] = {"object": "Object", "number": "Number", "boolean": "Flag", "string": "Text"}
NULL_IS_ABSENT = "Null cannot be sent; leave the property out instead."


def flat_field(shaper: Shaper, wire: str, schema: Object | bool, at: str, needed: bool, taken: Taken) -> Field:
    """A property as one parameter, or as one for each type that it takes."""
    kinds = kinds_of(schema, shaper.refs)
    about = schema if isinstance(schema, dict) else {}
    if shaper.is_unrolled(kinds.loops):
        piece = shaper.as_text(about, at, "$ref", "The definition contains itself")
        return one_field(shaper, wire, piece, schema, at, needed)
    with shaper.unrolling(kinds.loops):
        if len(kinds.values) > 1:
            return _split(shaper, wire, kinds, about, at, needed, taken)
        if len(kinds.values) == 1 and kinds.null and not shaper.rules.optional_is_nullable:
            piece = shaper.piece(kinds.only(about), at)
            return _never_null(shaper, about, at, needed, {wire: piece}, (Part(wire, piece.form, *kinds.values),))
        if len(kinds.values) == 1 and shaper.rules.optional_is_nullable and (kinds.null or not needed):
            piece = (
                _nullable(shaper, kinds.only(about), at) if kinds.null else _written_out(shaper, kinds.only(about), at)
            )
            return one_field(shaper, wire, piece, schema, at, needed)
        return plain_field(shaper, wire, schema, at, needed)


def one_kind(shaper: Shaper, schema: Object, at: str) -> Piece:
    """A union that cannot be split, as in the items of a list: one type if it has only one, else JSON text."""
    kinds = kinds_of(schema, shaper.refs)
    usable = len(kinds.values) == 1 and (not kinds.null or shaper.rules.optional_is_nullable)
    if not usable or shaper.is_unrolled(kinds.loops):
        return shaper.as_text(schema, at, "anyOf", "Several types fit")
    with shaper.unrolling(kinds.loops):
        if kinds.null:
            return _nullable(shaper, kinds.only(schema), at)
        shaper.lose(at, "anyOf", "The alternatives are united into one.")
        return shaper.piece(kinds.only(schema), at)


def _split(shaper: Shaper, wire: str, kinds: Kinds, schema: Object, at: str, needed: bool, taken: Taken) -> Field:
    names = _names(wire, schema.get("x-flat"), list(kinds.values), taken)
    listed = ", ".join(names.values())
    shaper.lose(at, "anyOf", f"Split by type into {listed}.", "reworded")
    if needed and not kinds.null:
        shaper.lose(at, "required", f"That one of {listed} is needed cannot be said.")
    pieces: dict[str, Piece] = {}
    for kind in (kind for kind in WINS if kind in kinds.values):
        one = {**kinds.values[kind], **({"description": schema["description"]} if "description" in schema else {})}
        as_text = kind == "object" and names[kind] != wire
        pieces[kind] = shaper.as_text(one, at, "anyOf", "One of several types") if as_text else shaper.piece(one, at)
    parts = tuple(Part(names[kind], piece.form, kind) for kind, piece in pieces.items())
    sent = {names[kind]: piece for kind, piece in pieces.items()}
    return (
        _never_null(shaper, schema, at, needed, sent, parts)
        if kinds.null
        else _field(shaper, sent, Member(parts, "absent"))
    )


def _nullable(shaper: Shaper, schema: Object, at: str) -> Piece:
    piece = _written_out(shaper, schema, at)
    return Piece(or_null(piece.schema), piece.form)


def _written_out(shaper: Shaper, schema: Object, at: str) -> Piece:
    """The piece, without a reference at its top, so that null can be added to its type."""
    piece = shaper.piece(schema, at)
    return shaper.inlined(schema, at) if "$ref" in piece.schema else piece


def _never_null(
    shaper: Shaper, schema: Object, at: str, needed: bool, sent: dict[str, Piece], parts: tuple[Part, ...]
) -> Field:
    """A property whose null is said by leaving it out, which is exact if it is required."""
    if not needed:
        lose_absence(shaper, schema, at, NULL_IS_ABSENT)
    return _field(shaper, sent, Member(parts, "implied" if needed else "absent"))


def _field(shaper: Shaper, sent: dict[str, Piece], member: Member) -> Field:
    if shaper.rules.optional_is_nullable:
        return Field({wire: or_null(piece.schema) for wire, piece in sent.items()}, tuple(sent), member)
    return Field({wire: piece.schema for wire, piece in sent.items()}, (), member)


def _names(wire: str, chosen: Any, kinds: list[str], taken: Taken) -> dict[str, str]:
    """What each type's parameter is called: as the schema's `x-flat` says, else by rule."""
    keeper = next(kind for kind in KEEPS_NAME if kind in kinds)
    names: dict[str, str] = {keeper: wire}
    for kind in kinds:
        if kind != keeper:
            by_rule = plural(wire) if kind == "array" else wire + SUFFIX[kind]
            named = chosen.get(kind) if isinstance(chosen, dict) else None
            names[kind] = taken.free(named if isinstance(named, str) else by_rule)
    return {kind: names[kind] for kind in kinds}


def plural(name: str) -> str:
    """The name of the list variant of a property."""
    if name.endswith("s"):
        return f"{name}List"
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in tuple("aeiou") else f"{name}s"
