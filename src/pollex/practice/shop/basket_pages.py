"""The basket's pages: changed by forms that load a page, or by scripts that ask for JSON."""

from __future__ import annotations

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from .basket import BasketLine
from .frame import item_of, money, show, visitor_of

VOUCHERS: Final = ("SAVE10",)


def by_script(request: Request) -> bool:
    return request.headers.get("x-requested-with") == "fetch"


def whole(text: object, default: int) -> int:
    return int(text) if isinstance(text, str) and re.fullmatch("[0-9]{1,6}", text) else default


async def basket(request: Request) -> Response:
    return show(request, "basket.html", basket=visitor_of(request).basket, voucher_error="", message="")


async def add(request: Request) -> Response:
    item = item_of(request)
    form = await request.form()
    wanted = str(form.get("colour", ""))
    colour = wanted if wanted in item.colours else item.colours[0]
    held = visitor_of(request).basket
    before = held.count
    held.add(item, colour, whole(form.get("quantity"), 1))
    if by_script(request):
        return JSONResponse({"count": held.count, "added": held.count - before, "name": item.name})
    return RedirectResponse("/shop/basket", 303)


async def change(request: Request) -> Response:
    """Change the quantity of one line, or remove it."""
    form = await request.form()
    held = visitor_of(request).basket
    line = held.lines.get(str(form.get("line", "")))
    if line is None:
        raise HTTPException(404)
    quantity = 0 if "remove" in form else whole(form.get("quantity"), line.quantity)
    held.put(BasketLine(line.item, line.colour, quantity))
    return RedirectResponse("/shop/basket", 303)


async def voucher(request: Request) -> Response:
    """Apply a voucher. SAVE10 takes ten percent off. BROKEN fails while the page still says thanks, as a trap."""
    form = await request.form()
    code = str(form.get("code", "")).strip().upper()
    held = visitor_of(request).basket
    if code == "BROKEN":
        return JSONResponse({"error": "voucher ledger unavailable"}, 500)
    if code in VOUCHERS:
        held.voucher = code
    if by_script(request):
        return JSONResponse(
            {
                "known": code in VOUCHERS,
                "discount": money(-held.discount),
                "delivery": money(held.delivery("standard")),
                "total": money(held.total()),
            }
        )
    error = "" if code in VOUCHERS else "We do not know this voucher."
    return show(request, "basket.html", basket=held, voucher_error=error, message="")


async def wish(request: Request) -> Response:
    """Put a thing on the wish list, or take it off."""
    item = item_of(request)
    wishes = visitor_of(request).wishes
    if item.id in wishes:
        wishes.remove(item.id)
    else:
        wishes.append(item.id)
    if by_script(request):
        return JSONResponse({"wished": item.id in wishes, "count": len(wishes)})
    return RedirectResponse("/shop/wishlist", 303)
