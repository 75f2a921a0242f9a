"""How checked arguments reach a function: which by position, which by keyword, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import Parameter
from itertools import takewhile
from typing import Any, Literal

from ...core.binding import whole
from ...core.casing import match_key
from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of


@dataclass(frozen=True, slots=True)
class Slot:
    """A place among the positions."""

    name: str | None
    """The argument that goes there; None where the schema has none for it."""
    keyword: str | None = None
    """The parameter's name, where it may also be given by keyword."""
    default: Any = Parameter.empty
    required: bool = True


@dataclass(frozen=True)
class Binding:
    """Made once for a function and a tool, used by every call."""

    label: str
    source: Literal["call", "signature", "order"]
    slots: tuple[Slot, ...] = ()
    spread: str | None = None
    """The argument, a list, whose items become the last positions."""
    keywords: Mapping[str, str] = field(default_factory=dict)
    """Arguments given by keyword: their name in the schema and the parameter's."""
    options: str | None = None
    """The parameter that takes all arguments without a place of their own, as one dict."""
    gathered: tuple[str, ...] = ()
    """The arguments that go into it."""
    open: bool = False
    """Whether the function takes keywords of any name."""
    integers: frozenset[str] = frozenset()

    def bind(self, args: Object) -> tuple[list[Any], dict[str, Any]]:
        """The positions and keywords of one call. An argument that is not given is left out, not passed as None."""
        given = dict(whole(args, self.integers))
        if self._always is not None and self._always.keys() == given.keys():
            return [given[name] for name in self._always], {}
        tail = given.pop(self.spread, []) if self.spread is not None else []
        positions, keywords = self._place(given, has_tail=bool(tail))
        taken = {slot.name for slot in self.slots}
        gathered = {name: given[name] for name in self.gathered if name in given}
        for name, value in given.items():
            if name not in taken and name not in gathered:
                keywords[self._keyword(name)] = value
        if self.options is not None and gathered:
            keywords[self.options] = gathered
        return [*positions, *tail], keywords

    @cached_property
    def _always(self) -> dict[str, None] | None:
        """The arguments of the plainest and commonest call, in order: all that are required, and no others."""
        required = {slot.name: None for slot in takewhile(lambda slot: slot.required, self.slots) if slot.name}
        return required if self.spread is None else None

    def in_order(self, args: Object) -> list[Any] | None:
        """All arguments by position, for a function that turns out to take no keywords; None where there is a gap."""
        given = whole(args, self.integers)
        names = [slot.name for slot in self.slots[: len(given)]]
        if self.source != "order" or not all(name in given for name in names):
            return None
        return [given[name] for name in names if name is not None]

    def _place(self, given: Object, *, has_tail: bool) -> tuple[list[Any], dict[str, Any]]:
        """Required arguments by position, optional ones by keyword unless something after them needs a position."""
        last = len(self.slots) - 1 if has_tail else -1
        for index, slot in enumerate(self.slots):
            if slot.name in given and slot.keyword is None:
                last = max(last, index)
        positions: list[Any] = []
        keywords: dict[str, Any] = {}
        gap = False
        for index, slot in enumerate(self.slots):
            if slot.name in given and (index <= last or (slot.required and not gap)):
                positions.append(given[slot.name])
            elif slot.name in given and slot.keyword is not None:
                keywords[slot.keyword] = given[slot.name]
            elif index <= last:
                positions.append(self._default(slot))
            else:
                gap = True
        return positions, keywords

    def _default(self, slot: Slot) -> Any:
        if slot.default is Parameter.empty:
            name = slot.name or slot.keyword or "an argument"
            raise Fault(
                "invalid_input",
                f"{self.label!r} needs {name!r}, since a later argument is given by position.",
                pointer=f"/{name}",
                expected=name,
                received="nothing",
            )
        return slot.default

    def _keyword(self, name: str) -> str:
        if name in self.keywords:
            return self.keywords[name]
        known = [slot.keyword for slot in self.slots if slot.keyword] + list(self.keywords.values())
        found = match_key(name, known) or (name if self.open else None)
        if found is None:
            raise Fault(
                "invalid_input",
                f"{self.label!r} has no parameter {name!r}.",
                pointer=f"/{name}",
                expected=one_of(known),
                received=name,
                hint=did_you_mean(name, known),
            )
        return found

    @property
    def how(self) -> str:
        """The call in words: `dumps(obj, indent=…)`."""
        placed = [_shown(slot) for slot in self.slots if slot.name]
        spread = [f"*{self.spread}"] if self.spread is not None else []
        named = [_spelled(keyword, name) for name, keyword in self.keywords.items()]
        options = [f"{self.options}={{{', '.join(self.gathered)}}}"] if self.gathered else []
        optional = [text for text in placed if "=" in text] if not spread else []
        required = [text.partition("=")[0] if spread else text for text in placed if text not in optional]
        return f"{self.label}({', '.join([*required, *spread, *optional, *named, *options])})"


def _shown(slot: Slot) -> str:
    assert slot.name is not None
    if slot.required or slot.keyword is None:
        return slot.name
    return _spelled(slot.keyword, slot.name)


def _spelled(keyword: str, name: str) -> str:
    return f"{keyword}=…" if keyword == name else f"{keyword}={name}"
