"""Where each part of an unflattened call stood in what the caller sent, and the mistakes that were found on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ....core.fault import Issue
from ....core.json import brief, loads
from ....core.reference import Reference, read


@dataclass(slots=True)
class SourceMap:
    """Mistakes in a call, and for each part that unflattening moved its place in the call."""

    issues: list[Issue] = field(default_factory=list)
    origins: list[tuple[str, str, bool]] = field(default_factory=list)
    """The new pointer, the pointer in the call, and whether what lies below has the same place in both."""

    def add(self, made: str, sent: str, *, below: bool = True) -> None:
        """Record that what is at `made` now was at `sent` in the call."""
        self.origins.append((made, sent, below))

    def original(self, place: str) -> str:
        """Return the pointer into the call for a pointer into what was made of it."""
        fitting = [each for each in self.origins if place == each[0] or place.startswith(f"{each[0]}/")]
        if not fitting:
            return place
        made, sent, below = max(fitting, key=lambda each: len(each[0]))
        return sent + place[len(made) :] if below else sent


def read_json(text: Any, at: str, source: SourceMap) -> Any:
    """Return what JSON text holds; a lone reference stands for its value."""
    if not isinstance(text, str):
        return text
    parts = read(text, "{{}}").parts
    if len(parts) == 1 and isinstance(parts[0], Reference):
        return text
    try:
        return loads(text)
    except ValueError as error:
        hint = 'Write JSON: texts in double quotes, such as "a" or {"a": 1}.'
        source.issues.append(Issue(at, f"This is not JSON: {error}.", "JSON text", brief(text), hint))
        return text
