"""Objects in a strict or flat rendering: closed where the dialect wants it, with all its properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..json import Object
from .field import Field, plain_field
from .form import SAME, Form
from .member import Member, Members, Part
from .names import Taken
from .piece import Piece
from .pointer import below
from .shape_flat import flat_field
from .unite import others_of
from .walk import AT

if TYPE_CHECKING:
    from .shape import Shaper

LIMITS = ("minProperties", "maxProperties", "propertyNames", "dependentRequired")


def object_piece(shaper: Shaper, schema: Object, at: str, *, top: bool = False) -> Piece:
    others = others_of(schema)
    if others is not False and shaper.rules.strict:
        return shaper.as_text(schema, at, "additionalProperties", "The object takes keys that are not declared")
    fields = _fields(shaper, schema, at, top=top)
    rendered = _written(fields)
    rest: Form = SAME
    if others is not False:
        piece = shaper.piece(others, below(at, "additionalProperties"))
        rest = piece.form
        rendered |= {} if others is True else {"additionalProperties": piece.schema}
        rendered = {key: value for key, value in rendered.items() if value != {} or key != "properties"}
    elif shaper.rules.strict or schema.get("additionalProperties") is False:
        rendered["additionalProperties"] = False
    phrases = _limits(shaper, schema, at, rendered)
    members = {name: field.member for name, field in fields.items()}
    form = Members(members, rest, all_keys=shaper.rules.optional_is_nullable)
    plain = not form.all_keys and rest == SAME and all(_is_plain(name, member) for name, member in members.items())
    return shaper.finished(rendered, schema, phrases, SAME if plain else form)


def _fields(shaper: Shaper, schema: Object, at: str, *, top: bool) -> dict[str, Field]:
    """The properties that can have a value, and the required ones that nobody declared."""
    required, declared = schema.get("required", ()), schema.get("properties", {})
    properties: Object = {**declared, **{name: True for name in required if name not in declared}}
    wires = {name: shaper.names.wire(name, top=top) for name, item in properties.items() if item is not False}
    taken = Taken(set(wires.values()))
    fields: dict[str, Field] = {}
    for name, wire in wires.items():
        item, needed = properties[name], name in required
        place = item[AT] if isinstance(item, dict) and AT in item else below(at, "properties", name)
        if shaper.flat:
            fields[name] = flat_field(shaper, wire, item, place, needed, taken)
        else:
            fields[name] = plain_field(shaper, wire, item, place, needed)
        if wire != name:
            shaper.lose(place, "properties", f"Called {wire!r} here.", "reworded")
    return fields


def _written(fields: dict[str, Field]) -> Object:
    properties = {wire: item for field in fields.values() for wire, item in field.schemas.items()}
    required = [wire for field in fields.values() for wire in field.required]
    rendered: Object = {"type": "object", "properties": properties}
    return {**rendered, "required": required} if required else rendered


def _limits(shaper: Shaper, schema: Object, at: str, rendered: Object) -> list[str]:
    phrases: list[str] = []
    for keyword in LIMITS:
        if keyword in schema and shaper.rules.keywords is None and keyword in ("minProperties", "maxProperties"):
            rendered[keyword] = schema[keyword]
        elif keyword in schema:
            phrases += shaper.without_constraint(at, keyword, schema[keyword])
    return phrases


def _is_plain(name: str, member: Member) -> bool:
    return member == Member((Part(name, SAME),))
