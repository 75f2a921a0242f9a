"""The endpoints that send files to a person: those kept by an id, and those of a run. They are saved, never shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from ..browser.image import image_size
from ..core.fault import Fault
from ..disk.kept_files import KeptFiles
from ..report import find_file, media
from .endpoint import ApiRequest
from .runs import find

BINARY: Final = "application/octet-stream"
KEPT: Final = "private, max-age=3600"
"""As long as the address that a browser reads stays the same."""


async def send_kept_file(asked: ApiRequest) -> Response:
    """Return a kept file, under the name that it was kept by."""
    id_ = asked.path["id"]
    return await _attachment(KeptFiles(asked.state.app.settings.home).find(id_), id_)


async def send_run_file(asked: ApiRequest) -> Response:
    """Return a file that a run has kept, such as a download. Nothing outside its folder is sent."""
    run, name = await find(asked), asked.path["name"]
    return await _attachment(find_file(asked.state.app.settings.home.resolve() / "files" / run.id, name), name)


async def _attachment(path: Path | None, name: str) -> Response:
    if path is None:
        raise Fault("not_found", f"There is no file {name[:200]!r}.", pointer="/name", retry=False)
    content = await asyncio.to_thread(path.read_bytes)
    named = f"attachment; filename*=UTF-8''{quote(path.name, safe='')}"
    headers = {"Content-Disposition": named, "Cache-Control": KEPT}
    return Response(content, media_type=media(content) if all(image_size(content)) else BINARY, headers=headers)
