"""Large values, stored once under the hash of their content: as files beside a SQLite file, as rows in PostgreSQL."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from ..core.fault import Fault
from ..disk.private import private_folder
from ..disk.replace import replace_file
from .database import Database

YOUNG: Final = 3_600.0
"""Seconds for which new content without a reference is kept: its row may be about to be written."""


class Blobs(Protocol):
    def put(self, content: bytes) -> str:
        """Store the content and return its hash."""

    def get(self, name: str) -> bytes: ...

    def sweep(self, wanted: Collection[str]) -> None:
        """Remove content that is no longer wanted."""


class FileBlobs:
    """One file for each content, in folders named after the first two digits of the hash."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, content: bytes) -> str:
        name = hashlib.sha256(content).hexdigest()
        path = self._path(name)
        if not path.exists():
            private_folder(path.parent)
            replace_file(path, content, mode=0o600)
        return name

    def get(self, name: str) -> bytes:
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            raise missing_blob(name, str(self.folder)) from None

    def sweep(self, wanted: Collection[str]) -> None:
        for path in self.folder.glob("??/*"):
            with suppress(FileNotFoundError):  # another process sweeps too
                if path.name not in wanted and time.time() - path.stat().st_mtime > YOUNG:
                    path.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / name


class TableBlobs:
    """One row for each content."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def put(self, content: bytes) -> str:
        name = hashlib.sha256(content).hexdigest()
        self.database.run(
            "INSERT INTO {own}blob (sha256, data) VALUES (:name, :content) ON CONFLICT DO NOTHING",
            {"name": name, "content": content},
        )
        return name

    def get(self, name: str) -> bytes:
        rows = self.database.run("SELECT data FROM {own}blob WHERE sha256 = :name", {"name": name})
        if not rows:
            raise missing_blob(name, self.database.where)
        return bytes(rows[0][0])

    def sweep(self, wanted: Collection[str]) -> None:
        self.database.run(
            "DELETE FROM {own}blob WHERE NOT sha256 = ANY(:wanted) AND made < now() - make_interval(secs => :young)",
            {"wanted": list(wanted), "young": YOUNG},
        )


def missing_blob(name: str, where: str) -> Fault:
    return Fault("not_found", f"The stored value {name!r} is gone from {where!r}.", hint="Restore it from a copy.")
