"""The customer's pages: orders and wish list; and the small forms on every page: cookies and newsletter."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from .basket_pages import by_script
from .checkout import COUNTRIES
from .frame import shop_of, show, visitor_of


async def account(request: Request) -> Response:
    return show(request, "account.html", orders=shop_of(request).orders)


async def order(request: Request) -> Response:
    found = shop_of(request).order(request.path_params["number"])
    if found is None:
        raise HTTPException(404)
    template = "thanks.html" if "thanks" in request.query_params else "order.html"
    return show(request, template, order=found, country=COUNTRIES[found.address["country"]][0])


async def wishlist(request: Request) -> Response:
    items = shop_of(request).items
    return show(request, "wishlist.html", items=[items[number] for number in visitor_of(request).wishes])


async def cookies(request: Request) -> Response:
    form = await request.form()
    visitor_of(request).consent = "all" if form.get("answer") == "all" else "necessary"
    if by_script(request):
        return JSONResponse({"consent": visitor_of(request).consent})
    return RedirectResponse("/shop/", 303)


async def newsletter(request: Request) -> Response:
    form = await request.form()
    email = str(form.get("email", "")).strip()
    shop = shop_of(request)
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]{2,}", email, re.IGNORECASE):
        return JSONResponse({"error": "This is no e-mail address."})
    known = email in shop.subscribers
    if not known:
        shop.subscribers.append(email)
    return JSONResponse({"message": "You are on our list already." if known else f"Thanks! We wrote to {email}."})
