"""The length of an HTTP/1 message body. Bodies are forwarded as they arrive; this only counts bytes."""

from __future__ import annotations

from typing import Final, Protocol

LONGEST_LINE: Final = 16_384


class Framing(Protocol):
    @property
    def done(self) -> bool:
        """Whether the body is complete."""

    def take(self, data: bytes) -> int:
        """How many of these bytes belong to the body; a ValueError if it is malformed."""


class Length:
    """A body of so many bytes, also none."""

    __slots__ = ("left",)

    def __init__(self, length: int) -> None:
        self.left = length

    @property
    def done(self) -> bool:
        return not self.left

    def take(self, data: bytes) -> int:
        taken = min(self.left, len(data))
        self.left -= taken
        return taken


class UntilClose:
    """A body that ends with its connection."""

    __slots__ = ()
    done = False

    def take(self, data: bytes) -> int:
        return len(data)


class Chunked:
    """A body in chunks, each with its size before it, and an empty line at the end."""

    __slots__ = ("done", "left", "line", "trailer")

    def __init__(self) -> None:
        self.done = False
        self.left = 0
        """Remaining bytes of the chunk, including its line end."""
        self.line = b""
        """What is there of a size or trailer line."""
        self.trailer = False

    def take(self, data: bytes) -> int:
        at = 0
        while at < len(data) and not self.done:
            if self.left:
                passed = min(self.left, len(data) - at)
                self.left -= passed
                at += passed
            else:
                end = data.find(b"\n", at)
                stop = len(data) if end < 0 else end + 1
                self.line += data[at:stop]
                at = stop
                self._read_line(complete=end >= 0)
        return at

    def _read_line(self, *, complete: bool) -> None:
        if len(self.line) > LONGEST_LINE:
            raise ValueError("a chunk's size line is too long")
        if not complete:
            return
        line, self.line = self.line.strip(), b""
        if self.trailer:
            self.done = not line
            return
        size = line.partition(b";")[0].strip()
        if not size or len(size) > 15 or size.strip(b"0123456789abcdefABCDEF"):
            raise ValueError("a chunk has no proper size")
        self.left = int(size, 16)
        self.trailer = not self.left
        self.left += 2 if self.left else 0
