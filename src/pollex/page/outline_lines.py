"""The lines of an outline: what each says, what it shows, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from .observation import Arrival, Control


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an outline, and the controls it shows."""

    text: str
    controls: tuple[Control, ...] = ()
    structure: bool = False
    """Whether it says where the following lines are: a heading, a landmark."""
    heading: bool = False
    words: tuple[str, ...] = ()
    """Its text without its controls."""
    row: tuple[int, int] | None = None
    """Which list it is in, and in which row of it."""
    at: int | None = None
    """The index by which that list can be unfolded."""
    kept: bool = False
    """Whether its row is shown wherever in the list it stands."""
    arrival: Arrival = ""
    depth: int = 0
    """How many landmarks and the like it is in."""
