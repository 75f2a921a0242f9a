"""A property as definitions show it and as calls may say it, and the way back to how workflow files write it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...core.fault import Issue
from ...core.json import Object
from ...core.path import MISSING
from .folding import Folding


@dataclass(frozen=True)
class Form:
    """A property that is plain already."""

    name: str
    rich: Object

    @cached_property
    def shown(self) -> dict[str, Object]:
        """What a definition shows."""
        return {self.name: {key: value for key, value in self.rich.items() if key != "default"}}

    @cached_property
    def taken(self) -> dict[str, Object]:
        """What a call may use: what is shown, and the property as workflow files write it."""
        return {**self.shown, self.name: {key: value for key, value in self.rich.items() if key != "default"}}

    def fold(self, sent: Object, at: str, told: Folding) -> Any:
        """The value as workflow files write it; MISSING where nothing was sent."""
        given = [name for name in self.shown if name in sent]
        given += [self.name] if self.name in sent and self.name not in given else []
        if not given:
            return MISSING
        if len(given) > 1:
            told.issues.append(_twice(given, at))
        if self.name in given:
            return self._same(sent[self.name], f"{at}/{self.name}", told)
        return self._folded(given[0], sent[given[0]], at, told)

    def say(self, value: Any) -> Object:
        """The value in the form that definitions show."""
        return {self.name: value}

    def _same(self, value: Any, at: str, told: Folding) -> Any:
        return value

    def _folded(self, name: str, value: Any, at: str, told: Folding) -> Any:
        told.came(f"{at}/{self.name}", f"{at}/{name}")
        return value

    @property
    def about(self) -> str:
        return str(self.rich.get("description", ""))


def folded(sent: Object, known: Iterable[Form], at: str, told: Folding) -> Object:
    """An object as workflow files write it; keys that no form knows stay, for the check to refuse."""
    listed = tuple(known)
    names = {name for form in listed for name in form.taken}
    made = {name: value for name, value in sent.items() if name not in names}
    for form in listed:
        if (value := form.fold(sent, at, told)) is not MISSING:
            made[form.name] = value
    return made


def said(value: Object, known: Mapping[str, Form]) -> Object:
    """An object of a workflow file in the form that definitions show."""
    made: Object = {}
    for name, each in value.items():
        made |= known[name].say(each) if name in known else {name: each}
    return made


def _twice(given: list[str], at: str) -> Issue:
    names = " and ".join(map(repr, given))
    return Issue(f"{at}/{given[1]}", f"{names} say the same.", "one of them", given[1], f"Leave {given[1]!r} out.")
