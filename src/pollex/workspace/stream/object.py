"""An object that stands alone: an envelope (it has an `op` or `params`), a batch with what is around it, or prose.

`{"plan": {…}, "batch": [{…}, …]}`: the envelopes of the batch are handed out one by one, the other members at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...core.fault import Fault
from ...core.json import Object
from ...core.limits import Limits
from .array import MENTION, ArrayScan, is_command, unfinished
from .cut import SPACE, ValueCut, past
from .opening import BATCH_KEYS, Opening
from .parts import Malformed, PartList, WholeEnvelope
from .value import HINT, read_cut, read_envelope


class ObjectScan:
    """Scans an object after its first key and colon. `head` is its text so far, with the fence before it."""

    def __init__(self, limits: Limits, parts: PartList, opening: Opening, head: str) -> None:
        self.done = self.is_prose = False
        self._limits, self._parts = limits, parts
        self._inside = replace(limits, depth=limits.depth - 1)
        self._raw = [head]
        self._members: Object = {}
        self._key = opening.key
        self._batch: ArrayScan | None = None
        self._fault: Fault | None = None
        self._at = opening.at
        self._step: Callable[[str, int], int] = self._value
        self._cut = ValueCut(opening.at, limits, head=opening.text, depth=1)
        self._origin = 0
        self._repairs: tuple[str, ...] = ()
        if opening.quote != '"':
            self._step = self._whole

    def feed(self, text: str, at: int, origin: int) -> int:
        """Take what belongs to the object and return the position after it."""
        self._origin, begin = origin, at
        while at < len(text) and not self.done:
            at = self._step(text, at)
        if self._batch is None:
            self._raw.append(text[begin:at])
        if self.done:
            self._finish()
        return at

    def close(self, at: int) -> None:
        """End with the text: what is not complete is a fault, or prose if it is no command."""
        self.done = True
        if self._batch is not None and not self._batch.done:
            self._batch.close(at)
        elif self._batch is not None:
            self._parts.add(Malformed(unfinished(None, at, "")))
        else:
            self._refuse(unfinished(None, at, "".join(self._raw)))
            self._finish()

    def _mark(self, text: str, at: int) -> tuple[str, int]:
        """Return the next character that is no space, or nothing, and its position."""
        at = past(SPACE, text, at)
        return text[at : at + 1], at

    def _value(self, text: str, at: int) -> int:
        mark, at = self._mark(text, at)
        if mark == "[" and self._key in BATCH_KEYS and self._batch is None:
            self._step = self._list
            return at + 1
        if mark and mark in ",:}]`":
            return self._refuse_mark(mark, at, "a value")
        if mark:
            self._cut = ValueCut(self._origin + at, self._inside)
            self._step = self._read_value
        return at

    def _list(self, text: str, at: int) -> int:
        """An array under a key of batches: one of objects is the batch, another is a value."""
        mark, at = self._mark(text, at)
        if mark and mark in "{]":
            self._batch = ArrayScan(self._limits, self._parts)
            self._step = self._in_batch
        elif mark:
            self._cut = ValueCut(self._origin + at - 1, self._inside, head="[", depth=1)
            self._step = self._read_value
        return at

    def _in_batch(self, text: str, at: int) -> int:
        assert self._batch is not None
        at = self._batch.feed(text, at, self._origin)
        if self._batch.done:
            self._step = self._after_value
            self.done = self._batch.broken
        return at

    def _read_value(self, text: str, at: int) -> int:
        at = self._cut.feed(text, at)
        if self._cut.broken:
            return self._refuse_mark("`", at, "the end of the object")
        if self._cut.done:
            try:
                self._members[self._key] = read_cut(self._cut, f"The value of {self._key!r}", self._limits)
            except Fault as fault:
                self._refuse(fault)
            self._step = self._after_value
        return at

    def _after_value(self, text: str, at: int) -> int:
        mark, at = self._mark(text, at)
        if mark == ",":
            self._step = self._next_key
            return at + 1
        if mark == "}":
            self.done = True
            return at + 1
        return self._refuse_mark(mark, at, "',' or '}'") if mark else at

    def _next_key(self, text: str, at: int) -> int:
        mark, at = self._mark(text, at)
        if mark == '"':
            self._cut = ValueCut(self._origin + at, self._limits)
            self._step = self._read_key
            return at
        return self._refuse_mark(mark, at, "a key in double quotes") if mark else at

    def _read_key(self, text: str, at: int) -> int:
        at = self._cut.feed(text, at)
        if self._cut.done:
            try:
                self._key = str(read_cut(self._cut, "The key", self._limits))
            except Fault as fault:
                self._refuse(fault)
            if self._key in self._members or (self._batch is not None and self._key in BATCH_KEYS):
                self._refuse_twice(self._cut.at)
            self._step = self._colon
        return at

    def _colon(self, text: str, at: int) -> int:
        mark, at = self._mark(text, at)
        if mark == ":":
            self._step = self._value
            return at + 1
        return self._refuse_mark(mark, at, "':'") if mark else at

    def _rest(self, text: str, at: int) -> int:
        """Go to the end of an object that cannot be read."""
        at = self._cut.feed(text, at)
        self.done = self._cut.done
        return at

    def _whole(self, text: str, at: int) -> int:
        """Cut an object whose first key is spelled like Python's or JavaScript's, and try to read it as a whole."""
        at = self._cut.feed(text, at)
        self.done = self._cut.done
        if self.done:
            try:
                value, self._repairs = read_envelope(self._cut, f"Envelope {self._parts.lines}", self._limits)
                self._members = value if isinstance(value, dict) else {}
            except Fault as fault:
                self._refuse(fault)
        return at

    def _refuse(self, fault: Fault) -> None:
        self._fault = self._fault or fault

    def _refuse_mark(self, mark: str, at: int, expected: str) -> int:
        place = self._origin + at
        message = f"The object that begins at character {self._at} is not JSON (character {place} of the text)."
        self._refuse(Fault("invalid_json", message, expected=expected, received=repr(mark), hint=HINT))
        self._cut = ValueCut(place, self._limits, head=" ", depth=1, keep=False)
        self._step = self._rest
        return at

    def _refuse_twice(self, at: int) -> None:
        message = f"The object has the key {self._key!r} twice (character {at} of the text)."
        self._refuse(Fault("invalid_json", message, received=self._key, hint="Keep one of the two."))

    def _finish(self) -> None:
        if self._batch is not None:
            self._end_batch(self._batch)
        elif self._fault is not None and self._is_meant():
            self._fault.pointer = f"/{self._parts.lines}"
            self._parts.add_line(Malformed(self._fault))
        elif self._fault is None and is_command(self._members):
            self._parts.add_line(WholeEnvelope(self._members, self._parts.lines, self._repairs))
        elif self._fault is None and (single := next(filter(is_command, self._batch_values()), None)):
            self._parts.add_line(WholeEnvelope(single, self._parts.lines, ("read one envelope as a batch of one",)))
        else:
            self.is_prose = True
            self._parts.say("".join(self._raw))

    def _batch_values(self) -> list[Object]:
        return [self._members[key] for key in BATCH_KEYS if key in self._members]

    def _is_meant(self) -> bool:
        return is_command(self._members) or MENTION.search("".join(self._raw)) is not None

    def _end_batch(self, batch: ArrayScan) -> None:
        if self._fault is not None:
            self._fault.pointer = ""
            batch.faults += 1
            self._parts.add(Malformed(self._fault))
        if not batch.broken:
            self._parts.add(batch.end(self._members))
