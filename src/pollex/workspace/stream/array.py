"""The array of a batch: each object in it is an envelope, handed out when its closing brace arrives.

An array that stands alone is a batch if its first object has an `op` or `params`; else all of it is prose. The array
under a key such as `batch` is always one. A missing comma, or one too many, is mended with a note.
"""

from __future__ import annotations

import re
from typing import Final

from ...core.fault import Fault
from ...core.json import brief
from ...core.limits import Limits
from .cut import SPACE, ValueCut, past
from .parts import BatchEnd, Malformed, PartList, WholeEnvelope
from .value import HINT, excerpt, read_envelope

COMMAND_KEYS: Final = frozenset({"op", "params"})
MENTION: Final = re.compile(r"""(?:["'](?:op|params)["']|[{,]\s*(?:op|params))\s*:""")
"""Text that cannot be read, and that was meant as a command."""


def is_command(value: object) -> bool:
    """Return whether a value is an object with an `op` or `params`."""
    return isinstance(value, dict) and not COMMAND_KEYS.isdisjoint(value)


def unfinished(index: int | None, at: int, received: str) -> Fault:
    """Return the fault of a batch that ends before its last bracket."""
    pointer = "" if index is None else f"/{index}"
    message = f"The batch is not complete: it ends at character {at} of the text."
    return Fault("invalid_json", message, pointer=pointer, expected="a closing bracket", received=excerpt(received))


class ArrayScan:
    """Scans the array after its opening bracket. `head` is the text before its first object, if it may be prose."""

    def __init__(
        self, limits: Limits, parts: PartList, *, head: str | None = None, cut: ValueCut | None = None
    ) -> None:
        self.done = self.broken = self.is_prose = False
        self.count = self.faults = 0
        self.repairs: list[str] = []
        self._limits, self._parts = limits, parts
        self._head = head
        self._cut = cut
        self._comma_due = self._stray = False
        self._echo: ValueCut | None = None

    def feed(self, text: str, at: int, origin: int) -> int:
        """Take what belongs to the array and return the position after it."""
        while at < len(text) and not self.done:
            if self._echo is not None:
                at = self._show(self._echo, text, at)
            elif self._cut is not None:
                at = self._element(self._cut, text, at, origin)
            else:
                at = self._between(text, at, origin)
        return at

    def close(self, at: int) -> None:
        """End with the text: what is not complete is a fault, or prose if it was never a batch."""
        self.done = True
        received = "" if self._cut is None else self._cut.text
        if self._head is not None and not MENTION.search(received):
            self._give_back(received)
        elif self._echo is None:
            self._refuse(unfinished(self.count, at, received))

    def end(self, around: dict[str, object]) -> BatchEnd:
        """Return the end of the batch."""
        return BatchEnd(self.count, self.faults, around, tuple(self.repairs))

    def _between(self, text: str, at: int, origin: int) -> int:
        at = past(SPACE, text, at)
        if at == len(text):
            return at
        match text[at]:
            case "]":
                if self.count and not self._comma_due:
                    self.repairs.append("left out the comma before ]")
                self.done = True
            case "," if self._comma_due:
                self._comma_due = self._stray = False
            case "`":
                self.done = self.broken = True
                self._refuse(unfinished(self.count, origin + at, ""))
                return at
            case "," | "}" | ":" as mark:
                self._refuse_stray(mark, origin + at)
            case _:
                if self._comma_due:
                    self.repairs.append(f"added the comma before /{self.count}")
                self._cut = ValueCut(origin + at, self._limits)
                return at
        return at + 1

    def _element(self, cut: ValueCut, text: str, at: int, origin: int) -> int:
        at = cut.feed(text, at)
        if not cut.done:
            return at
        self._cut = None
        if cut.broken:
            self.done = self.broken = True
            self._refuse(unfinished(self.count, origin + at, cut.text))
        else:
            self._finish(cut)
        return at

    def _finish(self, cut: ValueCut) -> None:
        self._comma_due, self._stray = True, False
        try:
            value, repairs = read_envelope(cut, f"Envelope {self.count}", self._limits)
            meant = self._head is None or is_command(value)
        except Fault as fault:
            if self._head is not None and cut.fault is None and not MENTION.search(cut.text):
                return self._give_back(cut.text)
            self._head = None
            fault.pointer = f"/{self.count}"
            return self._refuse(fault)
        if not meant:
            return self._give_back(cut.text)
        self._head = None
        if not isinstance(value, dict):
            message = f"Envelope {self.count} is not an object (character {cut.at} of the text)."
            wrong = Fault("invalid_input", message, pointer=f"/{self.count}", expected="object", received=brief(value))
            return self._refuse(wrong)
        self._parts.add(WholeEnvelope(value, self.count, repairs))
        self.count += 1
        return None

    def _refuse(self, fault: Fault) -> None:
        self.faults += 1
        self.count += 1
        self._parts.add(Malformed(fault))

    def _refuse_stray(self, mark: str, at: int) -> None:
        """Report a mark that nothing belongs to, once until the next element."""
        if not self._stray:
            self._stray = True
            message = f"A {mark!r} stands between envelopes (character {at} of the text)."
            self._parts.add(
                Malformed(Fault("invalid_json", message, pointer=f"/{self.count}", expected="'{' or ']'", hint=HINT))
            )
            self.faults += 1

    def _give_back(self, element: str) -> None:
        """Say the array as prose, to its end."""
        self.is_prose = True
        self._parts.say(f"{self._head}{element}")
        self._head = None
        self._echo = ValueCut(0, self._limits, head="[", depth=1, keep=False)

    def _show(self, echo: ValueCut, text: str, at: int) -> int:
        end = echo.feed(text, at)
        self._parts.say(text[at:end])
        self.done = echo.done
        return end
