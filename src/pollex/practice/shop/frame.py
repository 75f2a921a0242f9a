"""The frame of the shop's pages: navigation, counts, the cookie question, and its words."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..redesign import dressed_page
from ..session import session_of
from ..site import state_of, world_of
from .catalogue import Item
from .state import Shop, Visitor
from .words import CATEGORIES, COLOURS

WORDS: Final = {
    1: {
        "basket": "Basket", "add": "Add to basket", "added": "Added to your basket", "wishes": "Wish list",
        "wish": "Add to wish list", "checkout": "Go to checkout", "change": "Update", "remove": "Remove",
        "apply": "Apply filters", "account": "My account", "search": "Search", "place": "Place order",
        "next": "Continue", "subscribe": "Subscribe", "accept": "Accept all", "necessary": "Only necessary",
    },
    2: {
        "basket": "Cart", "add": "Buy this", "added": "It is in your cart", "wishes": "Saved",
        "wish": "Save for later", "checkout": "Order now", "change": "Change", "remove": "Take out",
        "apply": "Show results", "account": "Your profile", "search": "Find", "place": "Pay and finish",
        "next": "Next step", "subscribe": "Sign me up", "accept": "Fine with me", "necessary": "No, thanks",
    },
}  # fmt: skip
"""The words that a redesign changed."""


def shop_of(request: Request) -> Shop:
    return state_of(request, "shop", Shop)


def visitor_of(request: Request) -> Visitor:
    return session_of(request).part(Visitor)


def money(cents: int) -> str:
    return f"{'−' if cents < 0 else ''}€{abs(cents) / 100:,.2f}"


def day(value: date) -> str:
    return f"{value.day} {value:%B %Y}"


def show(request: Request, template: str, *, status: int = 200, **values: object) -> Response:
    words = WORDS[world_of(request).face]
    return dressed_page(
        request, template, status=status, visitor=visitor_of(request), categories=CATEGORIES, colours=COLOURS,
        money=money, day=day, words=words, **values,
    )  # fmt: skip


def item_of(request: Request) -> Item:
    """Return the item that the address names by its number."""
    digits = re.match("[0-9]{5}(?=-|$)", request.path_params["key"])
    item = shop_of(request).items.get(int(digits[0])) if digits else None
    if item is None:
        raise HTTPException(404)
    return item
