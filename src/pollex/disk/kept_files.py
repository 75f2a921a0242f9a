"""Files that are kept for a person by an id: a folder for each, named by what is in it, so a link has one content."""

from __future__ import annotations

import hashlib
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from .private import private_folder, write_private

ID: Final = re.compile(r"[0-9a-f]{32}")


class KeptFiles:
    """The kept files of a home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "kept"

    def keep(self, name: str, content: bytes) -> str:
        """Keep a file by its name, and return its id: one id for one name and content."""
        id_ = hashlib.sha256(name.encode("utf-8", "surrogateescape") + b"\0" + content).hexdigest()[:32]
        if self.find(id_) is None:
            fresh = self._folder / f".{id_}.{uuid4().hex}"
            private_folder(fresh)
            write_private(fresh / name, content)
            with suppress(OSError):  # another process was faster
                fresh.rename(self._folder / id_)
            shutil.rmtree(fresh, ignore_errors=True)
        return id_

    def find(self, id_: str) -> Path | None:
        """Return where a file is, by the name that it was kept by; None where there is none."""
        folder = self._folder / id_
        return next(folder.iterdir(), None) if ID.fullmatch(id_) and folder.is_dir() else None
