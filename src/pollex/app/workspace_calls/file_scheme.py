"""`tauri://fs/writeTextFile`: a text file in a folder of the person's, who is asked before."""

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
from .export_file import relative_parts, version_of, write_text
from .export_folders import DIRECTORIES, ExportFolder
from .outgoing import Handler, OutgoingCall, below_body

URL: Final = "tauri://fs/writeTextFile"
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


def file_handler(door: WorkspaceDoor, exports: ExportFolder) -> Handler:
    """Return the handler that writes into the folder of a directory, and says in the chat where the file is.

    With Full Control nobody is asked before a file is made, but before one is replaced that others wrote.
    """
    own: dict[Path, int] = {}

    async def handle(call: OutgoingCall, context: Context) -> Result:
        with below_body():
            body: Object = TEXT_FILE.check(call.body).unwrap()
            (folder, names), inner = exports(body["directory"]), relative_parts(body["path"])
            parts, path = [*names, *inner], "/".join([body["directory"], *inner])
            data = encoded(body["contents"])
            there = await asyncio.to_thread(version_of, folder.joinpath(*parts))
        replaces, theirs = there is not None, there != own.get(folder.joinpath(*parts))
        if theirs or not door.full_control:
            await ask_person(call.args, context, f"it {'replaces' if replaces else 'writes'} the file {path!r}")
        with below_body():
            written = await asyncio.to_thread(write_text, folder, parts, data, replace=replaces)
        own[written.path] = written.version
        address = await door.keep_file(inner[-1], data)
        await door.tell(f"The file {path} is written: {written.path}", {"src": address, "name": inner[-1]})
        said = {"path": path, "bytes": written.bytes, "replaced": replaces, "address": address}
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
