"""Layout 2 of a site: every class name is renamed, in pages and style sheets alike, as a new build tool does."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from .site import page, world_of

CLASSES: Final = re.compile(r'class="([^"]*)"')
SELECTOR: Final = re.compile(r"\.([a-zA-Z][\w-]*)(?=[^{}]*\{)")


def renamed(name: str) -> str:
    """Return a class name in the new style: `card__title` becomes `Card_a1b2c`."""
    head = re.split(r"[_-]", name)[0].capitalize()
    return f"{head}_{sha256(name.encode()).hexdigest()[:5]}"


def rename_classes(html: str) -> str:
    return CLASSES.sub(lambda found: f'class="{" ".join(map(renamed, found[1].split()))}"', html)


def rename_selectors(css: str) -> str:
    return SELECTOR.sub(lambda found: f".{renamed(found[1])}", css)


def dressed_page(request: Request, template: str, *, status: int = 200, **values: object) -> Response:
    """Return a page with the class names of the layout."""
    drawn = page(request, template, status=status, **values)
    if world_of(request).face == 1:
        return drawn
    return HTMLResponse(rename_classes(bytes(drawn.body).decode()), status)


def style_sheet(request: Request, *files: Path) -> Response:
    """Return style sheets joined, with the class names of the layout."""
    css = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return Response(css if world_of(request).face == 1 else rename_selectors(css), media_type="text/css")
