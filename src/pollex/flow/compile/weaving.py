"""Known values in texts become references: `the row of kettle` is `the row of {{query}}`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...browser.evidence import folded
from ...core.path import Path, dotted
from ...core.reference import Reference, escape, read

SECRET: Final = re.compile(r"(\{\{\s*secret\.[^{}]*\}\})")
SHORT: Final = 3
"""Letters from which on a value is told from chance inside another text."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that has a name."""

    value: str
    reference: str

    @property
    def template(self) -> str:
        return f"{{{{{self.reference}}}}}"

    @property
    def is_telling(self) -> bool:
        """Whether finding it inside another text is no chance."""
        letters = sum(char.isalpha() for char in self.value)
        return letters >= SHORT or sum(char.isdigit() for char in self.value) > SHORT


@dataclass(frozen=True, slots=True)
class Weave:
    """The values that are known at one point of a run, the nearest first."""

    known: tuple[Known, ...] = ()

    def with_(self, more: Iterable[Known]) -> Weave:
        return Weave((*more, *self.known))

    def whole(self, text: str) -> str | None:
        """The reference that stands for exactly this text."""
        return next((each.template for each in self.known if each.value == text), None)

    def found(self, text: str) -> list[Known]:
        """The telling values inside a text, the longest first; of those that lie in each other the longest."""
        inside = sorted((each for each in self.known if each.is_telling and _at(each.value, text)), key=_length)
        kept: list[Known] = []
        for each in inside:
            if not any(folded(each.value) in folded(longer.value) for longer in kept):
                kept.append(each)
        return kept

    def text(self, text: str) -> str:
        """The text with references in the place of what is known."""
        if (whole := self.whole(text)) is not None:
            return whole
        return "".join(piece if SECRET.fullmatch(piece) else self._woven(piece) for piece in SECRET.split(text))

    def _woven(self, text: str) -> str:
        made = escape(text)
        for each in self.found(text):
            made = _pattern(each.value).sub(each.template.replace("\\", r"\\"), made)
        return made

    def value(self, value: Any) -> Any:
        """A JSON value with its texts woven."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {name: self.value(each) for name, each in value.items()}
        return value


def _length(known: Known) -> int:
    return -len(known.value)


def _pattern(value: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, value.split()))
    return re.compile(rf"(?<![\w{{]){words}(?![\w}}])", re.IGNORECASE)


def _at(value: str, text: str) -> bool:
    return bool(value.strip()) and _pattern(value).search(text) is not None


def says(text: str, value: str) -> bool:
    """Whether a text contains a value as whole words, letter case aside."""
    return _at(value, text)


def scalars(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every plain value in JSON data, with its path."""
    if isinstance(data, dict):
        for name, each in data.items():
            yield from scalars(each, (*path, name))
    elif isinstance(data, list):
        for at, each in enumerate(data):
            yield from scalars(each, (*path, at))
    elif data is not None:
        yield path, data


def as_text(value: Any) -> str:
    """A plain value as it would be typed."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else str(value)


def references_in(text: str) -> list[Reference]:
    """What a text refers to."""
    return [part for part in read(text, "{{}}").parts if isinstance(part, Reference)]


def reference(root: str, path: Path) -> str:
    return dotted((root, *path))
