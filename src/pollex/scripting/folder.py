"""The folder that a script works in: empty when it begins, removed when it ends, and not without end."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

BYTES: Final = 256 << 20
FILES: Final = 10_000
PULSE: Final = 0.5
"""Seconds between two looks at how much is in it."""


class WorkFolder:
    """A temporary folder."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="pollex-script-"))

    async def overfull(self) -> str:
        """Wait until there is too much in it, and return what."""
        while True:
            await asyncio.sleep(PULSE)
            files, size = await asyncio.to_thread(contents, str(self.path))
            if files > FILES:
                return f"more than {FILES:,} files"
            if size > BYTES:
                return f"more than {BYTES >> 20} MB"

    async def remove(self) -> None:
        await asyncio.to_thread(shutil.rmtree, self.path, ignore_errors=True)


def contents(folder: str) -> tuple[int, int]:
    """Return the number and the size of the files in a folder and below; counting ends where there are too many."""
    files = size = 0
    waiting = [folder]
    while waiting and files <= FILES:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    files += 1
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if files > FILES:
                        break
        except OSError:  # removed meanwhile
            continue
    return files, size
