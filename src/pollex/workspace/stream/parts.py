"""What comes out of a stream, in order: prose, envelopes, ends of batches, and faults."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ...core.fault import Fault
from ...core.json import Object


@dataclass(frozen=True, slots=True)
class Prose:
    """Text for the chat."""

    text: str


@dataclass(frozen=True, slots=True)
class WholeEnvelope:
    """An envelope that is complete, with its index in the batch and what was mended to read it."""

    value: Object
    index: int
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Malformed:
    """A place in a batch that cannot be read; the fault's pointer is the index, or empty for the batch itself."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class BatchEnd:
    """The end of a batch: how many places it had, how many faults, and what stood around it, such as a plan."""

    count: int
    faults: int = 0
    around: Object = field(default_factory=dict)
    repairs: tuple[str, ...] = ()


StreamPart: TypeAlias = Prose | WholeEnvelope | Malformed | BatchEnd

GAP: Final = " \t\r\n,"
"""What may stand between the objects of a batch that is written as JSON lines."""


class PartList:
    """The parts that wait to be taken. Objects one after another are one batch, which ends where prose begins."""

    def __init__(self) -> None:
        self.lines = 0
        self._line_faults = 0
        self._gap: list[str] | None = None
        self._prose: list[str] = []
        self._parts: list[StreamPart] = []

    def say(self, text: str) -> None:
        """Add prose. Space after an envelope waits: it belongs to the batch if another one follows."""
        if self._gap is not None:
            self._gap.append(text)
            if not text.strip(GAP):
                return
            text = "".join(self._gap)
            self.end_lines()
        if text:
            self._prose.append(text)

    def add(self, part: StreamPart) -> None:
        """Add a part that belongs to an array or an object with a batch."""
        self.end_lines(keep_gap=True)
        self._flush()
        self._parts.append(part)

    def add_line(self, part: WholeEnvelope | Malformed) -> None:
        """Add an envelope that stands alone."""
        self._flush()
        self._parts.append(part)
        self.lines += 1
        self._line_faults += isinstance(part, Malformed)
        self._gap = []

    def hold_space(self) -> None:
        """Let the space that follows wait, as before the end of a fence that is not shown."""
        self._gap = []

    def end_lines(self, *, keep_gap: bool = False) -> None:
        """End the batch of single envelopes, if there is one, and forget the space that waits unless it is kept."""
        gap, self._gap = self._gap, None
        if self.lines:
            self._flush()
            self._parts.append(BatchEnd(self.lines, self._line_faults))
            self.lines = self._line_faults = 0
        if keep_gap and gap:
            self._prose += gap

    def take(self) -> list[StreamPart]:
        """Return the parts since the last call."""
        self._flush()
        taken, self._parts = self._parts, []
        return taken

    def _flush(self) -> None:
        if self._prose:
            self._parts.append(Prose("".join(self._prose)))
            self._prose = []
