"""How an object travels: each rich property as one property of the dialect, or as several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ..json import Object, type_name
from .form import Form


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


def kind_of(value: object) -> str:
    """The JSON type of a value, whole numbers counted as numbers."""
    name = type_name(value)
    return "number" if name == "integer" else name
