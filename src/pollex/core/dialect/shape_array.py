"""Lists in a strict or flat rendering. Tuples become lists of any of their items, said position by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..json import Object, dumps
from .alternatives import implied_kinds
from .form import SAME, Items, Text
from .piece import Piece, without_descriptions
from .pointer import below

if TYPE_CHECKING:
    from .shape import Shaper

LIMITS = ("minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems")


def array_piece(shaper: Shaper, schema: Object, at: str) -> Piece:
    first = [
        shaper.piece(item, below(at, "prefixItems", index)) for index, item in enumerate(schema.get("prefixItems", ()))
    ]
    rest = _rest(shaper, schema, at, len(first))
    pieces = first if rest is None else [*first, rest]
    schema, phrases = _bounded(schema, len(first), closed=rest is None), []
    if first:
        shaper.lose(below(at, "prefixItems"), "prefixItems", "Which item stands where cannot be said.")
        phrases.append("in this order: " + ", ".join(_name(item) for item in schema["prefixItems"]))
    rendered: Object = {"type": "array", "items": {"type": "string"}}
    if len(different := _distinct(pieces)) > 1 and shaper.flat:
        one = shaper.as_text({}, at, "prefixItems", "The items are of several types")
        pieces, first, rest = [one], [], one
        rendered["items"] = one.schema
    elif different:
        rendered["items"] = different[0] if len(different) == 1 else {"anyOf": different}
    for keyword in LIMITS:
        if keyword in schema and keyword in ("minItems", "maxItems") and shaper.takes(keyword, schema[keyword]):
            rendered[keyword] = schema[keyword]
        elif keyword in schema and schema[keyword] is not False:
            phrases += shaper.without_constraint(at, keyword, schema[keyword])
    same = all(piece.form == SAME for piece in pieces)
    form = SAME if same else Items(tuple(piece.form for piece in first), rest.form if rest else SAME)
    return shaper.finished(rendered, schema, phrases, form)


def _rest(shaper: Shaper, schema: Object, at: str, length: int) -> Piece | None:
    """The items after the first ones; None where there can be none."""
    items = schema["items"] if "items" in schema else schema.get("unevaluatedItems", True)
    if items is False or schema.get("maxItems", length + 1) <= length:
        return None
    return shaper.piece(items, below(at, "items"))


def _bounded(schema: Object, length: int, *, closed: bool) -> Object:
    return {**schema, "maxItems": min(schema.get("maxItems", length), length)} if closed else schema


def _distinct(pieces: list[Piece]) -> list[Object]:
    """The schemas of the items, each once; text and JSON text differ although their schemas do not."""
    kept: dict[str, Object] = {}
    for piece in pieces:
        shape = without_descriptions(piece.schema)
        kept.setdefault(dumps([shape, isinstance(piece.form, Text)]), piece.schema)
    return list(kept.values())


def _name(item: Object | bool) -> str:
    if not isinstance(item, dict):
        return "anything"
    name = item.get("title") or item.get("type") or (implied_kinds(item) or ["anything"])[0]
    return name if isinstance(name, str) else " or ".join(name)
