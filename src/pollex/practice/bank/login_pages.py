"""Login and logout: name and password, then a code, at most three mistakes."""

from __future__ import annotations

import time
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..session import session_of
from .frame import SignIn, bank_of, show, sign_in_of
from .state import PASSWORD, SECRET, USER
from .totp import DIGITS, PERIOD, accepts, code_at


def after_sign_in(request: Request) -> str:
    """Return the page that the visitor wanted, if it is a page of this bank."""
    wanted = request.query_params.get("next", "")
    return wanted if wanted.startswith("/bank/") else "/bank/"


async def login(request: Request) -> Response:
    if request.method == "POST" and not sign_in_of(request).locked:
        return await take_password(request)
    reason = next((why for why in ("timeout", "out") if why in request.query_params), "")
    return login_page(request, reason=reason)


async def take_password(request: Request) -> Response:
    visitor = sign_in_of(request)
    form = await request.form()
    user = str(form.get("user", "")).strip()
    if (user, form.get("password")) == (USER, PASSWORD):
        visitor.password_known, visitor.wrong = True, 0
        return RedirectResponse(f"/bank/code?next={quote(after_sign_in(request))}", 303)
    visitor.wrong += 1
    return login_page(request, user=user, error="This name and password do not belong together.")


def login_page(request: Request, *, user: str = "", error: str = "", reason: str = "") -> Response:
    visitor = sign_in_of(request)
    if visitor.locked:
        return show(request, "locked.html")
    return show(request, "login.html", user=user, error=error, reason=reason, left=3 - visitor.wrong)


async def code(request: Request) -> Response:
    visitor = sign_in_of(request)
    if not visitor.password_known and not visitor.locked:
        return RedirectResponse("/bank/login", 303)
    if request.method == "POST" and not visitor.locked:
        return await take_code(request)
    return code_page(request)


async def take_code(request: Request) -> Response:
    """Check the code, from one field, or from six with a digit each."""
    visitor = sign_in_of(request)
    form = await request.form()
    boxes = "".join(str(form.get(f"digit{place}", "")) for place in range(1, DIGITS + 1))
    if accepts(SECRET, str(form.get("code", "")) or boxes, time.time()):
        visitor.code_known, visitor.wrong, visitor.seen = True, 0, time.monotonic()
        return RedirectResponse(after_sign_in(request), 303)
    visitor.wrong += 1
    return code_page(request, error="This code is not right, or no longer.")


def code_page(request: Request, *, error: str = "") -> Response:
    visitor = sign_in_of(request)
    if visitor.locked:
        return show(request, "locked.html")
    return show(request, "code.html", error=error, left=3 - visitor.wrong, digits=DIGITS)


async def authenticator(request: Request) -> Response:
    """Show the current code, in place of the app on the customer's phone."""
    now = time.time()
    return show(request, "authenticator.html", code=code_at(SECRET, now), left=PERIOD - int(now) % PERIOD)


async def logout(request: Request) -> Response:
    session_of(request).forget(SignIn)
    return RedirectResponse("/bank/login?out=1", 303)


async def alive(request: Request) -> Response:
    """Keep the session alive: the page asks for this when the customer wants to stay."""
    return Response(status_code=204, headers={"x-idle-limit": str(bank_of(request).idle_limit)})
