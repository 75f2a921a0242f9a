"""How a value travels: `say` turns a rich value into the dialect's, `fold` turns what came back into the rich one.

Forms are pure and never judge: what does not fit is handed on as it is, for the rich check to refuse.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NoReturn, Protocol

from pollex.core.json import Object, dumps, type_name

BOX = "value"
"""The property that holds the arguments of a tool whose input is no object."""


class Form(Protocol):
    def say(self, value: Any) -> Any:
        """The rich value in the dialect's words."""

    def fold(self, value: Any) -> Any:
        """The dialect's value in rich words."""


@dataclass(frozen=True)
class Same:
    """Said as it is."""

    def say(self, value: Any) -> Any:
        return value

    def fold(self, value: Any) -> Any:
        return value


@dataclass(frozen=True)
class Text:
    """Said as a string that holds JSON text. A string that is no JSON is taken literally."""

    def say(self, value: Any) -> Any:
        return dumps(value)

    def fold(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value, parse_constant=_refuse)
        except (ValueError, RecursionError):
            return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


@dataclass(frozen=True)
class Part:
    """One property of the dialect, for values of one JSON type or (None) of any."""

    wire: str
    form: Form
    kind: str | None = None

    def takes(self, value: object) -> bool:
        return self.kind is None or kind_of(value) == self.kind


@dataclass(frozen=True)
class Member:
    """A rich property. Its parts stand in the order in which they win when several are sent.

    `nulls` says what null on the wire means: the value null, or that the key is absent; `implied` means that an
    absent key stands for the value null.
    """

    parts: tuple[Part, ...]
    nulls: Literal["kept", "absent", "implied"] = "kept"

    def say(self, value: Any) -> Object:
        part = next((part for part in self.parts if part.takes(value)), None)
        if value is None and (part is None or self.nulls == "implied"):
            return {}
        part = part or self.parts[-1]
        return {part.wire: part.form.say(value)}

    def fold(self, sent: Mapping[str, Any]) -> list[Any]:
        """The rich value in a list, or an empty list for an absent key."""
        for part in self.parts:
            if sent.get(part.wire) is not None:
                return [part.form.fold(sent[part.wire])]
        if self.nulls == "implied":
            return [None]
        return [None] if self.nulls == "kept" and any(part.wire in sent for part in self.parts) else []


@dataclass(frozen=True)
class Members:
    """An object with known properties; `rest` is for the others. With `all_keys`, say writes null for absent ones."""

    members: Mapping[str, Member]
    rest: Form
    all_keys: bool = False

    @cached_property
    def _wires(self) -> frozenset[str]:
        return frozenset(part.wire for member in self.members.values() for part in member.parts)

    def say(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        said: Object = {}
        for name, item in value.items():
            member = self.members.get(name)
            said.update(member.say(item) if member else {name: self.rest.say(item)})
        if self.all_keys:
            said |= {wire: None for wire in sorted(self._wires) if wire not in said}
        return said

    def fold(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        folded: Object = {name: self.rest.fold(item) for name, item in value.items() if name not in self._wires}
        for name, member in self.members.items():
            for item in member.fold(value):
                folded[name] = item
        return folded


@dataclass(frozen=True)
class Items:
    """A list: the first items each in a form of their own, the others in `rest`."""

    first: tuple[Form, ...]
    rest: Form

    def say(self, value: Any) -> Any:
        return [form.say(item) for form, item in self._paired(value)] if isinstance(value, list) else value

    def fold(self, value: Any) -> Any:
        return [form.fold(item) for form, item in self._paired(value)] if isinstance(value, list) else value

    def _paired(self, value: list[Any]) -> list[tuple[Form, Any]]:
        return [(self.first[at] if at < len(self.first) else self.rest, item) for at, item in enumerate(value)]


@dataclass(frozen=True)
class Named:
    """The form of a definition, looked up when needed, so that it may contain itself."""

    name: str
    table: Mapping[str, Form]

    def say(self, value: Any) -> Any:
        return self.table[self.name].say(value)

    def fold(self, value: Any) -> Any:
        return self.table[self.name].fold(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(frozen=True)
class Boxed:
    """A value that need not be an object, carried as the property `value` of one; `form` is that object's."""

    form: Form

    def say(self, value: Any) -> Any:
        return self.form.say({BOX: value})

    def fold(self, value: Any) -> Any:
        opened = self.form.fold(value)
        return opened[BOX] if isinstance(opened, dict) and set(opened) == {BOX} else value


@dataclass(frozen=True)
class Chain:
    """Several forms one after the other, for a value that several schemas describe at once."""

    forms: tuple[Form, ...]

    def say(self, value: Any) -> Any:
        for form in self.forms:
            value = form.say(value)
        return value

    def fold(self, value: Any) -> Any:
        for form in reversed(self.forms):
            value = form.fold(value)
        return value


SAME = Same()


def kind_of(value: object) -> str:
    """The JSON type of a value, whole numbers counted as numbers."""
    name = type_name(value)
    return "number" if name == "integer" else name
