"""What an HTTP server answered: read within a size, as JSON if it is, else as text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import httpx2

from ...core.fault import Code, Fault
from ...core.json import Object, loads
from ...core.result import Result
from .http_policy import JSON_TYPE

SHOWN_HEADERS: Final = ("content-type", "etag", "last-modified", "link", "location", "retry-after", "x-request-id")
ENCODINGS: Final = ("", "identity", "gzip", "deflate")
"""Content encodings that are read, one at a time: what is packed several times over is a bomb."""
TEXTS: Final = ("text/", "application/json", "application/xml", "application/javascript", "application/x-ndjson")
CHARSETS: Final = frozenset({
    "utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1250", "windows-1251", "windows-1252", "utf-16",
    "shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5", "koi8-r",
})  # fmt: skip
"""Python has codecs that are no charsets, and some that take the square of the time."""
CODES: Final[dict[int, Code]] = {
    404: "not_found", 408: "timeout", 409: "conflict", 410: "not_found", 429: "limit", 504: "timeout",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer, read. `body` is JSON or text; None where there is neither."""

    status: int
    headers: Object
    body: Any
    notes: tuple[str, ...] = ()

    def result(self, asked: str, *, harmless: bool) -> Result:
        """Return the answer as a Result, which is a failure if the server says so.

        `asked` is the request, and `harmless` says that it only reads: any other may have had its effect.
        """
        data = {"status": self.status, "headers": self.headers, "body": self.body}
        if self.status < 400:
            return Result.success(data, notes=self.notes)
        code = CODES.get(self.status, "unavailable" if self.status >= 500 else "failed")
        with suppress(ValueError):
            asked = f"{asked} ({HTTPStatus(self.status).phrase})"
        message = f"The server answered {self.status} to {asked}."
        fault = Fault(
            code,
            message,
            expected="a status below 400",
            received=str(self.status),
            hint="Read the body.",
            uncertain=not harmless and code in ("timeout", "unavailable"),
        )
        return Result.failure(fault, data, notes=self.notes)


async def read_answer(response: httpx2.Response, largest: int) -> HttpAnswer:
    """Read a response; what is beyond `largest` bytes is cut off, and a note says so."""
    headers = {name: response.headers[name] for name in SHOWN_HEADERS if name in response.headers}
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in ENCODINGS:
        note = f"The body is not shown: its encoding is {encoding[:100]!r}."
        return HttpAnswer(response.status_code, headers, None, (note,))
    content, cut = await _content(response, largest)
    body, notes = _body(content, response, cut=cut)
    if cut:
        notes = (*notes, f"The body was cut after {largest} bytes.")
    return HttpAnswer(response.status_code, headers, body, notes)


async def _content(response: httpx2.Response, largest: int) -> tuple[bytes, bool]:
    """Return the content, decompressed piece by piece, and whether there was more of it."""
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) > largest:
            return bytes(content[:largest]), True
    return bytes(content), False


def _body(content: bytes, response: httpx2.Response, *, cut: bool) -> tuple[Any, tuple[str, ...]]:
    kind = response.headers.get("content-type", "").split(";")[0].strip().lower()
    if not content:
        return None, ()
    is_json = bool(JSON_TYPE.fullmatch(kind))
    if kind and not is_json and not kind.startswith(TEXTS) and not kind.endswith("+xml"):
        return None, (f"The body is not shown: it is {kind[:100]!r}, {len(content)} bytes.",)
    charset = (response.charset_encoding or "utf-8").lower()
    text = content.decode(charset if charset in CHARSETS else "utf-8", errors="replace").removeprefix("\ufeff")
    if (is_json or text.lstrip()[:1] in ("{", "[")) and not cut:
        with suppress(ValueError):
            return loads(text), ()
    return text, ("The body says that it is JSON, and is not.",) if is_json and not cut else ()
