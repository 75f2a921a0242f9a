"""How a value travels: `say` turns a rich value into the dialect's, `fold` turns what came back into the rich one.

Forms are pure and never judge: what does not fit is handed on as it is, for the rich check to refuse.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from ..json import dumps

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
