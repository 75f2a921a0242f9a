"""Wheels of pure Python, written from files in memory: the same files make the same bytes."""

from __future__ import annotations

import io
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the earliest that an archive can hold."""
READABLE: Final = 0o100644 << 16
WHEEL: Final = "Wheel-Version: 1.0\nGenerator: pollex\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@dataclass(frozen=True)
class Wheel:
    """A distribution to be written: its name and version, what it says about itself, and its files by path."""

    name: str
    version: str
    """Both in their normal form."""
    summary: str
    requires: tuple[str, ...]
    entry_points: Mapping[str, Mapping[str, str]]
    """By group, each name with its object."""
    files: Mapping[str, bytes]

    @property
    def stem(self) -> str:
        return f"{self.name.replace('-', '_')}-{self.version}"

    @property
    def filename(self) -> str:
        return f"{self.stem}-py3-none-any.whl"

    def to_bytes(self) -> bytes:
        """Return the archive, its files in order, with a RECORD of their hashes at the end."""
        info = f"{self.stem}.dist-info"
        files = dict(sorted(self.files.items()))
        files[f"{info}/METADATA"] = self._metadata().encode()
        files[f"{info}/WHEEL"] = WHEEL.encode()
        files[f"{info}/entry_points.txt"] = self._entry_points().encode()
        rows = [f"{_quoted(path)},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
        files[f"{info}/RECORD"] = "".join(f"{row}\n" for row in [*rows, f"{info}/RECORD,,"]).encode()
        made = io.BytesIO()
        with ZipFile(made, "w", ZIP_DEFLATED) as archive:
            for path, content in files.items():
                entry = ZipInfo(path, EPOCH)
                entry.external_attr, entry.create_system = READABLE, 3
                archive.writestr(entry, content, ZIP_DEFLATED, 9)
        return made.getvalue()

    def _metadata(self) -> str:
        lines = ["Metadata-Version: 2.1", f"Name: {self.name}", f"Version: {self.version}", f"Summary: {self.summary}"]
        lines += ["Requires-Python: >=3.11", *(f"Requires-Dist: {each}" for each in self.requires)]
        return "".join(f"{line}\n" for line in lines)

    def _entry_points(self) -> str:
        groups = (
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in sorted(points.items()))
            for group, points in sorted(self.entry_points.items())
        )
        return "\n".join(groups)


def _digest(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _quoted(path: str) -> str:
    """Return a path as a field of RECORD, which is CSV."""
    return '"' + path.replace('"', '""') + '"' if set(path) & {",", '"', "\n", "\r"} else path
