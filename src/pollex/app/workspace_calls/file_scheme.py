"""`tauri://fs/writeTextFile`: a text file in the folder for exports, after the person has been asked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.schema import Schema
from .approval import ask_person
from .door import WorkspaceDoor
from .export_file import relative_parts, write_text
from .outgoing import Handler, OutgoingCall, below_body

URL: Final = "tauri://fs/writeTextFile"
DIRECTORIES: Final = ("Desktop", "Document", "Download", "Picture", "Audio", "Video", "Public", "Temp")
LARGEST: Final = 5 * 1024 * 1024
"""Bytes of one file."""

TEXT_FILE: Final = Schema(
    {
        "type": "object",
        "properties": {
            "path": {"type": "string", "minLength": 1},
            "contents": {"type": "string"},
            "directory": {"enum": list(DIRECTORIES), "default": DIRECTORIES[0]},
        },
        "required": ["path", "contents"],
    }
)


def file_handler(door: WorkspaceDoor, exports: Path) -> Handler:
    """Return the handler that writes below `exports`, where each directory is a folder."""

    async def handle(call: OutgoingCall, context: Context) -> Result:
        with below_body():
            body: Object = TEXT_FILE.check(call.body).unwrap()
            parts = [body["directory"], *relative_parts(body["path"])]
            data = encoded(body["contents"])
        if not door.full_control:
            await ask_person(call.args, context, f"it writes the file {'/'.join(parts)!r}")
        with below_body():
            written = await asyncio.to_thread(write_text, exports, parts, data)
        said = {"path": "/".join(parts), "bytes": written.bytes, "replaced": written.replaced}
        return Result.success(said, files=(str(written.path),))

    return handle


def encoded(text: str) -> bytes:
    """Return the bytes of a file, or raise a Fault if they are too many."""
    data = text.encode(errors="replace")
    if len(data) > LARGEST:
        message, hint = "The text is too large for a file.", "Write several files."
        expected, received = f"at most {LARGEST} bytes", f"{len(data)} bytes"
        raise Fault("limit", message, pointer="/contents", expected=expected, received=received, hint=hint)
    return data
