"""The shop: three thousand things to find, filter, put into a basket and order."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..redesign import style_sheet
from ..site import HERE, Site
from . import account_pages, basket_pages, catalogue_pages, checkout_pages
from .rewording import WORDING
from .state import open_shop


async def style(request: Request) -> Response:
    return style_sheet(request, HERE / "static" / "base.css", HERE / "shop" / "shop.css")


def routes() -> list[BaseRoute]:
    return [
        Route("/", catalogue_pages.home),
        Route("/style.css", style),
        Route("/c/{slug}", catalogue_pages.category),
        Route("/search", catalogue_pages.search),
        Route("/item/{key}", catalogue_pages.item),
        Route("/picture/{key}", catalogue_pages.picture),
        Route("/basket", basket_pages.basket),
        Route("/basket/add/{key}", basket_pages.add, methods=["POST"]),
        Route("/basket/change", basket_pages.change, methods=["POST"]),
        Route("/basket/voucher", basket_pages.voucher, methods=["POST"]),
        Route("/wish/{key}", basket_pages.wish, methods=["POST"]),
        Route("/wishlist", account_pages.wishlist),
        Route("/checkout/{step}", checkout_pages.step, methods=["GET", "POST"]),
        Route("/account", account_pages.account),
        Route("/order/{number}", account_pages.order),
        Route("/cookies", account_pages.cookies, methods=["POST"]),
        Route("/newsletter", account_pages.newsletter, methods=["POST"]),
    ]


SITE = Site(
    name="shop",
    title="Harbour & Pine",
    description="A shop with 3,000 things: search, filters, sorting, wish list, basket, voucher, checkout, orders.",
    start=open_shop,
    routes=routes,
    wording=WORDING,
)
