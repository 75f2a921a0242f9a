"""The bank: sign in with a code, see accounts, send money, download statements."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..redesign import style_sheet
from ..site import HERE, Site
from . import account_pages, login_pages, payment_pages, profile_pages
from .rewording import WORDING
from .state import PASSWORD, SECRET, USER, open_bank


async def style(request: Request) -> Response:
    return style_sheet(request, HERE / "static" / "base.css", HERE / "bank" / "bank.css")


def routes() -> list[BaseRoute]:
    both = ["GET", "POST"]
    return [
        Route("/", account_pages.overview),
        Route("/style.css", style),
        Route("/login", login_pages.login, methods=both),
        Route("/code", login_pages.code, methods=both),
        Route("/authenticator", login_pages.authenticator),
        Route("/logout", login_pages.logout, methods=["POST"]),
        Route("/alive", profile_pages.alive, methods=["POST"]),
        Route("/account/{key}", account_pages.account),
        Route("/account/{key}/statements", account_pages.statements),
        Route("/account/{key}/statement/{name}.{kind}", account_pages.download),
        Route("/transfer", payment_pages.transfer, methods=both),
        Route("/transfer/{token}", payment_pages.confirm, methods=both),
        Route("/standing", payment_pages.standing, methods=both),
        Route("/standing/{number:int}/cancel", payment_pages.cancel, methods=["POST"]),
        Route("/messages", profile_pages.letters),
        Route("/messages/read", profile_pages.read_all, methods=["POST"]),
        Route("/messages/{number:int}", profile_pages.letter),
        Route("/profile", profile_pages.profile, methods=both),
        Route("/profile/phone", profile_pages.phone, methods=["POST"]),
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
