"""The pictures of a run: inside a page, or by their addresses. Only files of the run's own folder are read."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..browser.image import image_size
from ..text.amounts import size

MAX_BYTES: Final = 20_000_000
"""Bytes of pictures in one page."""
HEADER: Final = 64_000
"""Bytes in which the size of a picture stands."""
GONE: Final = "The picture is not in the run's folder any more."
UNREADABLE: Final = "The picture cannot be read."


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a page can show it."""

    address: str
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
        path = find_file(self._folder, file)
        if path is None:
            return GONE
        length = path.stat().st_size
        if length > self._room:
            return f"The picture ({size(length)}) was left out: a page holds at most {size(self._most)} of them."
        content = path.read_bytes()
        width, height = image_size(content)
        if not width or not height:
            return UNREADABLE
        self._room -= length
        return Picture(f"data:{media(content)};base64,{base64.b64encode(content).decode()}", width, height)


class LinkedAlbum(Album):
    """The pictures of a run by their addresses."""

    def __init__(self, folder: Path, address: Callable[[str], str]) -> None:
        super().__init__(folder)
        self._address = address

    def _read(self, file: str) -> Picture | str:
        path = find_file(self._folder, file)
        if path is None:
            return GONE
        if path.parent != self._folder:
            return "The picture is in the report."
        width, height = _size(path, path.stat().st_mtime_ns)
        return Picture(self._address(path.name), width, height) if width and height else UNREADABLE


def find_file(folder: Path | None, file: str) -> Path | None:
    """Return a file of the run's own, resolved, folder; None where it is not there, or elsewhere."""
    if folder is None or "\0" in file:
        return None
    path = Path(folder, file).resolve()
    return path if path.is_relative_to(folder) and path.is_file() else None


def media(content: bytes) -> str:
    """Return the media type of a picture."""
    return "image/jpeg" if content.startswith(b"\xff\xd8") else "image/png"


@lru_cache(maxsize=10_000)
def _size(path: Path, changed: int) -> tuple[int, int]:
    with path.open("rb") as opened:
        return image_size(opened.read(HEADER))
