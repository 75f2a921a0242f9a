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
class Member:
    """A property: its name in the dialect and its form. With `null_is_absent`, null stands for a key that is absent."""

    wire: str
    form: Form = SAME
    null_is_absent: bool = False

    def fold(self, sent: Mapping[str, Any]) -> list[Any]:
        """Return the rich value in a list, or an empty list for an absent key."""
        value = sent.get(self.wire)
        if value is None:
            return [None] if self.wire in sent and not self.null_is_absent else []
        return [self.form.fold(value)]


def members(known: Mapping[str, Member], rest: Form = SAME, *, all_keys: bool = False) -> Form:
    """An object with known properties; `rest` is for the others. With `all_keys`, say writes null for absent ones."""
    if rest == SAME and not all_keys and all(one == Member(name) for name, one in known.items()):
        return SAME
    wires = {member.wire: None for member in known.values()}

    def say(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        said: Object = {}
        for name, item in value.items():
            member = known.get(name, Member(name, rest))
            said[member.wire] = member.form.say(item)
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
