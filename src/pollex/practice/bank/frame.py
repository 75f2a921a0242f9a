"""The frame of the bank's pages, and the guard that lets only the customer in."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..redesign import dressed_page
from ..session import session_of
from ..site import state_of, world_of
from .iban import spaced
from .ledger import Account
from .state import Bank

Handler = Callable[[Request], Awaitable[Response]]

WORDS: Final = {
    1: {
        "user": "User name", "password": "Password", "sign_in": "Sign in", "sign_out": "Sign out",
        "code": "Security code", "accounts": "Accounts", "transfer": "Transfer", "standing": "Standing orders",
        "statements": "Statements", "letters": "Messages", "profile": "Profile", "check": "Check and continue",
        "confirm": "Confirm transfer", "source": "From account", "name": "Payee", "iban": "IBAN", "amount": "Amount",
        "day": "Date", "purpose": "Purpose", "filter": "Filter",
    },
    2: {
        "user": "Access name", "password": "Passphrase", "sign_in": "Log in", "sign_out": "Log out",
        "code": "One-time code", "accounts": "Overview", "transfer": "Send money", "standing": "Regular payments",
        "statements": "Documents", "letters": "Inbox", "profile": "Settings", "check": "Review", "confirm": "Send now",
        "source": "Pay from", "name": "Recipient", "iban": "Account number (IBAN)", "amount": "How much", "day": "When",
        "purpose": "Reference", "filter": "Show",
    },
}  # fmt: skip
"""The words that a redesign changed."""


@dataclass
class SignIn:
    """A visitor's login state: none, past the password, or past the code too."""

    password_known: bool = False
    code_known: bool = False
    wrong: int = 0
    seen: float = 0.0

    @property
    def locked(self) -> bool:
        return self.wrong >= 3


def bank_of(request: Request) -> Bank:
    return state_of(request, "bank", Bank)


def sign_in_of(request: Request) -> SignIn:
    return session_of(request).part(SignIn)


def customers_only(handler: Handler) -> Handler:
    """Redirect everyone else to the login, also a customer who was idle for too long."""

    async def guarded(request: Request) -> Response:
        visitor = sign_in_of(request)
        if not visitor.code_known:
            return RedirectResponse(f"/bank/login?next={quote(request.url.path)}", 303)
        now = time.monotonic()
        if now - visitor.seen > bank_of(request).idle_limit:
            session_of(request).forget(SignIn)
            return RedirectResponse("/bank/login?timeout=1", 303)
        visitor.seen = now
        return await handler(request)

    return guarded


def money(cents: int) -> str:
    return f"{'−' if cents < 0 else ''}€{abs(cents) / 100:,.2f}"


def day(value: date) -> str:
    return f"{value.day} {value:%b %Y}"


def show(request: Request, template: str, *, status: int = 200, **values: object) -> Response:
    drawn = dressed_page(
        request, template, status=status, bank=bank_of(request), money=money, day=day, spaced=spaced,
        words=WORDS[world_of(request).face], **values,
    )  # fmt: skip
    drawn.headers["cache-control"] = "no-store"
    return drawn


def account_of(request: Request) -> Account:
    account = bank_of(request).accounts.get(request.path_params["key"])
    if account is None:
        raise HTTPException(404)
    return account
