"""What an extraction looks for: the instruction, and the page that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .atoms import Survey
from .labels import label_words
from .mapper import Mapping
from .regions import without_regions

TOLD: Final = frozenset({
    "extract", "get", "find", "give", "list", "show", "read", "collect", "fetch", "take", "return", "me",
    "please", "all", "every", "their", "its", "which", "what", "are", "page", "table", "row", "column", "data",
    "value", "field", "information", "current", "currently", "shown", "displayed", "visible", "my", "want",
    "need", "how", "under", "below", "over", "above", "less", "more", "than", "first", "last", "top",
})  # fmt: skip
"""Words of an instruction that say nothing about what is meant."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is looked for, and how it may be chosen."""

    survey: Survey
    instruction: str
    most: int
    mapping: Mapping | None = None
    """Where a model says that things stand; None to go by rules."""

    def meant(self, name: str) -> tuple[str, ...]:
        """The words that say which group is meant."""
        said = (*label_words(name), *label_words(without_regions(self.instruction)))
        return tuple(dict.fromkeys(word for word in said if word not in TOLD and not word.isdigit()))
