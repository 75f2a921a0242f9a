"""Replaces known values in texts by references: `the row of kettle` becomes `the row of {{query}}`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...core.path import ValuePath, dotted
from ...core.reference import Reference, escape, read
from ...text.words import folded

SECRET: Final = re.compile(r"(\{\{\s*secret\.[^{}]*\}\})")
SHORT: Final = 3
"""The fewest letters of a value that is not found inside another text by chance."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value with the name by which nodes refer to it."""

    value: str
    reference: str

    @property
    def template(self) -> str:
        return f"{{{{{self.reference}}}}}"

    @property
    def is_distinctive(self) -> bool:
        """Whether it is long enough not to occur in another text by chance."""
        letters = sum(char.isalpha() for char in self.value)
        return letters >= SHORT or sum(char.isdigit() for char in self.value) > SHORT


@dataclass(frozen=True, slots=True)
class Parametrizer:
    """The values that are known at one point of a run, the most recent first."""

    known: tuple[NamedValue, ...] = ()

    def with_(self, more: Iterable[NamedValue]) -> Parametrizer:
        return Parametrizer((*more, *self.known))

    def whole(self, text: str) -> str | None:
        """Return the reference for exactly this text; None where there is none."""
        return next((each.template for each in self.known if each.value == text), None)

    def found(self, text: str) -> list[NamedValue]:
        """Return the known values inside a text, the longest first; of overlapping ones the longest."""
        inside = sorted((each for each in self.known if each.is_distinctive and _at(each.value, text)), key=_length)
        kept: list[NamedValue] = []
        for each in inside:
            if not any(folded(each.value) in folded(longer.value) for longer in kept):
                kept.append(each)
        return kept

    def text(self, text: str) -> str:
        """Return the text with references in place of known values."""
        if (whole := self.whole(text)) is not None:
            return whole
        return "".join(piece if SECRET.fullmatch(piece) else self._parametrized(piece) for piece in SECRET.split(text))

    def _parametrized(self, text: str) -> str:
        made = escape(text)
        for each in self.found(text):
            made = _pattern(each.value).sub(each.template.replace("\\", r"\\"), made)
        return made

    def value(self, value: Any) -> Any:
        """Return a JSON value with references in its texts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {name: self.value(each) for name, each in value.items()}
        return value


def _length(known: NamedValue) -> int:
    return -len(known.value)


def _pattern(value: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, value.split()))
    return re.compile(rf"(?<![\w{{]){words}(?![\w}}])", re.IGNORECASE)


def _at(value: str, text: str) -> bool:
    return bool(value.strip()) and _pattern(value).search(text) is not None


def mentions(text: str, value: str) -> bool:
    """Whether a text contains a value as whole words, ignoring case."""
    return _at(value, text)


def scalars(data: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, Any]]:
    """Yield every scalar in JSON data with its path."""
    if isinstance(data, dict):
        for name, each in data.items():
            yield from scalars(each, (*path, name))
    elif isinstance(data, list):
        for at, each in enumerate(data):
            yield from scalars(each, (*path, at))
    elif data is not None:
        yield path, data


def typed_text(value: Any) -> str:
    """Return a scalar as it would be typed."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else str(value)


def references_in(text: str) -> list[Reference]:
    """Return the references in a text."""
    return [part for part in read(text, "{{}}").parts if isinstance(part, Reference)]


def reference(root: str, path: ValuePath) -> str:
    return dotted((root, *path))
