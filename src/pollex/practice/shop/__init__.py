"""The shop: three thousand things to find, filter, put into a basket and order."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..redesign import style_sheet
from ..site import HERE, Site
from . import account, browsing, buying, ordering
from .rewording import WORDING
from .state import open_shop


async def style(request: Request) -> Response:
    return style_sheet(request, HERE / "static" / "base.css", HERE / "shop" / "shop.css")


def routes() -> list[BaseRoute]:
    return [
        Route("/", browsing.home),
        Route("/style.css", style),
        Route("/c/{slug}", browsing.category),
        Route("/search", browsing.search),
        Route("/item/{key}", browsing.item),
        Route("/picture/{key}", browsing.picture),
        Route("/basket", buying.basket),
        Route("/basket/add/{key}", buying.add, methods=["POST"]),
        Route("/basket/change", buying.change, methods=["POST"]),
        Route("/basket/voucher", buying.voucher, methods=["POST"]),
        Route("/wish/{key}", buying.wish, methods=["POST"]),
        Route("/wishlist", account.wishlist),
        Route("/checkout/{step}", ordering.step, methods=["GET", "POST"]),
        Route("/account", account.account),
        Route("/order/{number}", account.order),
        Route("/cookies", account.cookies, methods=["POST"]),
        Route("/newsletter", account.newsletter, methods=["POST"]),
    ]


SITE = Site(
    name="shop",
    title="Harbour & Pine",
    description="A shop with 3,000 things: search, filters, sorting, wish list, basket, voucher, checkout, orders.",
    start=open_shop,
    routes=routes,
    wording=WORDING,
)
