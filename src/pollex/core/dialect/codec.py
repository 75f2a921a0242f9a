"""Codecs: `encode` turns a value of the rich schema into the dialect's, `decode` turns what a model sent back.

Codecs are pure and never refuse: what does not fit is returned unchanged, for the check by the rich schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from ..json import Object, dumps, type_name


@dataclass(frozen=True, slots=True)
class Codec:
    """The two directions of a value between the rich schema and a dialect."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rendering: a schema of the dialect and the codec of its values."""

    schema: Any
    codec: Codec


def _unchanged(value: Any) -> Any:
    return value


def _read(value: Any) -> Any:
    """Return what JSON text holds; a string that is not JSON is returned unchanged."""
    try:
        return json.loads(value, parse_constant=_refuse) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


IDENTITY = Codec(_unchanged, _unchanged)
JSON_TEXT = Codec(dumps, _read)
"""A string that holds JSON text."""


def named(name: str, table: Mapping[str, Codec]) -> Codec:
    """Return the codec of a definition, which is looked up when it is used, since a definition may contain itself."""

    def encode(value: Any) -> Any:
        return table[name].encode(value)

    def decode(value: Any) -> Any:
        return table[name].decode(value)

    return Codec(encode, decode)


def chain(codecs: Sequence[Codec]) -> Codec:
    """Return one codec that applies several in turn, for a value that several schemas describe at once."""
    if all(codec == IDENTITY for codec in codecs):
        return IDENTITY
    first, rest = codecs[0], chain(codecs[1:])
    return Codec(lambda value: rest.encode(first.encode(value)), lambda value: first.decode(rest.decode(value)))


def items(first: Sequence[Codec], rest: Codec) -> Codec:
    """Return the codec of a list: the first items have their own codecs, the others use `rest`."""
    if all(codec == IDENTITY for codec in (*first, rest)):
        return IDENTITY

    def each(value: Any, way: Literal["encode", "decode"]) -> Any:
        if not isinstance(value, list):
            return value
        codecs = [*first, *[rest] * (len(value) - len(first))]
        return [getattr(codec, way)(item) for codec, item in zip(codecs, value, strict=False)]

    return Codec(lambda value: each(value, "encode"), lambda value: each(value, "decode"))


@dataclass(frozen=True, slots=True)
class Member:
    """A property: its name in the dialect and its codec. With `null_is_absent`, null means that the key is absent."""

    wire: str
    codec: Codec = IDENTITY
    null_is_absent: bool = False

    def decode(self, sent: Mapping[str, Any]) -> list[Any]:
        """Return the rich value in a list, or an empty list for an absent key."""
        value = sent.get(self.wire)
        if value is None:
            return [None] if self.wire in sent and not self.null_is_absent else []
        return [self.codec.decode(value)]


def members(known: Mapping[str, Member], rest: Codec = IDENTITY, *, all_keys: bool = False) -> Codec:
    """Return the codec of an object; `rest` is for unknown keys. With `all_keys`, absent keys are encoded as null."""
    if rest == IDENTITY and not all_keys and all(one == Member(name) for name, one in known.items()):
        return IDENTITY
    wires = {member.wire: None for member in known.values()}

    def encode(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        encoded: Object = {}
        for name, item in value.items():
            member = known.get(name, Member(name, rest))
            encoded[member.wire] = member.codec.encode(item)
        return {**wires, **encoded} if all_keys else encoded

    def decode(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        decoded = {name: rest.decode(item) for name, item in value.items() if name not in wires}
        return decoded | {name: item for name, member in known.items() for item in member.decode(value)}

    return Codec(encode, decode)


def choice(pieces: Sequence[Piece], definitions: Mapping[str, Object]) -> Codec:
    """Return the codec of a union: the first alternative that fits is used, else the one of the value's JSON type."""
    validators: list[Any] = []

    def fits(index: int, value: Any) -> bool:
        if not validators:
            from jsonschema_rs import Draft202012Validator

            validators.extend(Draft202012Validator({**piece.schema, "$defs": definitions}) for piece in pieces)
        try:
            return bool(validators[index].is_valid(value))
        except (ValueError, TypeError, OverflowError):
            return False

    def likely(value: Any) -> Codec:
        kind = type_name(value)
        return next((piece.codec for piece in pieces if piece.schema.get("type") == kind), pieces[0].codec)

    def decode(value: Any) -> Any:
        fitting = next((piece.codec for index, piece in enumerate(pieces) if fits(index, value)), None)
        return (fitting or likely(value)).decode(value)

    def encode(value: Any) -> Any:
        for index, piece in enumerate(pieces):
            encoded = piece.codec.encode(value)
            if fits(index, encoded) and decode(encoded) == value:
                return encoded
        return likely(value).encode(value)

    return Codec(encode, decode)
