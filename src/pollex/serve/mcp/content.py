"""Results as MCP content: text, structured data, pictures, sounds, and files as resources."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from ...core.fault import Fault, Issue
from ...core.json import dumps
from ...core.result import Result

RUN: Final = "pollex/run"
"""The key in `_meta` of a result that came of a run, under which the run's id stands."""
FAULT: Final = "pollex/fault"
"""The key in `_meta` of a failed result under which the whole fault stands as data."""
MOST_BYTES: Final = 1_000_000
"""Files up to this size are sent with the result; a larger one is a link."""


def render_result(result: Result) -> CallToolResult:
    """Return a result as a client gets it; one that failed says what, where, what was expected, and what to do."""
    if result.fault is not None:
        return failed(result.fault, result.data)
    content: list[ContentBlock] = []
    if result.data is not None and result.files != (result.data,):
        content.append(TextContent(text=_text(result.data)))
    content += [block for file in result.files for block in file_blocks(file)]
    content += [TextContent(text=line) for line in _asides(result)]
    structured = result.data if isinstance(result.data, dict) else None
    return CallToolResult(content=content or [TextContent(text="Done.")], structured_content=structured)


def failed(fault: Fault, data: Any = None) -> CallToolResult:
    """Return a fault as a tool's error, its data in `_meta`: clients check structured content by the tool's schema."""
    content: list[ContentBlock] = [TextContent(text=fault_text(fault))]
    if data is not None:
        content.append(TextContent(text=f"What was done before it failed: {_text(data)}"))
    return CallToolResult(content=content, is_error=True, _meta={FAULT: fault.to_json()})


def fault_text(fault: Fault) -> str:
    """Return a fault in lines for a reader who can act on it."""
    lines = [f"{fault.code}: {fault.message}"]
    for each in fault.issues if len(fault.issues) > 1 else (fault,):
        if isinstance(each, Issue):
            lines.append(f"- {each.pointer or '(all)'}: {each.message}")
        elif each.pointer:
            lines.append(f"at: {each.pointer}")
        lines += [f"{name}: {getattr(each, name)}" for name in ("expected", "received", "hint") if getattr(each, name)]
    if fault.uncertain:
        lines.append("It may have happened all the same: look before you try again.")
    return "\n".join(lines)


def file_blocks(file: str) -> Iterator[ContentBlock]:
    """Yield a file as what a client can show: a picture, a sound, a small file, or a link to it."""
    path = Path(file)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if not path.is_absolute() or not path.is_file():
        yield TextContent(text=f"file: {file}")
    elif path.stat().st_size > MOST_BYTES:
        yield ResourceLink(name=path.name, uri=path.as_uri(), mime_type=kind, size=path.stat().st_size)
    elif kind.startswith("image/"):
        yield ImageContent(data=encoded(path.read_bytes()), mime_type=kind)
    elif kind.startswith("audio/"):
        yield AudioContent(data=encoded(path.read_bytes()), mime_type=kind.replace("audio/x-wav", "audio/wav"))
    else:
        yield EmbeddedResource(resource=file_contents(path, path.as_uri(), kind))


def file_contents(path: Path, uri: str, kind: str | None = None) -> TextResourceContents | BlobResourceContents:
    """Return what is in a file, as text where it is text."""
    kind = kind or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    content = path.read_bytes()
    try:
        if kind.startswith("text/") or kind.endswith(("json", "xml", "yaml")):
            return TextResourceContents(uri=uri, mime_type=kind, text=content.decode())
    except UnicodeDecodeError:
        pass
    return BlobResourceContents(uri=uri, mime_type=kind, blob=encoded(content))


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _text(data: Any) -> str:
    return data if isinstance(data, str) else dumps(data)


def _asides(result: Result) -> Iterator[str]:
    for repair in result.repairs:
        yield f"repaired {repair.pointer or 'the arguments'}: {repair.did}"
    for note in result.notes:
        yield f"note: {note}"
