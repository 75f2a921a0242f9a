"""A property as definitions show it, as calls may send it, and as workflow files write it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ....core.fault import Issue
from ....core.json import Object
from ....core.path import MISSING
from .source_map import SourceMap


@dataclass(frozen=True)
class FlatProperty:
    """A property that is plain already; subclasses show others as several plain ones."""

    name: str
    rich: Object
    """The schema of the property in workflow files."""

    @cached_property
    def shown(self) -> dict[str, Object]:
        """The properties that a definition shows."""
        return {self.name: _without_default(self.rich)}

    @cached_property
    def accepted(self) -> dict[str, Object]:
        """The properties that a call may use: those that are shown, and the one of workflow files."""
        return {**self.shown, self.name: _without_default(self.rich)}

    @property
    def description(self) -> str:
        return str(self.rich.get("description", ""))

    def flatten(self, value: Any) -> Object:
        """Return a value of a workflow file as the properties that definitions show."""
        return {self.name: value}

    def unflatten(self, sent: Object, at: str, source: SourceMap) -> Any:
        """Return the value as workflow files write it; MISSING where nothing was sent."""
        given = [name for name in self.shown if name in sent]
        given += [self.name] if self.name in sent and self.name not in given else []
        if not given:
            return MISSING
        if len(given) > 1:
            source.issues.append(_given_twice(given, at))
        if self.name in given:
            return self._from_own(sent[self.name], f"{at}/{self.name}", source)
        return self._from_variant(given[0], sent[given[0]], at, source)

    def _from_own(self, value: Any, at: str, source: SourceMap) -> Any:
        """Read a value that was sent under the property's own name."""
        return value

    def _from_variant(self, name: str, value: Any, at: str, source: SourceMap) -> Any:
        """Read a value that was sent under another name that definitions show."""
        source.add(f"{at}/{self.name}", f"{at}/{name}")
        return value


def unflatten(sent: Object, properties: Iterable[FlatProperty], at: str, source: SourceMap) -> Object:
    """Return an object as workflow files write it; unknown keys stay, for the check to refuse."""
    listed = tuple(properties)
    names = {name for each in listed for name in each.accepted}
    made = {name: value for name, value in sent.items() if name not in names}
    for each in listed:
        if (value := each.unflatten(sent, at, source)) is not MISSING:
            made[each.name] = value
    return made


def flatten(value: Object, properties: Mapping[str, FlatProperty]) -> Object:
    """Return an object of a workflow file as definitions show it."""
    made: Object = {}
    for name, each in value.items():
        made |= properties[name].flatten(each) if name in properties else {name: each}
    return made


def _without_default(schema: Object) -> Object:
    return {key: value for key, value in schema.items() if key != "default"}


def _given_twice(given: list[str], at: str) -> Issue:
    names = " and ".join(map(repr, given))
    return Issue(f"{at}/{given[1]}", f"{names} say the same.", "one of them", given[1], f"Leave {given[1]!r} out.")
