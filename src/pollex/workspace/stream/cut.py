"""Cut one whole JSON value out of text that arrives in pieces, by strings, escapes and depth alone.

Every character is scanned once and the text is joined once, so the cost is linear in the size of the value.
"""

from __future__ import annotations

import re
from typing import Final

from ...core.fault import Fault
from ...core.limits import Limits

SPACE: Final = re.compile(r"[ \t\r\n]*+")
STRING: Final = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
"""The inside of a string, up to its closing quote or to a backslash that ends the piece."""
BETWEEN: Final = re.compile(r'[^"{}\[\]`]*+')
SCALAR: Final = re.compile(r'[^"{}\[\]`,:]*+')


def past(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the position after what a pattern matches at a position."""
    found = pattern.match(text, at)
    return at if found is None else found.end()


class ValueCut:
    """One JSON value on its way in. A backtick outside its strings ends it: there the fence around it closes.

    Brackets are counted, not paired: the reader of the whole text refuses wrong ones. A value that is too deep or too
    large is followed to its end but not kept; with `keep=False`, so is any.
    """

    def __init__(self, at: int, limits: Limits, *, head: str = "", depth: int = 0, keep: bool = True) -> None:
        self.at = at
        self.done = False
        self.broken = False
        self.fault: Fault | None = None
        self._limits = limits
        self._keep = keep
        self._pieces = [head]
        self._size = len(head)
        self._depth = depth
        self._begun = bool(head)
        self._in_string = self._escaped = self._scalar = False

    @property
    def text(self) -> str:
        """The text of the value so far."""
        self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def feed(self, text: str, at: int) -> int:
        """Take what belongs to the value and return the position after it."""
        end = self._scan(text, at)
        self._size += end - at
        if self._size > self._limits.arguments_bytes:
            self._refuse("larger", f"{self._limits.arguments_bytes} characters", "arguments_bytes")
        if self._keep:
            self._pieces.append(text[at:end])
        return end

    def _scan(self, text: str, at: int) -> int:
        if not self._begun and at < len(text):
            self._begun = True
            self._scalar = text[at] not in '"{['
        if self._scalar:
            at = past(SCALAR, text, at)
            self.done = at < len(text)
            return at
        while at < len(text) and not self.done:
            at = self._string(text, at) if self._in_string else self._between(text, at)
        return at

    def _string(self, text: str, at: int) -> int:
        if self._escaped:
            self._escaped = False
            return at + 1
        at = past(STRING, text, at)
        if at == len(text):
            return at
        if text[at] == '"':
            self._in_string = False
            self.done = self._depth == 0
        else:
            self._escaped = True
        return at + 1

    def _between(self, text: str, at: int) -> int:
        at = past(BETWEEN, text, at)
        if at == len(text):
            return at
        match text[at]:
            case '"':
                self._in_string = True
            case "{" | "[":
                self._depth += 1
                if self._depth > self._limits.depth:
                    self._refuse("nested deeper", f"{self._limits.depth} levels", "depth")
            case "`":
                self.done = self.broken = True
                return at
            case _:
                self._depth -= 1
                self.done = self._depth <= 0
        return at + 1

    def _refuse(self, how: str, most: str, limit: str) -> None:
        if self._keep:
            message = f"The value that begins at character {self.at} is {how} than {most}."
            hint = f"Send less at once, or raise the limit {limit!r}."
            self.fault = Fault("limit", message, expected=f"at most {most}", hint=hint)
            self._pieces, self._keep = [self.text[:80]], False
