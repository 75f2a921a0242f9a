"""The built page: its files by name, as the build wrote them, compressed where the browser takes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from starlette.responses import Response

from .endpoint import ApiRequest
from .refusal import HttpRefusal

FOLDER: Final = Path(__file__).parent / "static"
"""Where `scripts/page` builds the page; it is not in the repository, and in every wheel."""
START: Final = "index.html"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html; "
    "style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""What the page may do. Lit makes the one policy at load and does not start without it."""
MEDIA: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""What the build compresses by, the best first."""
KEPT: Final = "private, max-age=31536000, immutable"
"""Names carry a hash of the content, so a file never changes."""


def start_page(asked: ApiRequest) -> Response | None:
    """Return the page, or None where it is not built."""
    if START not in _names():
        return None
    return _answer(START, asked, {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"})


async def show_file(asked: ApiRequest) -> Response:
    """Return a file of the page."""
    name = asked.path["name"]
    if name == START or Path(name).suffix not in MEDIA or name not in _names():
        hint = "Load the page again."
        raise HttpRefusal(404, "not_found", f"The page has no file {name[:200]!r}.", hint=hint, retry=False)
    return _answer(name, asked, {"Cache-Control": KEPT})


def _answer(name: str, asked: ApiRequest, headers: dict[str, str]) -> Response:
    headers |= {"Vary": "Accept-Encoding"}
    accepted = {part.partition(";")[0].strip() for part in asked.headers.get("accept-encoding", "").split(",")}
    for encoding, suffix in ENCODINGS.items():
        if encoding in accepted and name + suffix in _names():
            return Response(_content(name + suffix), 200, headers | {"Content-Encoding": encoding}, _media(name))
    return Response(_content(name), 200, headers, _media(name))


def _media(name: str) -> str:
    return MEDIA[Path(name).suffix]


def _names() -> frozenset[str]:
    return frozenset(file.name for file in FOLDER.glob("*"))


@cache
def _read(name: str, changed: int) -> bytes:
    return (FOLDER / name).read_bytes()


def _content(name: str) -> bytes:
    return _read(name, (FOLDER / name).stat().st_mtime_ns)
