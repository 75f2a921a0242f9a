"""Read a model's text as it arrives: prose for the chat, envelopes as soon as each is whole, ends of batches, faults.

A batch is an array of envelopes, an object with one under `batch` (or `commands`, `ops`, `operations`), or envelopes
one after another; in a fence or not. What is no batch is prose: see `opening` and `array` for the rule.
"""

from __future__ import annotations

from ...core.limits import DEFAULT_LIMITS, Limits
from .array import ArrayScan
from .cut import ValueCut
from .object import ObjectScan
from .parts import BatchEnd, PartList, StreamPart
from .prose import ProseScan


class EnvelopeStream:
    """Text in, parts out. The cost is linear in the text, whatever the pieces."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self._limits = limits
        self._parts = PartList()
        self._prose = ProseScan(self._parts)
        self._json: ArrayScan | ObjectScan | None = None
        self._origin = 0

    def feed(self, piece: str) -> list[StreamPart]:
        """Take the next piece of the text and return what is known now."""
        at = 0
        while at < len(piece):
            if self._json is None:
                at = self._prose.feed(piece, at, self._origin)
                self._open()
            else:
                at = self._json.feed(piece, at, self._origin)
                self._resume(self._json)
        self._origin += len(piece)
        return self._parts.take()

    def close(self) -> list[StreamPart]:
        """End the text and return what was held back; a batch that is not complete is a fault."""
        if self._json is None:
            self._prose.close()
        else:
            self._json.close(self._origin)
            self._json = None
        self._parts.end_lines(keep_gap=True)
        return self._parts.take()

    def _open(self) -> None:
        opening, found = self._prose.opening, self._prose.found
        head = f"{self._prose.held}{opening.text}"
        if found == "object":
            self._json = ObjectScan(self._limits, self._parts, opening, head)
        elif found == "array":
            at = opening.object_at
            cut = ValueCut(opening.at + at, self._limits, head=opening.text[at:], depth=1)
            self._json = ArrayScan(self._limits, self._parts, head=head[: len(head) - len(opening.text) + at], cut=cut)
        elif found == "empty":
            self._parts.add(BatchEnd(0))
            self._prose.resume(shown=False)

    def _resume(self, scan: ArrayScan | ObjectScan) -> None:
        if not scan.done:
            return
        self._json = None
        if isinstance(scan, ArrayScan) and not scan.is_prose and not scan.broken:
            self._parts.add(scan.end({}))
        self._prose.resume(shown=scan.is_prose)
