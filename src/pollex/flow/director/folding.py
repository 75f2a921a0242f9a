"""The way back from flat forms: what was noticed on it, and where each part stood in what the caller sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...core.fault import Issue
from ...core.json import brief, loads
from ...core.reference import Reference, read


@dataclass(slots=True)
class Folding:
    """What was noticed on the way back: mistakes, and where each changed part stood in what was sent."""

    issues: list[Issue] = field(default_factory=list)
    origins: list[tuple[str, str, bool]] = field(default_factory=list)
    """Pointer as folded, pointer as sent, and whether what lies below has the same place in both."""

    def came(self, folded: str, sent: str, *, below: bool = True) -> None:
        self.origins.append((folded, sent, below))

    def sent(self, place: str) -> str:
        """The place in what was sent for a place in what was made of it."""
        fitting = [each for each in self.origins if place == each[0] or place.startswith(f"{each[0]}/")]
        if not fitting:
            return place
        folded, sent, below = max(fitting, key=lambda each: len(each[0]))
        return sent + place[len(folded) :] if below else sent


def read_json(text: Any, at: str, told: Folding) -> Any:
    """What JSON text holds; a lone reference stands for its value."""
    if not isinstance(text, str):
        return text
    parts = read(text, "{{}}").parts
    if len(parts) == 1 and isinstance(parts[0], Reference):
        return text
    try:
        return loads(text)
    except ValueError as error:
        hint = 'Write JSON: texts in double quotes, such as "a" or {"a": 1}.'
        told.issues.append(Issue(at, f"This is not JSON: {error}.", "JSON text", brief(text), hint))
        return text
