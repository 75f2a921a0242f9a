"""An issue tracker: a table, a board, an endless feed, dialogs, all stored on the server through a JSON API."""

from __future__ import annotations

from ..site import Site
from .generator import start
from .rewording import WORDING
from .routes import routes

SITE = Site(
    "tracker",
    "Tracker",
    "An issue tracker: sort and filter a table, change many rows at once, drag cards, comment, undo.",
    start,
    routes,
    wording=WORDING,
)
