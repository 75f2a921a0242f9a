"""Unions in a strict or flat rendering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..json import Object
from .choice import Branch, Check, Choice
from .form import SAME, Form, Text
from .joins import same_json
from .piece import Piece, lets_text_through, or_null, without_descriptions
from .pointer import below
from .shape_flat import one_kind
from .unite import united

if TYPE_CHECKING:
    from .shape import Shaper


def union_piece(shaper: Shaper, schema: Object, options: list[Object], at: str) -> Piece:
    """A value that may have one of several shapes; `schema` is the union as a whole, for its annotations."""
    if shaper.flat:
        return one_kind(shaper, schema, at)
    if "oneOf" in schema:
        shaper.lose(below(at, "oneOf"), "oneOf", "Said as anyOf: that only one alternative may fit cannot be said.")
    if _differ_in_required_only(options):
        return _one_object(shaper, schema, options, at)
    before = len(shaper.losses)
    pieces = [shaper.single(_plain(option, schema), _place(schema, at, index)) for index, option in enumerate(options)]
    meant = [(p, o) for p, o in zip(pieces, options, strict=True) if p.schema.get("type") != "null"]
    values = _distinct([piece for piece, _ in meant])
    if _confusable(shaper, values):
        shaper.forget(before, at)
        return shaper.as_text(schema, at, "anyOf", "The alternatives could not be told apart")
    nullable = any(piece.schema.get("type") == "null" for piece in pieces)
    if not values:
        return shaper.finished({"type": "null"}, schema, [], SAME)
    if len(values) == 1 and nullable and "$ref" not in values[0].schema:
        return _described(shaper, or_null(values[0].schema), schema, values[0].form)
    if len(values) == 1 and not nullable:
        return _described(shaper, values[0].schema, schema, values[0].form)
    schemas = [piece.schema for piece in values] + ([{"type": "null"}] if nullable else [])
    return shaper.finished({"anyOf": schemas}, schema, [], _choice(shaper, meant))


def _described(shaper: Shaper, rendered: Object, schema: Object, form: Form) -> Piece:
    """The only alternative, with the union's description if it has one."""
    inner = dict(rendered)
    about = schema.get("description") or inner.get("description")
    inner.pop("description", None)
    return shaper.finished(inner, {**schema, **({"description": about} if about else {})}, [], form)


def _choice(shaper: Shaper, meant: list[tuple[Piece, Object]]) -> Form:
    if all(piece.form == SAME for piece, _ in meant):
        return SAME
    null = Piece({"type": "null"}, SAME), {"type": "null"}
    return Choice(tuple(_branch(shaper, piece, option) for piece, option in [*meant, null]))


def _branch(shaper: Shaper, piece: Piece, option: Object) -> Branch:
    kind = piece.schema.get("type")
    return Branch(
        piece.form,
        kind if isinstance(kind, str) else None,
        fits=Check(lambda: {**piece.schema, "$defs": shaper.definitions}),
        means=Check(lambda: shaper.refs.alone(option)),
    )


def _confusable(shaper: Shaper, pieces: list[Piece]) -> bool:
    """Whether something sent could mean two things: text that is JSON or just text, or one shape folded two ways."""
    texts = [piece for piece in pieces if isinstance(piece.form, Text)]
    others = [piece for piece in pieces if not isinstance(piece.form, Text)]
    if len(texts) > 1 or (texts and any(lets_text_through(piece.schema, shaper.definitions) for piece in others)):
        return True
    shapes = [without_descriptions(piece.schema) for piece in pieces]
    return any(shape in shapes[:index] for index, shape in enumerate(shapes))


def _distinct(pieces: list[Piece]) -> list[Piece]:
    kept: list[Piece] = []
    for piece in pieces:
        if not any(other.schema == piece.schema and other.form == piece.form for other in kept):
            kept.append(piece)
    return kept


def _differ_in_required_only(options: list[Object]) -> bool:
    first = options[0]
    return first.get("type") == "object" and all(
        "properties" in option and same_json({**option, "required": []}, {**first, "required": []})
        for option in options
    )


def _one_object(shaper: Shaper, schema: Object, options: list[Object], at: str) -> Piece:
    """Alternatives that differ only in which keys they need: one object, and the keys in words."""
    needs = [", ".join(option.get("required", ())) or "none" for option in options]
    shaper.lose(at, "anyOf", f"Which keys are needed together cannot be said: {' or '.join(needs)}.")
    common = [name for name in options[0].get("required", ()) if all(name in o.get("required", ()) for o in options)]
    one = {**united("object", [options[0]], shaper.refs), "required": common}
    about = " ".join(filter(None, [schema.get("description"), f"Keys needed: {'; or '.join(needs)}."]))
    return shaper.single({**one, "description": about}, at)


def _plain(option: Object, schema: Object) -> Object:
    """An alternative without the annotations that already stand on the union."""
    return {
        key: value
        for key, value in option.items()
        if key not in ("description", "default", "title", "examples") or schema.get(key) != value
    }


def _place(schema: Object, at: str, index: int) -> str:
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return below(at, keyword, index) if index < len(schema[keyword]) else at
    return at
