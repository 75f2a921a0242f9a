"""The versions of kept workflows: a copy of each document that a file has had, numbered from 1."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ...core.fault import Fault
from ...core.json import Object, dumps
from ...core.json_file import read_json
from ...disk.private import FILE, private_folder
from ...disk.replace import replace_file

MOST: Final = 50
"""Versions of a workflow that are kept; the oldest go first."""


class KeptVersions:
    """Versions of workflows by name, one folder each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, document: Object) -> None:
        """Keep a document, unless it is that of the newest version."""
        numbers = self._numbers(name)
        if numbers and self.read(name, numbers[-1]) == document:
            return
        file = self._file(name, numbers[-1] + 1 if numbers else 1)
        private_folder(file.parent)
        replace_file(file, dumps(document, indent=True), mode=FILE)
        for number in numbers[: len(numbers) + 1 - MOST]:
            self._file(name, number).unlink(missing_ok=True)

    def summaries(self, name: str) -> list[Object]:
        """Return the versions, newest first: number, time, nodes, and the version that the document says."""
        return [self._summary(name, number) for number in reversed(self._numbers(name))]

    def read(self, name: str, number: int) -> Object:
        """Return the document of a version; raise a Fault where there is none."""
        file = self._file(name, number)
        try:
            document: Object = read_json(file.read_bytes(), file.name)
        except OSError as error:
            known = self._numbers(name)
            expected = f"one of {', '.join(map(str, known))}" if known else "a version; none is kept yet"
            message = f"{name!r} has no version {number}."
            raise Fault("not_found", message, expected=expected, received=str(number), retry=False) from error
        return document

    def _summary(self, name: str, number: int) -> Object:
        document = self.read(name, number)
        at = datetime.fromtimestamp(self._file(name, number).stat().st_mtime, UTC)
        said = document.get("version")
        return {
            "number": number,
            "at": at.isoformat(timespec="seconds"),
            "nodes": len(document["nodes"]),
            "version": None if said is None else str(said),
        }

    def _numbers(self, name: str) -> list[int]:
        return sorted(int(file.stem) for file in (self._folder / name).glob("*.json") if file.stem.isdecimal())

    def _file(self, name: str, number: int) -> Path:
        return self._folder / name / f"{number:04}.json"
