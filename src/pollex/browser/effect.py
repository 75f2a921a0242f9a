"""An effect: a request that changes something, as a difference, with the act that caused it and its answer."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from ..core.difference import Difference
from ..core.fault import Fault
from ..core.json import Object
from .outgoing_request import OutgoingRequest

Baseline = Literal["sent", "state", "loaded", "fields", "nothing"]
"""What a body was compared with: the last one that the server accepted, the whole state or a record as it was loaded,
the fields' first values; or nothing, where the act stands for what it changes."""
PASSWORD: Final = re.compile(r"passw(?:or)?d|passphrase|^(?:pin|cvc|cvv|pwd)$", re.IGNORECASE)
HIDDEN: Final = "•••"
TOLD: Final = 20
"""Changes that the log has of one effect."""
LONGEST: Final = 200
"""Characters of a value in the log."""


@dataclass(frozen=True)
class Effect:
    """A request that changes something, before it leaves."""

    number: int
    """Counts the effects of a run from 1."""
    request: OutgoingRequest
    changes: tuple[Difference, ...] = ()
    against: Baseline = "nothing"
    own: bool = False
    """Whether no act has happened in its document: the page sends it by itself."""
    habit: bool = False
    """Whether the page has sent the like by itself before any act."""
    fields: tuple[Object, ...] = ()
    """The page's fields before the act: `name`, `label`, `value`, `options`, and `first`, the value at first."""
    base: Any = None
    """The document that it was compared with."""
    unseen: bool = False
    """Whether it stands for whatever an act may send, where no request can be seen."""

    @property
    def is_state(self) -> bool:
        """Whether it sends what there is, and not something to do: the same once more changes nothing."""
        return self.against in ("sent", "state")

    @property
    def is_compared(self) -> bool:
        """Whether it was compared with what the server has."""
        return self.is_state or self.against == "loaded"

    @property
    def is_opaque(self) -> bool:
        """Whether it carries something of which nobody can say what it changes."""
        return self.request.format == "unreadable" or (
            self.against == "nothing" and bool(self.request.body) and not self.changes
        )

    def hides(self, path: Sequence[str], value: object) -> bool:
        """Whether a value is a password, which nobody is told: by its name, or because it stands in such a field."""
        secret = [each for each in self.fields if each.get("kind") == "password"]
        name = path[-1] if path else ""
        if PASSWORD.search(name) or any(each.get("name") == name for each in secret):
            return True
        return any(value and each.get("value") == value for each in secret)

    def to_json(self) -> Object:
        """Return it as the log has it."""
        shown = [self._told(each) for each in self.changes[:TOLD]]
        more = len(self.changes) - len(shown)
        told: Object = {"effect": self.number, "method": self.request.method, "url": self.request.address}
        told |= {"against": self.against, "changes": shown, **({"more": more} if more else {})}
        return told | ({"own": True} if self.own else {})

    def _told(self, change: Difference) -> Object:
        told: Object = {"path": "/" + "/".join(change.path), "kind": change.kind, "record": list(change.record)}
        told |= {"place": change.place} if change.place else {}
        values = {"before": change.before, "after": change.after}
        return told | {name: self._shown(change.path, each) for name, each in values.items() if each is not None}

    def _shown(self, path: Sequence[str], value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._shown((*path, key), each) for key, each in list(value.items())[:12]}
        if isinstance(value, list):
            return [self._shown(path, each) for each in value[:8]]
        if self.hides(path, value):
            return HIDDEN
        return value[:LONGEST] if isinstance(value, str) else value


EffectGuard = Callable[[Effect], Awaitable[Fault | None]]
"""Judges an effect before it leaves; None lets it pass."""


@dataclass
class SentEffect:
    """An effect and what became of it."""

    effect: Effect
    refused: Fault | None = None
    status: int | None = None
    failure: str | None = None
    moved_to: list[str] = field(default_factory=list)
    """Where its server passed it on to."""

    @property
    def accepted(self) -> bool:
        """Whether the server took it."""
        return self.refused is None and self.failure is None and (self.status or 0) < 400 and self.status is not None

    @property
    def is_open(self) -> bool:
        """Whether it waits for its judge or its answer."""
        return self.refused is None and self.status is None and self.failure is None

    def to_json(self) -> Object:
        told = {**self.effect.to_json(), "status": self.status, "refused": None}
        if self.refused is not None:
            told["refused"] = self.refused.message
        if self.failure is not None:
            told["failure"] = self.failure
        return told | ({"movedTo": self.moved_to} if self.moved_to else {})
