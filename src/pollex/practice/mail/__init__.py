"""A mail box: folders, 200 messages, rich text with attachments, drafts, filters; the demo account needs no login."""

from __future__ import annotations

from ..site import Site
from .generator import start
from .rewording import WORDING
from .routes import routes

SITE = Site(
    "mail",
    "Mail",
    "A mail box: read, search, star, move; write rich text with attachments, keep drafts, send, reply, forward.",
    start,
    routes,
    wording=WORDING,
    as_is=r"/mail/messages/\d+/body",
)
