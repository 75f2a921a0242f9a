"""The bank: sign in with a code, see accounts, send money, download statements."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..redesign import style_sheet
from ..site import HERE, Site
from . import entry, looking, paying, personal
from .rewording import WORDING
from .state import PASSWORD, SECRET, USER, open_bank


async def style(request: Request) -> Response:
    return style_sheet(request, HERE / "static" / "base.css", HERE / "bank" / "bank.css")


def routes() -> list[BaseRoute]:
    both = ["GET", "POST"]
    return [
        Route("/", looking.overview),
        Route("/style.css", style),
        Route("/login", entry.login, methods=both),
        Route("/code", entry.code, methods=both),
        Route("/authenticator", entry.authenticator),
        Route("/logout", entry.logout, methods=["POST"]),
        Route("/alive", personal.alive, methods=["POST"]),
        Route("/account/{key}", looking.account),
        Route("/account/{key}/statements", looking.statements),
        Route("/account/{key}/statement/{name}.{kind}", looking.download),
        Route("/transfer", paying.transfer, methods=both),
        Route("/transfer/{token}", paying.confirm, methods=both),
        Route("/standing", paying.standing, methods=both),
        Route("/standing/{number:int}/cancel", paying.cancel, methods=["POST"]),
        Route("/messages", personal.letters),
        Route("/messages/read", personal.read_all, methods=["POST"]),
        Route("/messages/{number:int}", personal.letter),
        Route("/profile", personal.profile, methods=both),
        Route("/profile/phone", personal.phone, methods=["POST"]),
    ]


SITE = Site(
    name="bank",
    title="Meridian Bank",
    description="A bank: sign-in with password and one-time code, accounts, transfers, statements as CSV and PDF.",
    start=open_bank,
    routes=routes,
    wording=WORDING,
    access=(("User name", USER), ("Password", PASSWORD), ("Authenticator secret", SECRET)),
)
