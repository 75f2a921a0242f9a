"""Pages of the customer: messages and the profile."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from .frame import bank_of, customers_only, show
from .login_pages import alive as still_there
from .state import PHONE

LIMITS: Final = {10: "10 seconds (to practise)", 300: "5 minutes", 600: "10 minutes", 1800: "30 minutes"}

alive = customers_only(still_there)


@customers_only
async def letters(request: Request) -> Response:
    return show(request, "letters.html")


@customers_only
async def letter(request: Request) -> Response:
    found = next((each for each in bank_of(request).letters if each.number == request.path_params["number"]), None)
    if found is None:
        raise HTTPException(404)
    found.unread = False
    return show(request, "letter.html", letter=found)


@customers_only
async def profile(request: Request) -> Response:
    saved = False
    if request.method == "POST":
        form = await request.form()
        wanted = next((seconds for seconds in LIMITS if str(seconds) == form.get("idle")), None)
        if wanted is not None:
            bank_of(request).idle_limit, saved = wanted, True
    return show(request, "profile.html", phone=f"{PHONE[:4]}••• ••• {PHONE[-3:]}", limits=LIMITS, saved=saved)


@customers_only
async def phone(request: Request) -> Response:
    """Return the whole number on request."""
    return JSONResponse({"phone": PHONE})


@customers_only
async def read_all(request: Request) -> Response:
    for each in bank_of(request).letters:
        each.unread = False
    return RedirectResponse("/bank/messages", 303)
