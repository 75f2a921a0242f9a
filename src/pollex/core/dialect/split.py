"""A property of an object, required or optional the dialect's way; in a flat rendering, one for each type it takes.

The plainest type keeps the name (text, else number, else boolean, else object); a list goes by the plural, the others
by the name with their type. When several are sent, the list wins, then the object, then the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..json import Object
from ..schema.walk import SchemaDocument
from .document import AT
from .form import TEXT, Member, Part, Piece
from .names import free_name
from .unite import kinds_in

if TYPE_CHECKING:
    from .shape import Found, Shaper

KEEPS_NAME: Final = ("string", "number", "boolean", "object", "array")
WINS: Final = ("array", "object", "number", "boolean", "string")
SUFFIX: Final[dict[str, str]] = {"object": "Object", "number": "Number", "boolean": "Flag", "string": "Text"}
NULL_OR_ABSENT = "The property may be null and may be absent; the two cannot be told apart here, and null means absent."
NULL_IS_ABSENT = "Null cannot be sent; leave the property out instead."


@dataclass(frozen=True, slots=True)
class Field:
    """A rich property as one or more properties of the dialect."""

    schemas: dict[str, Object]
    required: tuple[str, ...]
    member: Member


def field(shaper: Shaper, wire: str, schema: SchemaDocument, at: str, needed: bool, taken: set[str]) -> Field:
    """What carries a property: itself, or in a flat rendering one parameter for each type."""
    found = shaper.read(schema, at)
    with shaper.inside(found):
        kinds, null = kinds_in(found.options) if shaper.flat else ({}, False)
        if len(kinds) > 1 or (kinds and null and not shaper.rules.optional_is_nullable):
            names = _names(wire, found.about.get("x-flat"), kinds, taken)
            return _by_type(shaper, names, kinds, found, needed=needed, null=null)
        piece = shaper.shaped(found, schema, at)
    part = Part(wire, piece.form)
    if needed or not shaper.rules.optional_is_nullable:
        return Field({wire: piece.schema}, (wire,) if needed else (), Member((part,)))
    if piece.form != TEXT and shaper.takes_null(schema):
        _lose_absence(shaper, found, at, NULL_OR_ABSENT)
    return Field({wire: or_null(piece.schema)}, (wire,), Member((part,), "absent"))


def or_null(schema: Object) -> Object:
    """A schema of the dialect, letting null through as well."""
    null: Object = {"type": "null"}
    if "anyOf" in schema:
        return schema if null in schema["anyOf"] else {**schema, "anyOf": [*schema["anyOf"], null]}
    if "type" not in schema:
        return {"anyOf": [schema, null]}
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "null" in names:
        return schema
    return {**schema, "type": [*names, "null"], **({"enum": [*schema["enum"], None]} if "enum" in schema else {})}


def _by_type(
    shaper: Shaper, names: dict[str, str], kinds: dict[str, Object], found: Found, *, needed: bool, null: bool
) -> Field:
    """A parameter for each type. Null is said by leaving all out, which is exact if the property is required."""
    at, listed = found.about[AT], ", ".join(names.values())
    said: Object = {key: found.about[key] for key in (AT, "description") if key in found.about}
    if len(names) > 1:
        shaper.lose(at, "anyOf", f"Split by type into {listed}.", "reworded")
    if null and not needed:
        _lose_absence(shaper, found, at, NULL_IS_ABSENT)
    elif needed and not null:
        shaper.lose(at, "required", f"That one of {listed} is needed cannot be said.")
    pieces: dict[str, Piece] = {}
    for kind in (kind for kind in WINS if kind in kinds):
        one = {**kinds[kind], **said}
        is_text = kind == "object" and kind != _keeper(kinds)
        pieces[kind] = shaper.as_text(one, at, "anyOf", "One of several types") if is_text else shaper.single(one)
    parts = tuple(Part(names[kind], piece.form, kind) for kind, piece in pieces.items())
    member = Member(parts, "implied" if null and needed else "absent")
    schemas = {names[kind]: piece.schema for kind, piece in pieces.items()}
    if shaper.rules.optional_is_nullable:
        return Field({name: or_null(one) for name, one in schemas.items()}, tuple(schemas), member)
    return Field(schemas, (), member)


def _lose_absence(shaper: Shaper, found: Found, at: str, message: str) -> None:
    """Write down that null and absent are one here; nothing is lost if null is what absent stands for anyway."""
    if found.about.get("default", False) is None:
        shaper.lose(at, "default", "Absent and null are one here; null is the default.", "reworded")
    else:
        shaper.lose(at, "required", message, "narrowed")


def _names(wire: str, chosen: Any, kinds: Iterable[str], taken: set[str]) -> dict[str, str]:
    """What each type's parameter is called: as the schema's `x-flat` says, else by rule."""
    names: dict[str, str] = {}
    for kind in kinds:
        by_rule = plural(wire) if kind == "array" else wire + SUFFIX[kind]
        named = chosen.get(kind) if isinstance(chosen, dict) else None
        names[kind] = wire if kind == _keeper(kinds) else free_name(named if isinstance(named, str) else by_rule, taken)
    return names


def _keeper(kinds: Iterable[str]) -> str:
    return min(kinds, key=KEEPS_NAME.index)


def plural(name: str) -> str:
    """The name of the list variant of a property."""
    if name.endswith("s"):
        return f"{name}List"
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in tuple("aeiou") else f"{name}s"
