"""The numbers that people and models see. One belongs to one element of one document, and is never given again."""

from __future__ import annotations

from .driver import Frame


class Indices:
    """Numbers of a tab, from 1, given at first sight."""

    def __init__(self) -> None:
        self._places: list[tuple[Frame, int]] = []
        self._known: dict[tuple[str, int], int] = {}

    def of(self, frame: Frame, number: int) -> int:
        """The index of an element, which the page scripts know by `number`."""
        key = (frame.document, number)
        index = self._known.get(key)
        if index is None:
            self._places.append((frame, number))
            index = self._known[key] = len(self._places)
        return index

    def place(self, index: int) -> tuple[Frame, int] | None:
        """The frame and the number of an index that was given."""
        return self._places[index - 1] if 0 < index <= len(self._places) else None
