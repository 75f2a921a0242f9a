"""Hard pages: one difficulty of the real web each, with a task and an outcome line that says when it is done."""

from __future__ import annotations

from ..site import Site
from .rewording import WORDING
from .routes import routes
from .state import start

SITE = Site(
    "hard",
    "Hard pages",
    "Small pages with one difficulty each: frames, shadow roots, virtual lists, late and moving content, odd controls.",
    start,
    routes,
    wording=WORDING,
)
