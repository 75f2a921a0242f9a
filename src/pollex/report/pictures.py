"""The pictures inside the page. Only files of the run's own folder are read, up to a number of bytes."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .amounts import size

MOST: Final = 20_000_000
"""Bytes of pictures in one page."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
JPEG: Final = b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a page can hold it."""

    address: str
    """A `data:` address."""
    width: int
    height: int


class Album:
    """The pictures of one page, up to a size."""

    def __init__(self, folder: Path | None, most: int = MOST) -> None:
        """`folder` is the run's own; nothing outside of it is read."""
        self.taken = 0
        self.left_out = 0
        self.last: str | None = None
        """The picture that was asked for last."""
        self._folder = None if folder is None else folder.resolve()
        self._room = most
        self._most = most

    def take(self, file: str) -> Picture | str:
        """Return the picture, or why it is not there."""
        self.last = file
        made = self._read(file)
        self.taken += isinstance(made, Picture)
        self.left_out += isinstance(made, str)
        return made

    def _read(self, file: str) -> Picture | str:
        path = Path(self._folder, file).resolve() if self._folder and "\0" not in file else None
        if path is None or not path.is_relative_to(self._folder or "") or not path.is_file():
            return "The picture is not in the run's folder any more."
        length = path.stat().st_size
        if length > self._room:
            return f"The picture ({size(length)}) was left out: a page holds at most {size(self._most)} of them."
        content = path.read_bytes()
        form, (width, height) = measured(content)
        if not width or not height:
            return "The picture cannot be read."
        self._room -= length
        return Picture(f"data:image/{form};base64,{base64.b64encode(content).decode()}", width, height)


def measured(content: bytes) -> tuple[str, tuple[int, int]]:
    """Return the form of a picture, its width and height; 0 where it is neither PNG nor JPEG."""
    if content.startswith(PNG) and len(content) >= 24:
        return "png", (int.from_bytes(content[16:20]), int.from_bytes(content[20:24]))
    if content.startswith(JPEG):
        return "jpeg", _jpeg(content)
    return "", (0, 0)


def _jpeg(content: bytes) -> tuple[int, int]:
    """Return width and height, from the segment that describes the frame."""
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(content[at + 7 : at + 9]), int.from_bytes(content[at + 5 : at + 7])
        at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return 0, 0
