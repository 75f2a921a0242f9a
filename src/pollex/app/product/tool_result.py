"""What a tool answered, as components: a table, a picture, text or JSON; a fault as it says itself."""

from __future__ import annotations

import base64
import mimetypes
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...core.fault import Fault
from ...core.json import Object, dumps
from ...core.result import Result
from ...workspace.envelope import without_references

LARGEST: Final = 256_000
"""Characters of a value that is shown as data; of a longer one, the beginning is shown as text."""
LONGEST: Final = 60_000
"""Characters of a text."""
PICTURE: Final = 1_400_000
"""Bytes of a picture."""
PICTURES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
ROWS: Final = 10_000


class ResultPart(NamedTuple):
    """A component: its type and its props."""

    type: str
    props: Object


def result_parts(result: Result, seconds: float) -> dict[str, ResultPart]:
    """Return the components that show a result, by their names and in order."""
    pictures = [each for file in result.files if (each := _picture(file)) is not None]
    said = [f"Done in {_time(seconds)}.", *result.notes]
    parts = {"outcome": ResultPart("text", {"text": "\n".join(said)[:LONGEST], "variant": "caption"})}
    if pictures:
        parts |= {f"picture{index}": each for index, each in enumerate(pictures[:3])}
    if not pictures or not isinstance(result.data, str):
        parts["value"] = _value(without_references(result.data))
    return parts


def fault_text(fault: Fault) -> str:
    """Return everything that a fault says, line by line."""
    issues = fault.issues or ()
    lines = [fault.message, *(f"{each.pointer}: {each.message} {each.hint or ''}".rstrip() for each in issues[:10])]
    if not issues:
        told = {"At": fault.pointer, "Expected": fault.expected, "Received": fault.received}
        lines += [f"{name}: {value}" for name, value in told.items() if value]
    lines += [fault.hint] if fault.hint and not issues else []
    return str(without_references("\n".join(lines)))[:LONGEST]


def _time(seconds: float) -> str:
    return f"{seconds * 1_000:.0f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def _value(data: Any) -> ResultPart:
    if data is None:
        return ResultPart("text", {"text": "It answered nothing, as it should."})
    if isinstance(data, str):
        return ResultPart("code", {"text": _cut(data), "language": "text", "wrap": True})
    written = dumps(data, indent=True)
    if len(written) > LARGEST:
        return ResultPart("code", {"text": _cut(written), "language": "json", "wrap": True})
    if isinstance(data, list) and data and len(data) <= ROWS and all(isinstance(each, dict) and each for each in data):
        return ResultPart("table", {"rows": data})
    return ResultPart("json", {"value": data, "depth": 2})


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n… ({len(text):,} characters in all)"


def _picture(file: str) -> ResultPart | None:
    kind, path = mimetypes.guess_type(file)[0], Path(file)
    if kind not in PICTURES or not path.is_file() or path.stat().st_size > PICTURE:
        return None
    encoded = base64.b64encode(path.read_bytes()).decode()
    return ResultPart("image", {"src": f"data:{kind};base64,{encoded}", "alt": path.name, "caption": str(path)[:2_000]})
