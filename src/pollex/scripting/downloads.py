"""What a script downloads: the browser saves it in a folder of ours, and a copy goes into the script's own folder.

The script's folder is the script's to change, so nothing in it is followed: neither links nor names that lead out.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..core.json import Object
from .cdp_rules import SAVING
from .confinement import FILE_BYTES

NAME: Final = re.compile(r"[0-9a-fA-F-]{36}")
"""The number of a download, by which it is saved."""


class ScriptDownloads:
    """The downloads of one script's browser."""

    def __init__(self, folder: Path) -> None:
        """`folder` is where the browser saves them."""
        self.folder = folder
        self.own: Path | None = None
        """The folder that the script works in."""
        self._wanted: Path | None = None

    def asked(self, message: Object) -> None:
        """Keep where a script wants its downloads."""
        params = message.get("params")
        if message["method"] in SAVING and isinstance(params, dict) and isinstance(params.get("downloadPath"), str):
            self._wanted = Path(params["downloadPath"])

    def heard(self, message: Object) -> None:
        """Copy a download that is complete, before the script hears of it."""
        match message:
            case {"method": str(method), "params": {"guid": str(name), "state": "completed"}} if method.endswith(
                ".downloadProgress"
            ) and NAME.fullmatch(name):
                with suppress(OSError, ValueError):
                    self._copy(name)

    def _copy(self, name: str) -> None:
        """Copy a file into the wanted folder; raise OSError or ValueError where that is not the script's own."""
        source = self.folder / name
        if self.own is None or self._wanted is None or source.stat().st_size > FILE_BYTES:
            return
        parts = self._wanted.relative_to(self.own).parts
        if ".." in parts:
            raise ValueError("it leads out")
        opened = os.open(self.own, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in parts:
                inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=opened)
                os.close(opened)
                opened = inner
            made = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=opened)
            with source.open("rb") as saved, os.fdopen(made, "wb") as copy:
                shutil.copyfileobj(saved, copy)
        finally:
            os.close(opened)
