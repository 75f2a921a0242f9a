"""The checkout's pages. Each step redirects to the first one that is not complete."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .basket import DELIVERY, Basket
from .checkout import COUNTRIES, FIELDS, STEPS, Errors, check
from .frame import shop_of, show, visitor_of
from .state import Visitor


async def step(request: Request) -> Response:
    name = request.path_params["step"]
    if name not in STEPS:
        raise HTTPException(404)
    visitor = visitor_of(request)
    if not visitor.basket.lines:
        return RedirectResponse(f"/shop/order/{visitor.last_order}" if visitor.last_order else "/shop/basket", 303)
    open_step = first_open(visitor)
    if STEPS.index(name) > STEPS.index(open_step):
        return RedirectResponse(f"/shop/checkout/{open_step}", 303)
    if request.method == "GET":
        given = visitor.answers.get(name, dict.fromkeys(FIELDS[name], ""))
        return form_page(request, name, given, {})
    return await take(request, name, visitor)


async def take(request: Request, name: str, visitor: Visitor) -> Response:
    form = await request.form()
    given = {field: str(form.get(field, "")).strip() for field in FIELDS[name]}
    errors = check(name, given)
    if errors:
        return form_page(request, name, given, errors)
    if name != "payment":
        visitor.answers[name] = given
        return RedirectResponse(f"/shop/checkout/{STEPS[STEPS.index(name) + 1]}", 303)
    address, way = visitor.answers["address"], visitor.answers["delivery"]["delivery"]
    order = shop_of(request).place(visitor.basket, way, address)
    visitor.basket, visitor.answers, visitor.last_order = Basket(), {}, order.number
    return RedirectResponse(f"/shop/order/{order.number}?thanks=1", 303)


def first_open(visitor: Visitor) -> str:
    return next((name for name in STEPS if name not in visitor.answers), STEPS[-1])


def form_page(request: Request, name: str, given: dict[str, str], errors: Errors) -> Response:
    visitor = visitor_of(request)
    way = visitor.answers.get("delivery", {}).get("delivery", "standard")
    return show(
        request, f"{name}.html", step=name, steps=STEPS, given=given, errors=errors,
        basket=visitor.basket, way=way, ways=DELIVERY, countries=COUNTRIES,
    )  # fmt: skip
