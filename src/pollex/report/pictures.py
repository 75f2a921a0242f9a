"""The pictures inside the page. Only files of the run's own folder are read, up to a number of bytes."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..browser.image import image_size
from ..text.amounts import size

MAX_BYTES: Final = 20_000_000
"""Bytes of pictures in one page."""
GONE: Final = "The picture is not in the run's folder any more."


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a page can hold it."""

    address: str
    """A `data:` address."""
    width: int
    height: int


class Album:
    """The pictures of one page, up to a size."""

    def __init__(self, folder: Path | None, most: int = MAX_BYTES) -> None:
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
        if self._folder is None or "\0" in file:
            return GONE
        path = Path(self._folder, file).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            return GONE
        length = path.stat().st_size
        if length > self._room:
            return f"The picture ({size(length)}) was left out: a page holds at most {size(self._most)} of them."
        content = path.read_bytes()
        width, height = image_size(content)
        if not width or not height:
            return "The picture cannot be read."
        self._room -= length
        form = "jpeg" if content.startswith(b"\xff\xd8") else "png"
        return Picture(f"data:image/{form};base64,{base64.b64encode(content).decode()}", width, height)
