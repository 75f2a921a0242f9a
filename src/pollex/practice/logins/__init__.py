"""Login pages: one after the other is built differently, and each counts what it is sent."""

from __future__ import annotations

from ..site import Site
from .routes import routes
from .state import start

SITE = Site(
    "logins",
    "Login pages",
    "Nineteen ways to build a login: two pages, dialogs, frames, codes, links by mail, late scripts, other languages.",
    start,
    routes,
    as_is="/logins/.*",
)
