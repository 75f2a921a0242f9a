"""How a value travels: `say` turns a rich value into the dialect's, `fold` turns what came back into the rich one.

Forms are pure and never judge: what does not fit is handed on as it is, for the rich check to refuse.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from ..json import Object, dumps, type_name


@dataclass(frozen=True, slots=True)
class Form:
    say: Callable[[Any], Any]
    fold: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rendering: the dialect's schema and the form in which its values travel."""

    schema: Any
    form: Form


def _as_it_is(value: Any) -> Any:
    return value


def _read(value: Any) -> Any:
    """What JSON text holds. A string that is no JSON is taken literally."""
    try:
        return json.loads(value, parse_constant=_refuse) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


SAME = Form(_as_it_is, _as_it_is)
TEXT = Form(dumps, _read)
"""A string that holds JSON text."""


def named(name: str, table: Mapping[str, Form]) -> Form:
    """The form of a definition, looked up when needed, so that it may contain itself."""

    def say(value: Any) -> Any:
        return table[name].say(value)

    def fold(value: Any) -> Any:
        return table[name].fold(value)

    return Form(say, fold)


def chain(forms: Sequence[Form]) -> Form:
    """Several forms one after the other, for a value that several schemas describe at once."""
    if all(form == SAME for form in forms):
        return SAME
    first, rest = forms[0], chain(forms[1:])
    return Form(lambda value: rest.say(first.say(value)), lambda value: first.fold(rest.fold(value)))


def items(first: Sequence[Form], rest: Form) -> Form:
    """A list: the first items each in a form of their own, the others in `rest`."""
    if all(form == SAME for form in (*first, rest)):
        return SAME

    def each(value: Any, way: Literal["say", "fold"]) -> Any:
        if not isinstance(value, list):
            return value
        forms = [*first, *[rest] * (len(value) - len(first))]
        return [getattr(form, way)(item) for form, item in zip(forms, value, strict=False)]

    return Form(lambda value: each(value, "say"), lambda value: each(value, "fold"))


@dataclass(frozen=True, slots=True)
class Part:
    """One property of the dialect, for values of one JSON type or (None) of any."""

    wire: str
    form: Form
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A rich property. Its parts stand in the order in which they win when several are sent.

    `nulls` says what null on the wire means: the value null, or that the key is absent; `implied` means that an
    absent key stands for the value null.
    """

    parts: tuple[Part, ...]
    nulls: Literal["kept", "absent", "implied"] = "kept"

    def say(self, value: Any) -> Object:
        kind = "number" if type_name(value) == "integer" else type_name(value)
        part = next((part for part in self.parts if part.kind in (None, kind)), None)
        if value is None and (part is None or self.nulls == "implied"):
            return {}
        part = part or self.parts[-1]
        return {part.wire: part.form.say(value)}

    def fold(self, sent: Mapping[str, Any]) -> list[Any]:
        """The rich value in a list, or an empty list for an absent key."""
        for part in self.parts:
            if sent.get(part.wire) is not None:
                return [part.form.fold(sent[part.wire])]
        is_null = self.nulls == "kept" and any(part.wire in sent for part in self.parts)
        return [None] if is_null or self.nulls == "implied" else []


def members(known: Mapping[str, Member], rest: Form = SAME, *, all_keys: bool = False) -> Form:
    """An object with known properties; `rest` is for the others. With `all_keys`, say writes null for absent ones."""
    if rest == SAME and not all_keys and all(one == Member((Part(name, SAME),)) for name, one in known.items()):
        return SAME
    wires = {part.wire: None for member in known.values() for part in member.parts}

    def say(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        said: Object = {}
        for name, item in value.items():
            said |= known[name].say(item) if name in known else {name: rest.say(item)}
        return {**wires, **said} if all_keys else said

    def fold(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        folded = {name: rest.fold(item) for name, item in value.items() if name not in wires}
        return folded | {name: item for name, member in known.items() for item in member.fold(value)}

    return Form(say, fold)


def choice(pieces: Sequence[Piece], definitions: Mapping[str, Object]) -> Form:
    """One of several alternatives: the first that looks right, else the one of the value's JSON type."""
    validators: list[Any] = []

    def fits(index: int, value: Any) -> bool:
        if not validators:
            from jsonschema_rs import Draft202012Validator

            validators.extend(Draft202012Validator({**piece.schema, "$defs": definitions}) for piece in pieces)
        try:
            return bool(validators[index].is_valid(value))
        except (ValueError, TypeError, OverflowError):
            return False

    def likely(value: Any) -> Form:
        kind = type_name(value)
        return next((piece.form for piece in pieces if piece.schema.get("type") == kind), pieces[0].form)

    def fold(value: Any) -> Any:
        fitting = next((piece.form for index, piece in enumerate(pieces) if fits(index, value)), None)
        return (fitting or likely(value)).fold(value)

    def say(value: Any) -> Any:
        for index, piece in enumerate(pieces):
            said = piece.form.say(value)
            if fits(index, said) and fold(said) == value:
                return said
        return likely(value).say(value)

    return Form(say, fold)
