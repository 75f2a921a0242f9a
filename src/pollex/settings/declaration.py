"""The declaration of a setting: variable, kind, documentation and default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..core.json import Object
from .kinds import SettingKind

Effective = Literal["at once", "after a restart"]


@dataclass(frozen=True, slots=True)
class Setting:
    """The declaration of a setting: the variable it is read from, its kind, and a sentence that documents it."""

    variable: str
    kind: SettingKind
    about: str
    milliseconds: str | None = None
    """Another variable that gives the value in milliseconds."""
    changeable: Effective | None = None
    """When a change counts that a person makes on the page; None where it cannot be changed there."""

    @property
    def variables(self) -> list[str]:
        """The variables it is read from; the first one that is set counts."""
        return [self.variable] if self.milliseconds is None else [self.variable, self.milliseconds]


@dataclass(frozen=True, slots=True)
class Default:
    """A value, or a function of the values before it, and its text in the reference."""

    value: Any
    words: str | None = None

    def value_after(self, before: Object) -> Any:
        return self.value(before) if callable(self.value) else self.value

    def __str__(self) -> str:
        return str(self.value) if self.words is None else self.words


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting with its name, as the reference lists it. Limits are rows too: `limits.depth` and so on."""

    name: str
    setting: Setting
    default: Default
