"""Files that go to a page by what is in them, where no path may be named."""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from ..core.json import Object

LARGEST: Final = 8_000_000
"""Bytes of all files of one field."""


async def by_bytes(paths: Sequence[str], too_large: Fault) -> list[Object]:
    """Return the name, type and content of each file; raise that Fault where they are too large."""
    files = [Path(path) for path in paths]
    if sum(file.stat().st_size for file in files) > LARGEST:
        raise too_large
    return [await asyncio.to_thread(_written, file) for file in files]


def _written(file: Path) -> Object:
    kind = mimetypes.guess_type(file.name)[0] or ""
    return {"name": file.name, "type": kind, "base64": base64.b64encode(file.read_bytes()).decode()}
